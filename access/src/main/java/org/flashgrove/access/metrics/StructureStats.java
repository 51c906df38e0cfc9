package org.flashgrove.access.metrics;

import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.storage.heap.HeapStats;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.jspecify.annotations.Nullable;

/**
 * All counters of a structure in an open store at one moment. The object is immutable.
 *
 * @param name name of the structure in its store
 * @param size number of entries or records at the newest commit
 * @param io page transfers of the structure, as {@link org.flashgrove.access.kind.Structure#io}
 *     returns them
 * @param snapshotBytes memory of old pages that are kept for snapshots, in bytes
 * @param buffer counters of the buffer between an index and the device, or null for records
 * @param tree counters of a spatial tree's algorithms, or null for other structures
 * @param heap counters of a heap file and its cache, or null for other structures
 * @param blocks counters of an index of sealed blocks, such as {@link GroveMetrics}, or null for
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
   * Returns the counters of a structure that has neither nodes nor a heap file.
   *
   * @param blocks counters of an index of sealed blocks, or null for other structures
   */
  public static StructureStats of(String name, long size, IoStats io, @Nullable BlockStats blocks) {
    return new StructureStats(name, size, io, 0, null, null, null, blocks);
  }
}
