package org.flashgrove.grove.memtable;

import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.grove.index.BlockView;

/**
 * Snapshot of a Grove after a commit.
 *
 * @param partition directory and intervals of the write buffer
 * @param entries number of entries
 * @param commit newest commit that is visible
 * @param waiting queue of committed insertions that are not in the buffer yet
 * @param waits number of words at the front of the queue that this snapshot sees
 */
public record View(Partition partition, long entries, long commit, CommitQueue waiting, int waits)
    implements BlockView {
  /**
   * Returns the state of an interval of the buffer that this snapshot sees.
   *
   * @throws SnapshotExpiredException if the state was discarded
   */
  public IntervalState buffer(int at) {
    IntervalState state = IntervalState.at(partition.buffer(at).state(), commit);
    if (state == null) {
      throw new SnapshotExpiredException(commit);
    }
    return state;
  }

  /**
   * Returns the raw (unpacked) changes of an interval of the buffer if the snapshot sees no other
   * changes of the interval. Otherwise returns null, and the caller must use {@link #buffer}. This
   * method reads less memory than {@link #buffer}.
   */
  public RawChanges alone(int at) {
    return partition.alone(at, commit);
  }
}
