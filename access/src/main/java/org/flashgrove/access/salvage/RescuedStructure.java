package org.flashgrove.access.salvage;

import org.flashgrove.storage.node.SalvageStats;
import org.jspecify.annotations.Nullable;

/**
 * Result of salvaging one structure of a damaged store.
 *
 * @param name name of the structure in the store; for a table, the name of its records
 * @param spec spec of the structure
 * @param entries number of entries or records in the new store
 * @param uncertain number of them that may be outdated or deleted
 * @param duplicates number of entries that were found several times, or already exist, and were
 *     skipped
 * @param impossible number of entries and records that the structure cannot store and that were
 *     skipped
 * @param expected number of entries according to the log; -1 if unknown
 * @param figures statistics of a tree; null for other structures
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
  /** Returns a copy without some of the entries, since others are in their place. */
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

  /** Returns whether nothing is uncertain and nothing is known to be missing. */
  public boolean isComplete() {
    return uncertain == 0 && impossible == 0 && (expected < 0 || expected == entries);
  }
}
