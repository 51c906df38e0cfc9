package org.flashgrove.access.salvage;

import org.flashgrove.storage.node.SalvageStats;
import org.jspecify.annotations.Nullable;

/**
 * Entries rescued from one structure of a damaged store.
 *
 * @param name its name in the store; of a table that of its records
 * @param spec what it was made of
 * @param entries entries or records in the new store
 * @param uncertain those of them that may be out of date, or deleted
 * @param duplicates entries that were met again, or were there already, and are left out
 * @param impossible entries and records left out because the structure cannot hold them
 * @param expected how many entries there should be according to the log; -1 if it does not say that
 * @param figures what was met of a tree; null for others
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

  /** Returns whether nothing of it is uncertain, and nothing is known to be lacking. */
  public boolean isComplete() {
    return uncertain == 0 && impossible == 0 && (expected < 0 || expected == entries);
  }
}
