package org.flashgrove.access.metrics;

import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.storage.heap.HeapFigures;
import org.flashgrove.storage.node.buffer.BufferFigures;
import org.jspecify.annotations.Nullable;

/**
 * All counters of a structure of an open store at one moment, never changed afterwards.
 *
 * @param name the structure's name in its store
 * @param size entries or records of the newest commit
 * @param io traffic of the structure's pages with the device, as {@link
 *     org.flashgrove.access.Structure#io} returns it
 * @param snapshotBytes bytes of earlier images of pages kept for snapshots
 * @param buffer figures of the buffer between an index and the device, or null for records
 * @param tree figures of a spatial tree's algorithms, or null for other structures
 * @param heap figures of a heap file, its cache included, or null for an index
 * @param grove figures of a grove, or null for other structures
 * @param lsm figures of an LSM R-tree, or null for other structures
 */
public record StructureMetrics(
    String name,
    long size,
    IoFigures io,
    long snapshotBytes,
    @Nullable BufferFigures buffer,
    @Nullable TreeFigures tree,
    @Nullable HeapFigures heap,
    @Nullable GroveMetrics grove,
    @Nullable LsmMetrics lsm) {}
