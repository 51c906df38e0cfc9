package org.flashgrove.access.structure;

import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.SalvageContext;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.tree.LockedTree;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/** A spatial tree of a store. Its entries are pairs of an id and a rectangle. */
public final class SpatialStructure extends IndexStructure implements EntryStructure {
  private final TreeAlgorithm algorithm;
  private final Metric metric;

  @SuppressWarnings("NullAway.Init") // open() sets it
  private SpatialTree tree;

  static final class Settings extends StructureConfig {
    private final Supplier<TreeAlgorithm> algorithms;
    private final Metric metric;

    /**
     * Creates settings.
     *
     * @param algorithms creates a new algorithm with these settings on each call
     */
    Settings(Spec spec, Supplier<TreeAlgorithm> algorithms, Metric metric) {
      super(spec, StructureRole.TREE);
      this.algorithms = algorithms;
      this.metric = metric;
    }

    private TreeLayout layout() {
      return algorithms.get().layout();
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return new SpatialStructure(name, this, algorithms.get(), site);
    }

    @Override
    public MemoryRequest memory(DeviceConfig device, int pageSize, BufferConfig buffer) {
      return memoryOfTree(pageSize, buffer);
    }

    @Override
    public void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
      buffer.requireFits(device, toString(), layout());
    }

    @Override
    public Metric metric() {
      return metric;
    }

    @Override
    public StructureSalvage salvage(SalvageContext site) {
      return site.tree(layout());
    }
  }

  private SpatialStructure(
      String name, Settings settings, TreeAlgorithm algorithm, StructureContext site) {
    super(name, settings, algorithm.layout(), site);
    this.algorithm = algorithm;
    metric = settings.metric;
  }

  @Override
  protected void open() {
    tree = SpatialTree.open(stored(), algorithm, metric);
  }

  /**
   * Returns the tree. Each change that is made directly on the tree has its own commit. Closing the
   * tree closes the store's log.
   */
  SpatialTree tree() {
    return tree;
  }

  @Override
  LockedTree lockedTree() {
    return tree;
  }

  @Override
  public SpatialBatch begin(WriteBatch batch) {
    return beginIdentified(batch);
  }

  @Override
  public long preload(long mostBytes) {
    return tree.preload(mostBytes);
  }

  /**
   * Fills the tree, which must be empty, within a batch.
   *
   * @param loader a loader of this tree, with all entries added
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(BulkLoader loader, WriteBatch batch) {
    tree.load(loader, batch.begin(stored()));
  }

  @Override
  public void visitNodes(NodeVisitor visitor) {
    tree.visitNodes(visitor);
  }

  /** Returns statistics of the tree's nodes. Reads every node. */
  public TreeStructure structure() {
    return tree.structure();
  }

  /** Returns whether the entries of a node of the tree may continue in overflow nodes. */
  public boolean hasOverflowNodes() {
    return tree.isChained();
  }

  @Override
  public void requireHoldable(double minX, double minY, double maxX, double maxY) {
    metric.requireObject(minX, minY, maxX, maxY);
    algorithm.requireHoldable(minX, minY, maxX, maxY);
  }

  @Override
  public SpatialIndex entries() {
    return identified();
  }

  @Override
  protected SpatialIndex plain() {
    return tree;
  }

  @Override
  public EntrySnapshot at(StoreSnapshot snapshot, boolean announces, LongConsumer pages) {
    return new TreeEntries(
        tree,
        algorithm.layout(),
        new CountedNodes(snapshot, snapshot.of(stored()), pages),
        announces);
  }

  @Override
  @Nullable TreeStats treeFigures() {
    return tree.figures();
  }
}
