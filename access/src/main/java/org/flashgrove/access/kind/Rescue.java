package org.flashgrove.access.kind;

import org.flashgrove.storage.node.SalvageStats;
import org.jspecify.annotations.Nullable;

/**
 * Result of rescuing one structure of a damaged store.
 *
 * @param uncertain entries or records in the new store that may be out of date, or deleted
 * @param duplicates entries that were met again, or were there already, and are left out
 * @param impossible entries and records left out because the structure cannot hold them
 * @param expected how many entries there should be according to the log; -1 if it does not say that
 * @param figures what was met of a tree; null for others
 */
public record Rescue(
    long uncertain,
    long duplicates,
    long impossible,
    long expected,
    @Nullable SalvageStats figures) {}
