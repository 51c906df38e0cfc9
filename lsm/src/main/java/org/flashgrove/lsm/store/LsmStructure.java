package org.flashgrove.lsm.store;

import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.kind.HeapDivision;
import org.flashgrove.access.kind.SalvageContext;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.access.structure.BlockStructure;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.index.BlockSnapshot;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.lsm.LsmTree;
import org.flashgrove.lsm.SalvagedLsm;
import org.flashgrove.lsm.merge.LsmConfig;

/**
 * LSM R-tree ({@link LsmTree}) in a store. It stores its components in blocks of a separate file,
 * and has memory of its own for changes. It uses neither the flash-aware buffer of the store nor
 * the page pool below that buffer.
 */
public final class LsmStructure extends BlockStructure {
  /** Name of LSM R-trees in specs. */
  public static final String KIND = "lsm";

  private final LsmTree tree;
  private final boolean lazy;

  /**
   * Settings of an LSM R-tree in a store. With lazy maintenance, the index of a table keeps stale
   * entries, and queries check the record of each entry that they find.
   */
  static final class Settings extends BlockStructure.Settings {
    private final LsmConfig tree;
    private final boolean lazy;

    private Settings(Spec spec, LsmConfig tree, Metric metric, int blockPages, boolean lazy) {
      super(spec, metric, blockPages);
      this.tree = tree;
      this.lazy = lazy;
    }

    @Override
    public String loadOrder() {
      return tree.bulkOrder().word();
    }

    @Override
    public long ownBufferBytes() {
      return tree.memory();
    }

    @Override
    public boolean isLazy() {
      return lazy;
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return new LsmStructure(name, this, site);
    }

    @Override
    public SalvagedIndex salvaged(SalvageContext site) {
      return new SalvagedLsm(site.losses()::add);
    }

    static Settings of(Spec spec, int pageSize) {
      Metric metric = Metrics.of(spec);
      boolean lazy = spec.choice("maintenance", "eager", "eager", "lazy").equals("lazy");
      Settings settings =
          new Settings(spec, LsmConfig.of(spec), metric, pagesOfBlock(spec, pageSize), lazy);
      spec.requireAllUsed();
      return settings;
    }
  }

  LsmStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
    Settings settings = config.of(Settings.class);
    lazy = settings.lazy;
    HeapDivision memory = site.division(name, settings.ownBufferBytes());
    LsmConfig divided = settings.tree;
    if (memory.heapBytes() < divided.memory()) {
      divided = divided.divided(memory.heapBytes(), memory.besideBytes());
    }
    tree = LsmTree.attach(stored(), divided, settings.metric());
  }

  @Override
  protected LsmTree index() {
    return tree;
  }

  /**
   * Returns the tree. Each direct change of the tree is a commit. Closing the tree closes the log
   * of the store.
   */
  public LsmTree tree() {
    return tree;
  }

  @Override
  public boolean isLazy() {
    return lazy;
  }

  /** Flushes the changes in memory to blocks, where they take less space than in the log. */
  @Override
  protected void compact() {
    tree.flush();
  }

  /** Returns the number of bytes that the changes in memory take in the log of the store. */
  @Override
  protected long looseBytes() {
    return stored().unflushedBytes();
  }

  @Override
  protected BlockSnapshot<?> view(ComponentSnapshot snapshot) {
    return tree.at(snapshot);
  }

  @Override
  public StructureStats stats() {
    return StructureStats.of(
        name(), size(), io(), new LsmMetrics(tree.stats(), stored().figures()));
  }
}
