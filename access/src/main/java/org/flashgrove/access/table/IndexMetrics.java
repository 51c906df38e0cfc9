package org.flashgrove.access.table;

import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.storage.node.BufferFigures;

/**
 * All counters of an index of a table at one moment, never changed afterwards.
 *
 * @param name the index's name in its table
 * @param entries entries of the newest commit
 * @param io traffic of the index's nodes with the device
 * @param buffer figures of the buffer between index and device
 * @param tree figures of the tree's algorithms, or null for an index on the key, which counts none
 * @param snapshotBytes bytes of earlier images of nodes kept for snapshots
 */
public record IndexMetrics(
    String name,
    long entries,
    IoFigures io,
    BufferFigures buffer,
    TreeFigures tree,
    long snapshotBytes) {}
