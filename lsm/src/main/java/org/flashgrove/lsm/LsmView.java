package org.flashgrove.lsm;

import org.flashgrove.grove.index.BlockView;
import org.flashgrove.lsm.merge.MemoryRun;

/**
 * An index as a commit left it. Immutable.
 *
 * @param unsorted the newest changes
 * @param unsortedCount how many of these count
 * @param runs older changes in memory, oldest first
 * @param frozen how many of the runs are being written to a component
 * @param stored the components
 * @param memoryBytes bytes of what is in memory
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
