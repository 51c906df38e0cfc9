package org.flashgrove.access.structure;

import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.LockedTree;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.node.pool.PoolBuffer;
import org.jspecify.annotations.Nullable;

/** A tree of a store. Each tree has its own buffer between its nodes and the device. */
public abstract sealed class IndexStructure extends Structure
    permits SpatialStructure, KeyStructure, ValueStructure, IdStructure {
  private final NodeBuffer buffer;
  private final LoggedNodeStore nodes;
  private final boolean isAdaptive;

  IndexStructure(String name, StructureConfig config, TreeLayout layout, StructureContext site) {
    super(name, config, site);
    isAdaptive = site.shares().isAdaptive();
    NodeDevice device = site.nodes();
    buffer = site.buffer().maker().make(device, layout, site.frames());
    if (buffer instanceof PoolBuffer pool) {
      site.share(pool.shared());
    }
    nodes =
        new LoggedNodeStore(
            site.log(), site.number(), layout, device, buffer, LoggedNodeStore.SNAPSHOT_BYTES);
  }

  static MemoryRequest memoryOfTree(int pageSize, BufferConfig buffer) {
    long bytes = buffer.memoryBytes(pageSize);
    return buffer.isOnHeap() ? MemoryRequest.onHeap(bytes) : MemoryRequest.ofPool(bytes);
  }

  /**
   * Returns the buffer between the tree and the device, cast to a type, for operations that only
   * this type offers. Returns null if the buffer has another type.
   */
  final <B> @Nullable B buffer(Class<B> type) {
    return type.isInstance(buffer) ? type.cast(buffer) : null;
  }

  /** Returns the tree by the methods that all trees have. */
  abstract LockedTree lockedTree();

  @Override
  public long size() {
    return lockedTree().size();
  }

  @Override
  public CheckReport check() {
    return lockedTree().check();
  }

  @Override
  protected void close() {
    lockedTree().close();
  }

  @Override
  protected final LoggedNodeStore stored() {
    return nodes;
  }

  /**
   * Returns whether the memory of the buffer depends on its use. If it does not, as on simulated
   * devices, the order of page accesses must stay reproducible.
   */
  final boolean isAdaptive() {
    return isAdaptive;
  }

  /** Returns the counters of the tree's algorithms, or null if it has none. */
  @Nullable TreeStats treeFigures() {
    return null; // a B+-tree has no counters
  }

  @Override
  public final StructureStats stats() {
    return new StructureStats(
        name(),
        size(),
        io(),
        nodes.snapshotBytes(),
        nodes.bufferFigures(),
        treeFigures(),
        null,
        null);
  }
}
