package org.flashgrove.access.table;

import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.storage.heap.HeapFigures;
import org.flashgrove.storage.log.LogFigures;
import org.flashgrove.storage.placement.PlacementFigures;

/**
 * Figures of an open table up to a moment. Each is read once; a writer at work meanwhile may be in
 * some of them already and in others not yet. Those of indices are the indices' own.
 *
 * @param records number of records
 * @param pages pages that hold records, those of overflow chains not among them
 * @param io traffic of record pages and those of the free-space map with the device
 * @param heap figures of the heap file, its cache among them
 * @param log traffic of the log
 * @param placement slots, barriers, syncs and discards
 * @param snapshotBytes bytes of earlier pages of records kept for snapshots
 * @param committed number of the newest commit
 * @param durable number up to which commits are known to be durable
 */
public record TableFigures(
    long records,
    long pages,
    IoFigures io,
    HeapFigures heap,
    LogFigures log,
    PlacementFigures placement,
    long snapshotBytes,
    long committed,
    long durable) {}
