package org.flashgrove.access;

import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.storage.log.LogFigures;
import org.flashgrove.storage.node.BufferFigures;

/**
 * Figures of an open store up to a moment.
 *
 * @param io traffic of index pages
 * @param log traffic of the log
 * @param metaPageWrites pages written for the store's description
 * @param buffer figures of the buffer
 * @param tree figures of the tree's algorithms
 */
public record StoreFigures(
    IoFigures io, LogFigures log, long metaPageWrites, BufferFigures buffer, TreeFigures tree) {}
