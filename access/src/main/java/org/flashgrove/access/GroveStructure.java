package org.flashgrove.access;

import java.util.BitSet;
import java.util.function.LongConsumer;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.access.metrics.StructureMetrics;
import org.flashgrove.access.settings.FlashSpec;
import org.flashgrove.access.settings.StoreForm;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.grove.Grove;
import org.flashgrove.indexes.grove.GroveConfig;
import org.flashgrove.indexes.grove.GroveReport;
import org.flashgrove.storage.component.BlockPages;
import org.flashgrove.storage.component.ComponentFile;
import org.flashgrove.storage.component.PagedBlocks;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.PageCopy;

/**
 * A grove of a store ({@link Grove}): entries in blocks of a file of its own, with a write buffer
 * of its own. The store's flash-aware buffer and the pool below it have no part in it.
 */
public final class GroveStructure extends Structure implements EntryStructure {
  /** Name of the specs of groves. */
  public static final String KIND = "grove";

  private static final long USUAL_BLOCK_BYTES = 128 << 10;

  private final int number;
  private final PageStore pages;
  private final ComponentFile file;
  private final Grove grove;

  /**
   * Settings of a grove in a store.
   *
   * @param grove those of the index
   * @param blockPages pages of a block
   */
  public record Settings(GroveConfig grove, int blockPages) implements StructureConfig.OwnBuffer {
    @Override
    public long bufferBytes() {
      return grove.memory();
    }

    static Settings of(Spec spec, int pageSize) {
      Settings settings = new Settings(GroveConfig.of(spec), pagesOfBlock(spec, pageSize));
      spec.requireAllUsed();
      return settings;
    }
  }

  GroveStructure(String name, StructureConfig config, StructureSite site) {
    super(name, config, site);
    Settings settings = config.as(Settings.class);
    int blockPages = settings.blockPages();
    number = site.number();
    BlockSpace ofDevice = site.blocks(site.counters());
    pages = ofDevice == null ? site.blockFile() : new BlockPages(site.blocks(new IoCounters()));
    BlockSpace blocks =
        ofDevice == null
            ? new PagedBlocks(new CountingPageStore(pages, site.counters()), blockPages)
            : ofDevice;
    file = new ComponentFile(site.log(), site.number(), blocks, site.tag(), 1); // page by page
    grove = Grove.attach(file, settings.grove());
  }

  /**
   * Refuses a store that a grove cannot be in.
   *
   * @throws SpecException naming what is allowed
   */
  static void requireFits(StructureConfig config, StoreForm form, FlashSpec flash) {
    if (!flash.buffer().logsCommits()) {
      throw new SpecException(
          "index '"
              + config
              + "' with flash spec '"
              + flash
              + "', which has no log (allowed: none, or a buffer with a log, such as efind)");
    }
    long ofDevice = form.device().blockBytes();
    long bytes = (long) config.as(Settings.class).blockPages() * form.pageSize();
    if (ofDevice > 0 && bytes != ofDevice) {
      throw new SpecException(
          "index '"
              + config
              + "' with blocks of "
              + bytes
              + " bytes on device '"
              + form.device()
              + "' (allowed: block="
              + ofDevice
              + ", the device's)");
    }
  }

  private static int pagesOfBlock(Spec spec, int pageSize) {
    long least = (long) BlockSpace.MIN_BLOCK_PAGES * pageSize;
    long most = (long) BlockSpace.MAX_BLOCK_PAGES * pageSize;
    long usual = Math.max(USUAL_BLOCK_BYTES, least);
    long bytes = spec.bytes("block", usual, least, most);
    if (bytes % pageSize != 0) {
      throw new SpecException(
          "block=" + bytes + " (allowed: a multiple of the page size, " + pageSize + ")");
    }
    return (int) (bytes / pageSize);
  }

  @Override
  public SpatialIndex entries() {
    return grove;
  }

  /** Returns the grove. Its own changes are a commit each; closing it closes the store's log. */
  Grove grove() {
    return grove;
  }

  @Override
  public EntrySnapshot at(StoreSnapshot snapshot, boolean announces, LongConsumer pages) {
    return new GroveEntries(grove.at(snapshot.of(file)), pages);
  }

  @Override
  public SpatialBatch begin(WriteBatch batch) {
    SpatialBatch changes = grove.begin();
    join(batch, changes::close);
    return changes;
  }

  @Override
  public void requireHoldable(double minX, double minY, double maxX, double maxY) {
    // it holds every rectangle
  }

  @Override
  ComponentFile stored() {
    return file;
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
        new GroveMetrics(grove.figures(), file.figures()));
  }

  @Override
  OwnFile ownFile() {
    return new OwnFile(StoreFiles.blocksOf(number), true, pages, this::startCopy);
  }

  private PageCopy startCopy(PageStore target) {
    BitSet wanted = new BitSet();
    int blockPages = file.blockPages();
    for (Block block : file.startCopy()) {
      int first = Math.toIntExact(block.number() * blockPages);
      wanted.set(first, first + block.pages());
    }
    return new PageCopy(pages, wanted, target, file::endCopy);
  }

  @Override
  void open() {
    // the replay of the log has opened the grove
  }

  @Override
  void close() {
    grove.close();
  }
}
