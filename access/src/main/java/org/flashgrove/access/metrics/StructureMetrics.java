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
 *     org.flashgrove.access.kind.Structure#io} returns it
 * @param snapshotBytes bytes of earlier images of pages kept for snapshots
 * @param buffer figures of the buffer between an index and the device, or null for records
 * @param tree figures of a spatial tree's algorithms, or null for other structures
 * @param heap figures of a heap file, its cache included, or null for an index
 * @param blocks figures of an index of sealed blocks, such as {@link GroveMetrics}, or null for
 *     other structures
 */
public record StructureMetrics(
    String name,
    long size,
    IoFigures io,
    long snapshotBytes,
    @Nullable BufferFigures buffer,
    @Nullable TreeFigures tree,
    @Nullable HeapFigures heap,
    @Nullable BlockMetrics blocks) {
  /**
   * Returns the counters of a structure that has no nodes and no heap file.
   *
   * @param blocks figures of an index of sealed blocks, or null for other structures
   */
  public static StructureMetrics of(
      String name, long size, IoFigures io, @Nullable BlockMetrics blocks) {
    return new StructureMetrics(name, size, io, 0, null, null, null, blocks);
  }
}
