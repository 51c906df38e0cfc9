package org.flashgrove.grove.memtable;

import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.grove.index.BlockView;

/**
 * A grove as a commit left it.
 *
 * @param partition directory and intervals of the write buffer
 * @param entries number of entries
 * @param commit number of the newest commit in the buffer that counts
 * @param waiting insertions that are not in the buffer yet
 * @param waits how many words of them count
 */
public record View(Partition partition, long entries, long commit, CommitQueue waiting, int waits)
    implements BlockView {
  /**
   * Returns what an interval of the buffer held.
   *
   * @throws SnapshotExpiredException if that is not kept any more
   */
  public IntervalState buffer(int at) {
    IntervalState state = IntervalState.at(partition.buffer(at).state(), commit);
    if (state == null) {
      throw new SnapshotExpiredException(commit);
    }
    return state;
  }

  /**
   * Returns the raw changes of an interval of the buffer if they are all that it held, or null if
   * {@link #buffer} has to say what it held. It reads less memory.
   */
  public RawChanges alone(int at) {
    return partition.alone(at, commit);
  }
}
