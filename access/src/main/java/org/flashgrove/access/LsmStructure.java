package org.flashgrove.access;

import java.util.function.LongConsumer;
import org.flashgrove.access.metrics.LsmMetrics;
import org.flashgrove.access.metrics.StructureMetrics;
import org.flashgrove.access.settings.Metrics;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.lsm.LsmConfig;
import org.flashgrove.lsm.LsmReport;
import org.flashgrove.lsm.LsmTree;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;

/**
 * An LSM R-tree of a store ({@link LsmTree}): components in blocks of a file of its own, and
 * changes in a memory of its own. The store's flash-aware buffer and the pool below it have no part
 * in it.
 */
public final class LsmStructure extends BlockStructure implements EntryStructure {
  /** Name of the specs of LSM R-trees. */
  public static final String KIND = "lsm";

  private final LsmTree tree;
  private final boolean lazy;

  /**
   * Settings of an LSM R-tree in a store.
   *
   * @param tree those of the index
   * @param metric how it measures distances
   * @param blockPages pages of a block
   * @param lazy whether a table leaves entries that are no record's any more in the index, and
   *     looks at the record of each entry that a query finds
   */
  public record Settings(LsmConfig tree, Metric metric, int blockPages, boolean lazy)
      implements BlockStructure.Settings {
    @Override
    public long bufferBytes() {
      return tree.memory();
    }

    static Settings of(Spec spec, int pageSize) {
      Metric metric = Metrics.of(spec);
      boolean lazy = spec.choice("maintenance", "eager", "eager", "lazy").equals("lazy");
      Settings settings =
          new Settings(LsmConfig.of(spec), metric, pagesOfBlock(spec, pageSize), lazy);
      spec.requireAllUsed();
      return settings;
    }
  }

  LsmStructure(String name, StructureConfig config, StructureSite site) {
    super(name, config, site);
    Settings settings = config.of(Settings.class);
    lazy = settings.lazy();
    HeapDivision memory = site.division(name, settings.bufferBytes());
    LsmConfig divided = settings.tree();
    if (memory.heapBytes() < divided.memory()) {
      divided = divided.divided(memory.heapBytes(), memory.besideBytes());
    }
    tree = LsmTree.attach(stored(), divided, settings.metric());
  }

  @Override
  public SpatialIndex entries() {
    return identified();
  }

  @Override
  LsmTree plain() {
    return tree;
  }

  /** Returns the tree. Its own changes are a commit each; closing it closes the store's log. */
  LsmTree tree() {
    return tree;
  }

  /**
   * Returns whether it is an index of a table that holds entries of records as they once were, too.
   */
  public boolean isLazy() {
    return lazy;
  }

  @Override
  public EntrySnapshot at(StoreSnapshot snapshot, boolean announces, LongConsumer pages) {
    return new BlockEntries(tree.at(snapshot.of(stored())), pages);
  }

  @Override
  public SpatialBatch begin(WriteBatch batch) {
    return beginIdentified(batch);
  }

  @Override
  public void requireHoldable(double minX, double minY, double maxX, double maxY) {
    tree.metric().requireObject(minX, minY, maxX, maxY);
  }

  @Override
  public long size() {
    return tree.size();
  }

  @Override
  public CheckReport check() {
    LsmReport found = tree.check();
    return new CheckReport(
        found.ok(),
        found.pages(),
        0,
        found.pages(),
        tree.size(),
        found.problemCount(),
        found.problems());
  }

  @Override
  public StructureMetrics metrics() {
    return new StructureMetrics(
        name(),
        size(),
        io(),
        0,
        null,
        null,
        null,
        null,
        new LsmMetrics(tree.figures(), stored().figures()));
  }

  @Override
  void close() {
    tree.close();
  }
}
