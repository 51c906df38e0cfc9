package org.flashgrove.lsm;

import org.flashgrove.grove.index.BlockView;
import org.flashgrove.lsm.merge.MemoryRun;

/**
 * Immutable view of an index after a commit.
 *
 * @param unsorted the newest changes
 * @param unsortedCount number of valid changes in {@code unsorted}
 * @param runs older changes in memory, oldest first
 * @param frozen number of runs that are being written to a component
 * @param stored the components
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
