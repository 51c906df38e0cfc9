package org.flashgrove.salvage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.salvage.page.LogSalvage;
import org.flashgrove.salvage.page.RawPages;
import org.flashgrove.storage.component.BlockPages;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.file.disk.StoreLock;
import org.flashgrove.storage.page.SlotReader;
import org.flashgrove.storage.placement.Placement;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.jspecify.annotations.NullUnmarked;

/** Files of a damaged store, opened for reading only and locked against writers. */
@NullUnmarked
public final class StoreRecoveryScan implements AutoCloseable {
  private final AutoCloseable held;
  private final StoreDirectory descriptions;
  private final StoreDirectory files;
  private StoreDescription description;
  private StoreDesign target;
  private RawPages pages;
  private LogSalvage log;
  private final List<RawPages> blockFiles = new ArrayList<>();

  private StoreRecoveryScan(AutoCloseable held, StoreDirectory descriptions, StoreDirectory files) {
    this.held = held;
    this.descriptions = descriptions;
    this.files = files;
  }

  /**
   * Locks the files of a store in a directory without reading them.
   *
   * @param hints hints of which only the device is used. If the device is null, it comes from the
   *     description. If the description is unreadable, the files of the directory tell the device
   * @throws org.flashgrove.core.failure.StoreException if another process has opened the store for
   *     changes
   */
  public static StoreRecoveryScan lock(Path directory, SalvageHints hints) {
    if (!areIn(directory)) {
      StoreDescription.read(directory); // throws if there is no description
    }
    StoreDirectory descriptions = new DiskDirectory(directory);
    DeviceConfig config = config(deviceOf(directory, descriptions, hints));
    if (config != null && !config.isForgotten() && !config.isInFiles()) {
      StoreOptions options =
          StoreOptions.defaults()
              .withIndex(DescriptionRecoveryScan.GUESSED) // this index fits any device
              .withDevice(config.toString());
      StoreDevice simulated = config.openReadOnly(options.design().filesIn(directory));
      return new StoreRecoveryScan(simulated, descriptions, simulated.files().directory());
    }
    boolean hasLock = Files.exists(directory.resolve(StoreLock.FILE));
    StoreLock lock = hasLock ? StoreLock.takeShared(directory) : null;
    StoreDirectory files = lock == null ? descriptions : lock.directory();
    return new StoreRecoveryScan(lock, files, files);
  }

  /**
   * Returns whether a directory contains the page file of a store, the image of a simulated device,
   * or other files that only one kind of device creates.
   */
  private static boolean areIn(Path directory) {
    return Files.exists(directory.resolve(StoreDesign.PAGES))
        || Files.exists(directory.resolve(StoreDevice.IMAGE))
        || DeviceKinds.find(directory) != null;
  }

  /**
   * Returns the spec of the device: the hint, the line of the description, or what the files of the
   * device tell, in this order.
   */
  private static String deviceOf(Path directory, StoreDirectory descriptions, SalvageHints hints) {
    String said = StoreDescription.linesOf(descriptions).get("device");
    if (hints.device() != null || said != null) {
      return hints.device() != null ? hints.device() : said;
    }
    Spec found = DeviceKinds.find(directory);
    return found == null ? "buffered" : found.toString();
  }

  private static DeviceConfig config(String device) {
    try {
      return DeviceKinds.read(Spec.parse(device));
    } catch (SpecException e) {
      return null;
    }
  }

  /** Returns a scan of the files that are accessed through a directory object. */
  public static StoreRecoveryScan of(StoreDirectory directory) {
    return new StoreRecoveryScan(null, directory, directory);
  }

  /**
   * Reconstructs the design of the store, and opens its page file and its log.
   *
   * @param losses receives the unreadable parts of the description
   * @throws DamagedStoreException if the design cannot be reconstructed or the page file is missing
   */
  public void open(SalvageHints hints, SalvageLosses losses) {
    DescriptionRecoveryScan found = new DescriptionRecoveryScan(descriptions, files, hints, losses);
    description = found.find();
    StoreDesign like = description.design().ofBackup();
    target =
        found.isIndexGuessed()
            ? like.with(StoreDesign.ONLY_INDEX, DescriptionRecoveryScan.GUESSED)
            : like.ofStructures(like.specs());
    requireFile(StoreDesign.PAGES);
    pages = RawPages.open(files, StoreDesign.PAGES, design().pageSize());
    if (files.exists(StoreDesign.LOG)) {
      log = LogSalvage.open(files, StoreDesign.LOG, tag());
    }
  }

  /** Returns the name of the store for messages. */
  public String name() {
    return descriptions.name();
  }

  /** Returns the design of the damaged store. */
  public StoreDesign design() {
    return description.design();
  }

  /**
   * Returns the design of the new store for the salvaged data. It equals the design of the damaged
   * store, except that the new store always has files, even if the damaged store was in memory.
   */
  public StoreDesign target() {
    return target;
  }

  /** Returns the tag that is written in all page maps and log frames of the store. */
  public long tag() {
    return description.storeTag();
  }

  /** Returns the tag that is written in all pages of a structure. */
  public long tag(int structure) {
    return design().tag(tag(), structure);
  }

  /** Returns whether the store writes pages in place or to free slots. */
  public Placement placement() {
    return design().device().placement();
  }

  /**
   * Rejects a store that salvage cannot read, because its buffer does not write one node per page
   * but packs several nodes into a page.
   *
   * @throws SpecException for such a store; the message lists the alternatives
   */
  public void requirePagesOfNodes() {
    if (design().flash().hasOwnPages()) {
      throw new SpecException(
          "salvage: cannot read the pages of flash '"
              + design().flash()
              + "'; open the store, or restore a backup");
    }
  }

  /**
   * Returns a reader for the file of blocks of a structure. If the device itself stores blocks,
   * returns a reader for these blocks.
   *
   * @throws DamagedStoreException if the file is missing
   */
  public SlotReader blocks(int structure) {
    int pageSize = design().pageSize();
    BlockSpace ofDevice =
        held instanceof StoreDevice device ? device.blocks(pageSize, new IoCounters()) : null;
    if (ofDevice != null) {
      return new BlockPages(ofDevice);
    }
    String file = OwnFile.nameOfBlocks(structure);
    requireFile(file);
    RawPages opened = RawPages.open(files, file, pageSize);
    blockFiles.add(opened);
    return opened;
  }

  private void requireFile(String file) {
    if (!files.exists(file)) {
      throw new DamagedStoreException(file, "offset 0", "the file is missing")
          .in(descriptions.name());
    }
  }

  /** Returns a reader of the page file's slots, each of which contains one page. */
  public RawPages pages() {
    return pages;
  }

  /** Returns the log, or null if the file is missing. */
  public LogSalvage log() {
    return log;
  }

  private void release() {
    if (held instanceof StoreDevice device) {
      device.close();
    } else if (held instanceof StoreLock lock) {
      lock.close();
    }
  }

  @Override
  public void close() {
    try {
      blockFiles.forEach(RawPages::close);
      if (pages != null) {
        pages.close();
      }
      if (log != null) {
        log.close();
      }
    } finally {
      release();
    }
  }
}
