package org.flashgrove.access;

import java.util.function.LongConsumer;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.access.metrics.StructureMetrics;
import org.flashgrove.access.settings.Metrics;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.Grove;
import org.flashgrove.grove.GroveReport;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;

/**
 * A grove of a store ({@link Grove}): entries in blocks of a file of its own, with a write buffer
 * of its own. The store's flash-aware buffer and the pool below it have no part in it.
 */
public final class GroveStructure extends BlockStructure implements EntryStructure {
  /** Name of the specs of groves. */
  public static final String KIND = "grove";

  /** Memory from which on blocks are written whole, page by page below. */
  private static final long WHOLE_BLOCKS = 8 << 20;

  private final Grove grove;
  private final boolean isInFile;

  /**
   * Settings of a grove in a store.
   *
   * @param grove those of the index
   * @param metric how it measures distances
   * @param blockPages pages of a block
   */
  public record Settings(GroveConfig grove, Metric metric, int blockPages)
      implements BlockStructure.Settings {
    @Override
    public long bufferBytes() {
      return grove.memory();
    }

    /**
     * Returns the pages of a block that are written in one I/O: all of them where a block is little
     * beside the memory.
     */
    @Override
    public int gatheredPages() {
      return grove.memory() >= WHOLE_BLOCKS ? blockPages : 1;
    }

    static Settings of(Spec spec, int pageSize) {
      Metric metric = Metrics.of(spec);
      Settings settings = new Settings(GroveConfig.of(spec), metric, pagesOfBlock(spec, pageSize));
      spec.requireAllUsed();
      return settings;
    }
  }

  GroveStructure(String name, StructureConfig config, StructureSite site) {
    super(name, config, site);
    Settings settings = config.of(Settings.class);
    HeapDivision memory = site.division(name, settings.bufferBytes());
    GroveConfig divided = settings.grove();
    if (memory.heapBytes() < divided.memory()) {
      divided = divided.divided(memory.heapBytes(), memory.besideBytes());
    }
    isInFile = site.files().design().form().device().blockBytes() == 0;
    grove = Grove.attach(stored(), divided, settings.metric());
  }

  @Override
  public SpatialIndex entries() {
    return identified();
  }

  @Override
  Grove plain() {
    return grove;
  }

  @Override
  void compact() {
    grove.compact(isInFile); // blocks of raw flash have no end to be given back
  }

  /** Returns the grove. Its own changes are a commit each; closing it closes the store's log. */
  Grove grove() {
    return grove;
  }

  @Override
  public EntrySnapshot at(StoreSnapshot snapshot, boolean announces, LongConsumer pages) {
    return new BlockEntries(grove.at(snapshot.of(stored())), pages);
  }

  @Override
  public SpatialBatch begin(WriteBatch batch) {
    return beginIdentified(batch);
  }

  @Override
  public void requireHoldable(double minX, double minY, double maxX, double maxY) {
    grove.metric().requireObject(minX, minY, maxX, maxY);
  }

  @Override
  public long size() {
    return grove.size();
  }

  @Override
  public CheckReport check() {
    GroveReport found = grove.check();
    return new CheckReport(
        found.ok(),
        found.pages(),
        0,
        found.pages(),
        grove.size(),
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
        new GroveMetrics(grove.figures(), stored().figures()),
        null);
  }

  @Override
  void close() {
    grove.close();
  }
}
