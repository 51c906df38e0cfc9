package org.flashgrove.lsm;

import org.flashgrove.grove.index.BlockView;
import org.flashgrove.lsm.merge.MemoryRun;

/**
 * Immutable view of an index after a commit.
 *
 * @param unsorted newest changes in memory
 * @param unsortedCount number of changes in {@code unsorted} that belong to this view
 * @param runs sorted runs of older changes in memory, oldest first
 * @param frozen number of the runs, from the oldest on, that are being written to a component
 * @param stored valid components
 * @param memoryBytes size of the changes in memory in bytes
 * @param entries number of entries
 */
record LsmView(
    UnsortedChanges unsorted,
    int unsortedCount,
    MemoryRun[] runs,
    int frozen,
    ComponentSet stored,
    long memoryBytes,
    long entries)
    implements BlockView {

  /** Returns the number of changes in memory. */
  int changes() {
    int changes = unsortedCount;
    for (MemoryRun run : runs) {
      changes += run.size();
    }
    return changes;
  }
}
