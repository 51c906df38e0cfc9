package org.flashgrove.salvage;

import org.flashgrove.storage.node.SalvageStats;
import org.jspecify.annotations.Nullable;

/**
 * Result of salvaging one structure of a damaged store.
 *
 * @param name name of the structure in the store; for a table, the name of its records
 * @param spec spec of the structure
 * @param entries number of entries or records in the new store
 * @param uncertain number of the entries or records in the new store that may be outdated or
 *     deleted
 * @param duplicates number of found entries that were not copied, because they were found several
 *     times or the new store already contained them
 * @param impossible number of found entries and records that were not copied, because the structure
 *     cannot store them
 * @param expected number of entries or records according to the log and, for records, the
 *     free-space map; -1 if unknown
 * @param figures statistics of the salvage of a tree; null for other structures
 */
public record RescuedStructure(
    String name,
    String spec,
    long entries,
    long uncertain,
    long duplicates,
    long impossible,
    long expected,
    @Nullable SalvageStats figures) {
  /**
   * Returns a copy of this result in which {@code removed} entries are counted as duplicates and no
   * longer as entries.
   */
  RescuedStructure withRemoved(long removed) {
    return new RescuedStructure(
        name,
        spec,
        entries - removed,
        uncertain,
        duplicates + removed,
        impossible,
        expected,
        figures);
  }

  /**
   * Returns whether no entry is uncertain and no entry is known to be missing from the new store.
   */
  public boolean isComplete() {
    return uncertain == 0 && impossible == 0 && (expected < 0 || expected == entries);
  }
}
