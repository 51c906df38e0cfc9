package org.flashgrove.access.metrics;

import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.storage.heap.HeapStats;
import org.flashgrove.storage.node.buffer.BufferStats;
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
public record StructureStats(
    String name,
    long size,
    IoStats io,
    long snapshotBytes,
    @Nullable BufferStats buffer,
    @Nullable TreeStats tree,
    @Nullable HeapStats heap,
    @Nullable BlockStats blocks) {
  /**
   * Returns the counters of a structure that has no nodes and no heap file.
   *
   * @param blocks figures of an index of sealed blocks, or null for other structures
   */
  public static StructureStats of(String name, long size, IoStats io, @Nullable BlockStats blocks) {
    return new StructureStats(name, size, io, 0, null, null, null, blocks);
  }
}
