package org.flashgrove.access.table;

import java.util.List;
import org.flashgrove.storage.log.Recovery;

/**
 * All counters of an open table at one moment, never changed afterwards. Each is read once; a
 * writer at work meanwhile may be in some of them already and in others not yet.
 *
 * @param figures records and their pages, log, placement, the newest commit and the newest durable
 *     one
 * @param metaPageWrites pages written of maps, superblocks and the description
 * @param indices the indices, in the order of the table's options; not to be changed
 * @param recovery what opening found in the log
 */
public record TableMetrics(
    TableFigures figures, long metaPageWrites, List<IndexMetrics> indices, Recovery recovery) {}
