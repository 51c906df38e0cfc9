package org.flashgrove.access.structure;

import java.util.BitSet;
import java.util.function.LongConsumer;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.access.kind.SalvageContext;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.kind.StructureRole;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.grove.block.BlockForm;
import org.flashgrove.grove.index.BlockIndex;
import org.flashgrove.grove.index.BlockSnapshot;
import org.flashgrove.grove.index.SalvagedIndex;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.component.BlockPages;
import org.flashgrove.storage.component.ComponentFile;
import org.flashgrove.storage.component.PagedBlocks;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.PageCopy;

/**
 * Base class of spatial indices in sealed blocks: blocks that never change once they are written.
 * Such an index has a separate file and its own write buffer. It does not use the store's
 * flash-aware buffer and page pool.
 */
public abstract non-sealed class BlockStructure extends Structure implements EntryStructure {
  private static final long USUAL_BLOCK_BYTES = 128 << 10;

  private final int number;
  private final PageStore pages;
  private final ComponentFile file;

  /** Settings of an index of sealed blocks. */
  public abstract static class Settings extends StructureConfig {
    private final Metric metric;
    private final int blockPages;

    /**
     * Creates settings.
     *
     * @param metric metric of the index
     * @param blockPages number of pages of a block
     */
    protected Settings(Spec spec, Metric metric, int blockPages) {
      super(spec, StructureRole.BLOCK_INDEX);
      this.metric = metric;
      this.blockPages = blockPages;
    }

    /** Returns the number of pages of a block. */
    public final int blockPages() {
      return blockPages;
    }

    /** Returns the number of pages that the index writes in one I/O. */
    public int gatheredPages() {
      return 1;
    }

    @Override
    public final Metric metric() {
      return metric;
    }

    /** Returns a reader of the entries of a damaged index. */
    public abstract SalvagedIndex salvaged(SalvageContext site);

    @Override
    public final void requireFits(DeviceConfig device, int pageSize, BufferConfig buffer) {
      if (!buffer.logsCommits()) {
        throw new SpecException(
            "index '"
                + this
                + "' with flash spec '"
                + buffer
                + "', which has no log; use flash none, or a buffer with a log, such as efind");
      }
      long ofDevice = device.blockBytes();
      long bytes = (long) blockPages * pageSize;
      if (ofDevice > 0 && bytes != ofDevice) {
        throw new SpecException(
            "index '"
                + this
                + "' with blocks of "
                + bytes
                + " bytes on device '"
                + device
                + "' (allowed: block="
                + ofDevice
                + ", the device's)");
      }
    }

    @Override
    public final StructureSalvage salvage(SalvageContext site) {
      return site.blocks(salvaged(site), blockPages);
    }
  }

  /**
   * Creates the structure with its file of blocks. The subclass then attaches its index to {@link
   * #stored}.
   *
   * @param config settings of the class {@link Settings}
   */
  protected BlockStructure(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
    int blockPages = config.of(Settings.class).blockPages();
    number = site.number();
    BlockSpace ofDevice = site.blocks(site.counters());
    pages = ofDevice == null ? site.blockFile() : new BlockPages(site.blocks(new IoCounters()));
    BlockSpace blocks =
        ofDevice == null
            ? new PagedBlocks(new CountingPageStore(pages, site.counters()), blockPages)
            : ofDevice;
    int gathered = config.of(Settings.class).gatheredPages();
    file = new ComponentFile(site.log(), site.number(), blocks, site.tag(), gathered);
  }

  /**
   * Reads the block size in bytes from the key {@code block}, and converts it to pages. The default
   * is 128 KiB, or less if the footer of such a block does not fit in a page.
   */
  protected static int pagesOfBlock(Spec spec, int pageSize) {
    long least = (long) BlockSpace.MIN_BLOCK_PAGES * pageSize;
    long most = (long) BlockSpace.MAX_BLOCK_PAGES * pageSize;
    long fits = (long) BlockForm.mostPages(pageSize - ComponentStore.ENVELOPE_BYTES) * pageSize;
    long usual = Math.max(Math.min(USUAL_BLOCK_BYTES, fits), least);
    long bytes = spec.bytes("block", usual, least, most);
    if (bytes % pageSize != 0) {
      throw new SpecException(
          "block=" + bytes + " (allowed: a multiple of the page size, " + pageSize + ")");
    }
    return (int) (bytes / pageSize);
  }

  /** Returns the index. Each change that is made directly on the result has its own commit. */
  protected abstract BlockIndex<?> index();

  /** Returns the entries of the index at a snapshot of {@link #stored}. */
  protected abstract BlockSnapshot<?> view(ComponentSnapshot snapshot);

  @Override
  public final EntrySnapshot at(StoreSnapshot snapshot, boolean announces, LongConsumer pages) {
    return new BlockEntries(snapshot, view(snapshot.of(stored())), pages);
  }

  @Override
  protected final BlockIndex<?> plain() {
    return index();
  }

  @Override
  public final SpatialIndex entries() {
    return identified();
  }

  @Override
  public final SpatialBatch begin(WriteBatch batch) {
    return beginIdentified(batch);
  }

  @Override
  public final void requireHoldable(double minX, double minY, double maxX, double maxY) {
    index().metric().requireObject(minX, minY, maxX, maxY);
  }

  @Override
  public final long size() {
    return index().size();
  }

  @Override
  public CheckReport check() {
    return index().check();
  }

  @Override
  public final long preload(long mostBytes) {
    try (BlockSnapshot<?> entries = index().snapshot()) {
      return entries.preload(mostBytes);
    }
  }

  /** Visits all entries, then the nodes. See {@link EntryStructure#visitNodes}. */
  public final void visitNodes(NodeVisitor visitor) {
    double most = Double.MAX_VALUE;
    try (BlockSnapshot<?> entries = plain().snapshot()) {
      entries.search(-most, -most, most, most, visitor::entry);
      entries.visitNodes(visitor);
    }
  }

  @Override
  protected final ComponentFile stored() {
    return file;
  }

  @Override
  protected final OwnFile ownFile() {
    return new OwnFile(OwnFile.nameOfBlocks(number), true, pages, this::startCopy);
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
  protected final void open() {
    // The replay of the log has already opened the index.
  }

  @Override
  protected final void close() {
    index().close();
  }
}
