package org.flashgrove.access.kind;

import org.flashgrove.storage.node.SalvageStats;
import org.jspecify.annotations.Nullable;

/**
 * Result of salvaging one structure of a damaged store.
 *
 * @param uncertain number of salvaged entries or records that may be outdated or deleted
 * @param duplicates number of entries that were skipped because they were found several times or
 *     already exist
 * @param impossible number of entries and records that were skipped because the structure cannot
 *     store them
 * @param expected number of entries according to the log; -1 if unknown
 * @param figures counters of the salvage of a tree; null for other structures
 */
public record Rescue(
    long uncertain,
    long duplicates,
    long impossible,
    long expected,
    @Nullable SalvageStats figures) {}
