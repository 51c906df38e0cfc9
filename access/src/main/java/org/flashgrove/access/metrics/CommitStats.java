package org.flashgrove.access.metrics;

import org.flashgrove.storage.log.Recovery;

/**
 * The commits of an open store at one moment.
 *
 * @param newest number of the newest commit
 * @param durable number of the newest commit that is known to be durable
 * @param recovery counts of the changes that were found in the log and replayed when the store was
 *     opened
 */
public record CommitStats(long newest, long durable, Recovery recovery) {}
