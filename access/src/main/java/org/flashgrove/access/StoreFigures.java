package org.flashgrove.access;

import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.storage.log.LogFigures;
import org.flashgrove.storage.node.BufferFigures;
import org.flashgrove.storage.page.PoolFigures;

/**
 * Figures of an open store up to a moment.
 *
 * @param io traffic of index pages
 * @param log traffic of the log
 * @param metaPageWrites pages written for the store's description
 * @param buffer figures of the buffer
 * @param poolPolicy name of the policy that replaces pages of a generic pool: the buffer's, if it
 *     is one, or the pool's below; null if there is none
 * @param pool figures of the pool below a flash-aware buffer, or null if there is none
 * @param tree figures of the tree's algorithms
 */
public record StoreFigures(
    IoFigures io,
    LogFigures log,
    long metaPageWrites,
    BufferFigures buffer,
    String poolPolicy,
    PoolFigures pool,
    TreeFigures tree) {}
