package org.flashgrove.access.structure;

import org.flashgrove.access.geodesic.Metrics;
import org.flashgrove.access.kind.HeapDivision;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.ProcessMemory;
import org.flashgrove.access.kind.SalvageContext;
import org.flashgrove.access.kind.StoreShares;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.Grove;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.BlockSnapshot;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.indexes.bulk.BulkOrder;

/**
 * A grove of a store ({@link Grove}). It stores entries in blocks of a separate file and has its
 * own write buffer. The store's flash-aware buffer and page pool are not used.
 */
public final class GroveStructure extends BlockStructure {
  /** Name of this kind of structure in specs. */
  public static final String KIND = "grove";

  /**
   * Memory from which on a grove writes each block in one I/O. A grove with less memory writes page
   * by page.
   */
  private static final long WHOLE_BLOCKS = 8 << 20;

  private final Grove grove;
  private final boolean isInFile;

  static final class Settings extends BlockStructure.Settings {
    private final GroveConfig grove;

    private Settings(Spec spec, GroveConfig grove, Metric metric, int blockPages) {
      super(spec, metric, blockPages);
      this.grove = grove;
    }

    @Override
    public String loadOrder() {
      return BulkOrder.HILBERT.word();
    }

    @Override
    public long ownBufferBytes() {
      return grove.memory();
    }

    /**
     * Returns the number of pages that are written in one I/O. It is a whole block, unless the
     * grove has little memory.
     */
    @Override
    public int gatheredPages() {
      return grove.memory() >= WHOLE_BLOCKS ? blockPages() : 1;
    }

    @Override
    public Structure make(String name, StructureContext site) {
      return new GroveStructure(name, this, site);
    }

    @Override
    public SalvagedIndex salvaged(SalvageContext site) {
      return site.grove();
    }

    static Settings of(Spec spec, int pageSize) {
      Metric metric = Metrics.of(spec);
      Settings settings =
          new Settings(spec, GroveConfig.of(spec), metric, pagesOfBlock(spec, pageSize));
      spec.requireAllUsed();
      return settings;
    }
  }

  GroveStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
    Settings settings = config.of(Settings.class);
    long asked = site.shares().layout(settings.ownBufferBytes());
    HeapDivision memory = site.division(name, asked);
    GroveConfig divided = settings.grove;
    if (memory.heapBytes() < divided.memory()) {
      divided = divided.divided(memory.heapBytes(), memory.besideBytes());
    }
    isInFile = !site.hasBlocks();
    grove = Grove.attach(stored(), divided, settings.metric());
    share(site.shares(), divided.memory(), settings.ownBufferBytes());
  }

  private void share(StoreShares shares, long laidOut, long asked) {
    if (shares.isAdaptive()) {
      ProcessMemory process = ProcessMemory.ofThisProcess();
      long most = process.blocks(Long.MAX_VALUE, MemoryRequest.NONE).heapBytes();
      long wanted = shares.isCommon() ? Math.min(asked, most) : laidOut;
      int pageBytes = stored().pageSize();
      grove.join(user -> shares.open(user, wanted, laidOut / 2, most, pageBytes));
    }
  }

  @Override
  protected Grove index() {
    return grove;
  }

  @Override
  protected void compact() {
    grove.compact(isInFile); // the space of raw flash cannot shrink
  }

  @Override
  protected long looseBytes() {
    return isInFile ? stored().looseBytes() : 0;
  }

  @Override
  protected BlockSnapshot<?> view(ComponentSnapshot snapshot) {
    return grove.at(snapshot);
  }

  @Override
  public StructureStats stats() {
    return StructureStats.of(
        name(), size(), io(), new GroveMetrics(grove.stats(), stored().figures()));
  }
}
