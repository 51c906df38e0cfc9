package org.flashgrove.access.kind;

import org.flashgrove.storage.node.SalvageStats;
import org.jspecify.annotations.Nullable;

/**
 * Result of salvaging one structure of a damaged store.
 *
 * @param uncertain number of salvaged entries or records that may be outdated or deleted
 * @param duplicates number of entries that were found several times, or already exist, and were
 *     skipped
 * @param impossible number of entries and records that the structure cannot store and that were
 *     skipped
 * @param expected number of entries according to the log; -1 if unknown
 * @param figures statistics of a tree; null for other structures
 */
public record Rescue(
    long uncertain,
    long duplicates,
    long impossible,
    long expected,
    @Nullable SalvageStats figures) {}
