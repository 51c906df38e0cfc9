package org.flashgrove.access;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.salvage.page.LogSalvage;
import org.flashgrove.storage.component.BlockPages;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.RawPages;
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
   * Locks what is left in a directory; nothing of it is opened yet.
   *
   * @param hints what the caller knows of the store: its device counts; what it does not say is
   *     taken from the description, as far as that can be read
   * @throws org.flashgrove.core.failure.StoreException if another process writes it
   */
  public static StoreRecoveryScan lock(Path directory, SalvageHints hints) {
    if (!areIn(directory)) {
      StoreDescription.read(directory); // reports that there is none
    }
    StoreDirectory descriptions = new DiskDirectory(directory);
    String said = StoreDescription.linesOf(descriptions).getOrDefault("device", "buffered");
    DeviceConfig config = config(hints.device() != null ? hints.device() : said);
    if (config != null && config.isSimulated()) {
      StoreOptions options =
          StoreOptions.defaults()
              .withIndex(DescriptionRecoveryScan.GUESSED) // fits any device
              .withDevice(config.toString());
      StoreDevice simulated = config.openReadOnly(StoreFiles.site(options.design(), directory));
      return new StoreRecoveryScan(simulated, descriptions, simulated.files().directory());
    }
    boolean hasLock = Files.exists(directory.resolve(StoreLock.FILE));
    StoreLock lock = hasLock ? StoreLock.takeShared(directory) : null;
    StoreDirectory files = lock == null ? descriptions : lock.directory();
    return new StoreRecoveryScan(lock, files, files);
  }

  /** Returns whether a directory has pages of a store, or the image of a device with them. */
  private static boolean areIn(Path directory) {
    return Files.exists(directory.resolve(StoreFiles.PAGES))
        || Files.exists(directory.resolve(StoreDevice.IMAGE));
  }

  private static DeviceConfig config(String device) {
    try {
      return DeviceKinds.read(Spec.parse(device));
    } catch (SpecException e) {
      return null;
    }
  }

  /** Returns what is left in a directory that the caller keeps. */
  public static StoreRecoveryScan of(StoreDirectory directory) {
    return new StoreRecoveryScan(null, directory, directory);
  }

  /**
   * Finds out what the store is made of, and opens its slots and its log.
   *
   * @param losses receives what cannot be read of the description
   * @throws DamagedStoreException if too little is left of it, or there is no file of pages
   */
  public void open(SalvageHints hints, SalvageLosses losses) {
    DescriptionRecoveryScan found = new DescriptionRecoveryScan(descriptions, files, hints, losses);
    description = found.find();
    StoreDesign like = description.design().ofBackup();
    target =
        found.isIndexGuessed()
            ? like.with(StoreDesign.ONLY_INDEX, DescriptionRecoveryScan.GUESSED)
            : like.ofStructures(like.specs());
    requireFile(StoreFiles.PAGES);
    pages = RawPages.open(files, StoreFiles.PAGES, design().pageSize());
    if (files.exists(StoreFiles.LOG)) {
      log = LogSalvage.open(files, StoreFiles.LOG, tag());
    }
  }

  /** Returns where the store is, for messages. */
  public String name() {
    return descriptions.name();
  }

  /** Returns what the store is made of. */
  public StoreDesign design() {
    return description.design();
  }

  /** Returns what a store is made of that takes what is rescued: files, if this was in memory. */
  public StoreDesign target() {
    return target;
  }

  /** Returns what binds page maps and frames to the store. */
  public long tag() {
    return description.storeTag();
  }

  /** Returns what binds the pages of a structure to it. */
  public long tag(int structure) {
    return design().tag(tag(), structure);
  }

  /** Returns where pages are written. */
  public Placement placement() {
    return design().device().placement();
  }

  /**
   * Refuses a store whose buffer keeps nodes on pages of units, where no salvage finds them.
   *
   * @throws SpecException saying what is allowed
   */
  public void requirePagesOfNodes() {
    if (design().flash().hasOwnPages()) {
      throw new SpecException(
          "salvage of a store of flash '"
              + design().flash()
              + "', whose nodes are not on pages of their own (allowed: opening it; backups)");
    }
  }

  /**
   * Returns the slots of a structure's own file, or of the blocks of the device.
   *
   * @throws DamagedStoreException if there is no such file
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
      throw new DamagedStoreException(descriptions.name(), file, "there is no such file");
    }
  }

  /** The slots. */
  public RawPages pages() {
    return pages;
  }

  /** The log, or null if there is none. */
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
