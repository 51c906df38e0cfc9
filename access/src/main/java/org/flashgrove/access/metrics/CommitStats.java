package org.flashgrove.access.metrics;

import org.flashgrove.storage.log.Recovery;

/**
 * The commits of an open store at one moment.
 *
 * @param newest number of the newest commit
 * @param durable number up to which commits are known to be durable
 * @param recovery what opening found in the log
 */
public record CommitStats(long newest, long durable, Recovery recovery) {}
