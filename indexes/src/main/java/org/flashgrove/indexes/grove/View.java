package org.flashgrove.indexes.grove;

import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.indexes.component.BlockView;

/**
 * A grove as a commit left it.
 *
 * @param partition directory and intervals of the write buffer
 * @param entries number of entries
 * @param commit the commit's number: later changes in the buffer do not count
 */
record View(Partition partition, long entries, long commit) implements BlockView {
  /**
   * Returns what an interval of the buffer held.
   *
   * @throws SnapshotExpiredException if that is not kept any more
   */
  IntervalState buffer(int at) {
    IntervalState state = IntervalState.at(partition.buffer(at).state(), commit);
    if (state == null) {
      throw new SnapshotExpiredException(commit);
    }
    return state;
  }
}
