package org.flashgrove.access;

import org.flashgrove.storage.log.Recovery;
import org.flashgrove.storage.placement.PlacementFigures;

/**
 * All counters of an open store at one moment, never changed afterwards. Each is read once; a
 * writer at work meanwhile may be in some of them already and in others not yet.
 *
 * @param figures traffic of pages, log and description, the buffer and a pool below it, the tree
 * @param placement slots, barriers, syncs and discards with {@code placement=free}, or null
 * @param snapshotBytes bytes of earlier images kept for snapshots
 * @param recovery what opening found in the log
 * @param entries entries of the newest commit
 * @param committed number of the newest commit
 * @param durable number up to which commits are known to be durable
 */
public record StoreMetrics(
    StoreFigures figures,
    PlacementFigures placement,
    long snapshotBytes,
    Recovery recovery,
    long entries,
    long committed,
    long durable) {}
