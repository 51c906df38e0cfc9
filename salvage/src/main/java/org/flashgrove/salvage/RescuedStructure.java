package org.flashgrove.salvage;

import org.flashgrove.storage.node.SalvageStats;
import org.jspecify.annotations.Nullable;

/**
 * Result of salvaging one structure of a damaged store.
 *
 * @param name name of the structure in the store; for a table, the name of its records
 * @param spec spec of the structure
 * @param entries number of entries or records in the new store
 * @param uncertain number of these entries or records that may be outdated or deleted
 * @param duplicates number of entries that were skipped because they were found several times or
 *     already exist
 * @param impossible number of entries and records that were skipped because the structure cannot
 *     store them
 * @param expected number of entries according to the log; -1 if unknown
 * @param figures counters of the salvage of a tree; null for other structures
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
   * Returns a copy in which {@code removed} entries count as duplicates and no longer as entries.
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

  /** Returns whether no entry is uncertain and no entry is known to be missing. */
  public boolean isComplete() {
    return uncertain == 0 && impossible == 0 && (expected < 0 || expected == entries);
  }
}
