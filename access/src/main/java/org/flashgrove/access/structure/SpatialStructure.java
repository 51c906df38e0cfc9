package org.flashgrove.access.structure;

import java.util.function.LongConsumer;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.SalvageSite;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.kind.StructureSettings;
import org.flashgrove.access.kind.StructureSite;
import org.flashgrove.access.kind.TreeConfig;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/** A spatial tree of a store: entries of an id and a rectangle. */
public final class SpatialStructure extends IndexStructure implements EntryStructure {
  private final TreeAlgorithm algorithm;
  private final Metric metric;

  @SuppressWarnings("NullAway.Init") // open() sets it
  private SpatialTree tree;

  /**
   * Settings of a spatial tree in a store.
   *
   * @param tree those of the tree
   */
  public record Settings(TreeConfig tree) implements StructureSettings {
    @Override
    public Structure make(String name, StructureConfig config, StructureSite site) {
      return new SpatialStructure(name, config, tree.algorithm(), site);
    }

    @Override
    public MemoryRequest memory(StoreForm form, BufferConfig buffer) {
      return memoryOfTree(form, buffer);
    }

    @Override
    public void requireFits(String spec, StoreForm form, FlashSpec flash) {
      flash.buffer().requireFits(form, spec, tree.layout());
    }

    @Override
    public Metric metric() {
      return tree.metric();
    }

    @Override
    public StructureSalvage salvage(SalvageSite site) {
      return site.tree(tree.layout());
    }
  }

  private SpatialStructure(
      String name, StructureConfig config, TreeAlgorithm algorithm, StructureSite site) {
    super(name, config, algorithm.layout(), site);
    this.algorithm = algorithm;
    metric = config.of(Settings.class).metric();
  }

  @Override
  protected void open() {
    tree = SpatialTree.open(stored(), algorithm, metric);
  }

  /** Returns the tree. Its own changes are a commit each; closing it closes the store's log. */
  SpatialTree tree() {
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
   * Fills the tree, which is empty, in a batch of the store.
   *
   * @param loader a loader of the tree, with all entries added
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(BulkLoader loader, WriteBatch batch) {
    tree.load(loader, batch.begin(stored()));
  }

  @Override
  public void visitNodes(NodeVisitor visitor) {
    tree.visitNodes(visitor);
  }

  /** Returns figures of the tree's nodes. Reads every node. */
  public TreeStructure structure() {
    return tree.structure();
  }

  /** Returns whether nodes of the tree may go on in overflow nodes. */
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
    return new TreeEntries(tree, new CountedNodes(snapshot.of(stored()), pages), announces);
  }

  @Override
  public long size() {
    return tree.size();
  }

  @Override
  public CheckReport check() {
    return tree.check(true);
  }

  @Override
  @Nullable TreeFigures treeFigures() {
    return tree.figures();
  }

  @Override
  protected void close() {
    tree.close();
  }
}
