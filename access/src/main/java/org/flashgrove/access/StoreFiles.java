package org.flashgrove.access;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.flashgrove.access.design.DescriptionFile;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.access.kind.StoreShares;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.metrics.CompactionStats;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.device.DeviceContext;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.device.ForgottenFiles;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreReaders;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.LogStats;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PlacementStats;
import org.jspecify.annotations.NullUnmarked;

/**
 * The files of a store: the page file, what is known of its slots, and the log, on the device that
 * its design names.
 *
 * <p>A new store becomes one by {@link #describe}, after its structures are made. The {@link
 * LoggedStore} closes the log; then this is closed.
 */
@NullUnmarked
final class StoreFiles implements AutoCloseable {
  /** Name of the file of pages. */
  static final String PAGES = "nodes.pages";

  /** Name of the log's file. */
  static final String LOG = "store.log";

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Bytes of log that may wait for a device with a clock of its own. */
  private static final int MOST_LOG_WAITING = 8 << 10;

  private volatile StoreDesign design;
  private final StoreDevice device;
  private final StorePages pages;
  private final FreePages slots;
  private final FrameLog log;
  private final StoreLog frames;
  private final long tag;
  private final boolean readOnly;
  private final boolean fresh;
  private final StoreReaders.Mark mark;
  private final StoreShares shares;
  private final List<PageStore> blockFiles = new CopyOnWriteArrayList<>();
  private final long virtualSyncNanos;

  /** Time of the device's clock that the last write of waiting frames without a sync took. */
  private long writeNanos;

  private volatile long syncedNanos;
  private NewDirectory created;
  private ForgottenFiles forgotten;
  private volatile boolean described;

  private StoreFiles(
      StoreDesign design,
      StoreDevice device,
      long tag,
      boolean isNew,
      StoreReaders.Mark mark,
      FrameLog logBefore) {
    this.design = design;
    this.device = device;
    this.tag = tag;
    this.mark = mark;
    readOnly = mark != null;
    fresh = isNew;
    int pageSize = design.pageSize();
    StorePages opened = null;
    FrameLog openedLog = null;
    try {
      if (readOnly) {
        openedLog = openLog(logBefore); // first: pages that it names are in the file by then
      }
      PageStore file =
          fresh
              ? device.files().createPages(PAGES, pageSize)
              : device.files().openPages(PAGES, pageSize);
      opened =
          new StorePages(
              file, design.flash(), StoreMemory.pool(design, design.flash().poolBytes()));
      slots = design.device().isFree() ? openSlots(opened.maps()) : null;
      log = openedLog == null ? openLog(null) : openedLog;
    } catch (RuntimeException | OutOfMemoryError e) {
      if (opened != null) {
        opened.close();
      }
      if (openedLog != null) {
        openedLog.close();
      }
      closeDevice();
      throw e;
    }
    pages = opened;
    frames = new StoreLog(log);
    boolean isReal = device.files().isLocked() && device.clock() == null;
    shares = StoreShares.of(design.budget(), isReal, design.memory(), pageSize);
    virtualSyncNanos = virtualSyncNanos();
    syncedNanos = virtualSyncNanos == 0 ? 0 : device.clock().getAsLong();
  }

  private FrameLog openLog(FrameLog before) {
    int pageSize = design.pageSize();
    boolean packs = design.packsLog();
    return fresh
        ? device.files().createLog(LOG, tag, pageSize, packs)
        : device.files().openLog(LOG, tag, pageSize, packs, before);
  }

  private FreePages openSlots(PageStore maps) {
    FreePages opened = fresh ? FreePages.create(maps, tag) : FreePages.open(maps, tag);
    if (!readOnly) {
      opened.readBeside(device.files().readers());
    }
    return opened;
  }

  /**
   * Makes the files of an empty store.
   *
   * @param directory a directory that is empty or not there; the memory device does not use it
   * @throws StoreIoException if the directory is not empty, or the device refuses
   */
  static StoreFiles create(Path directory, StoreDesign design) {
    if (design.device().isForgotten()) {
      return fresh(design, design.device().create(site(design, directory)));
    }
    NewDirectory created = NewDirectory.of(directory);
    StoreDevice device = design.device().create(site(design, directory));
    try {
      created.takeLocked();
      StoreFiles files = fresh(design, device);
      files.created = created;
      return files;
    } catch (RuntimeException | OutOfMemoryError e) {
      device.close();
      created.remove();
      throw e;
    }
  }

  /** Makes the files in an empty directory that the caller keeps and no other uses. */
  static StoreFiles create(StoreDirectory directory, StoreDesign design) {
    return fresh(design, over(directory));
  }

  /** Describes the files that the store's device will contain. */
  static DeviceContext site(StoreDesign design, Path directory) {
    int pageSize = design.pageSize();
    return new DeviceContext(directory, pageSize, LOG, OwnFile.BLOCKS, design.isReadBeside());
  }

  /** Creates a device over the files of a directory. */
  static StoreDevice over(StoreDirectory directory) {
    return StoreDevice.of(FileDevice.over(directory, RawFile.Caching.BUFFERED));
  }

  private static StoreFiles fresh(StoreDesign design, StoreDevice device) {
    return new StoreFiles(
        design.ofNewStore(), device, new SecureRandom().nextLong(), true, null, null);
  }

  /**
   * Opens the files of a store for changes.
   *
   * @param found what its description says
   * @throws org.flashgrove.core.failure.StoreException if they are damaged, newer or in use
   */
  static StoreFiles open(Path directory, StoreDescription found) {
    StoreDevice device = found.design().device().open(site(found.design(), directory));
    return new StoreFiles(found.design(), device, found.storeTag(), false, null, null);
  }

  /** Opens the files in a directory that the caller keeps, for changes. */
  static StoreFiles open(StoreDirectory directory, StoreDescription found) {
    return new StoreFiles(found.design(), over(directory), found.storeTag(), false, null, null);
  }

  /**
   * Opens the files of a store for reading; what is written is kept in memory and forgotten.
   *
   * @param device opened for reading; closed with these files, or if they cannot be opened
   * @param mark registered before; closed with the device
   * @param logBefore the log as it was opened before, see {@link FrameLog#open}; or null
   */
  static StoreFiles reading(
      StoreDescription found, StoreDevice device, StoreReaders.Mark mark, FrameLog logBefore) {
    return new StoreFiles(found.design(), device, found.storeTag(), false, mark, logBefore);
  }

  /**
   * Writes the description, which makes the files a store: a directory without it is none. Files
   * and their names are durable by then.
   */
  void describe() {
    if (!design.device().isForgotten()) {
      StoreDirectory descriptions = device.descriptions();
      Map<String, String> values = new StoreDescription(tag, design).lines();
      DescriptionFile.write(descriptions, values);
      descriptions.sync();
      described = true;
    }
    created = null;
  }

  /**
   * Describes the store, which is open, as made of something else that fits its files. After a
   * crash it is described as before or as after.
   *
   * @param change changes the design of the file, and the one in memory, whose sizes may differ
   */
  void describe(UnaryOperator<StoreDesign> change) {
    StoreDesign changed = change.apply(design);
    if (!design.device().isForgotten()) {
      StoreDirectory descriptions = device.descriptions();
      StoreDescription.read(descriptions).with(change).write(descriptions);
      descriptions.sync();
    }
    design = changed;
  }

  /** Makes the file of a structure that these have not got, if it has one of its own. */
  void make(StructureConfig structure, int number) {
    if (structure.isOfBlocks() && design.device().blockBytes() == 0) {
      String name = OwnFile.nameOfBlocks(number);
      device.files().directory().delete(name); // of an addition that a crash cut off
      device.files().createPages(name, design.pageSize()).close();
      device.files().directory().sync();
    }
  }

  /** Deletes the files of structures that were dropped, or never finished. */
  void deleteDropped() {
    StoreDirectory directory = device.files().directory();
    for (int number = 0; !readOnly && number < design.numbers().next(); number++) {
      if (design.structureOf(number) == null && directory.exists(OwnFile.nameOfBlocks(number))) {
        directory.delete(OwnFile.nameOfBlocks(number));
      }
    }
  }

  StoreDesign design() {
    return design;
  }

  boolean isReadOnly() {
    return readOnly;
  }

  /** The page file in all the ways the parts of a store use it. */
  StorePages pages() {
    return pages;
  }

  /** Opens the file of blocks of a structure, or makes it; closed with these files. */
  PageStore openBlocks(int structure) {
    String name = OwnFile.nameOfBlocks(structure);
    PageStore opened =
        fresh && !device.files().directory().exists(name)
            ? device.files().createPages(name, design.pageSize())
            : device.files().openPages(name, design.pageSize());
    blockFiles.add(opened);
    return opened;
  }

  private long pageCount() {
    return pages.file().pageCount() + blockFiles.stream().mapToLong(PageStore::pageCount).sum();
  }

  /** Returns the allocator of page slots, or null with {@code placement=home}. */
  FreePages slots() {
    return slots;
  }

  FrameLog log() {
    return log;
  }

  StoreShares shares() {
    return shares;
  }

  StoreLog frames() {
    return frames;
  }

  long tag() {
    return tag;
  }

  LogStats logFigures() {
    IoStats traffic = log.counters().figures();
    return new LogStats(
        frames.records(),
        traffic.pageWrites(),
        traffic.bytesWritten(),
        traffic.syncs(),
        frames.compactions());
  }

  /** Figures of pages out of place up to now, or null with {@code placement=home}. */
  PlacementStats placement() {
    return slots == null ? null : slots.figures();
  }

  /** Pages written up to now of the description, of maps and of superblocks. */
  long metaPageWrites() {
    return (described ? 1 : 0) + (slots == null ? 0 : slots.figures().metaPageWrites());
  }

  StoreDevice device() {
    return device;
  }

  /** Returns when the log syncs. On a device with a clock, {@link #syncByClock} does. */
  SyncMode syncMode() {
    if (!design.flash().logsCommits()) {
      return SyncMode.BARRIER;
    }
    boolean byItself = !readOnly && virtualSyncNanos == 0;
    return byItself ? design.sync() : SyncMode.CLOSE;
  }

  private long virtualSyncNanos() {
    SyncMode mode = design.sync();
    boolean virtual = device.clock() != null && mode.kind() == SyncMode.Kind.GROUP;
    return virtual ? mode.millis() * NANOS_PER_MILLI : 0;
  }

  /**
   * Makes commits durable from now on when the device's own clock says so, which stands still while
   * nothing is read or written. The log is written when some pages of it wait, and synced with that
   * if its time would have come thereafter, so that no commit pays for many before it.
   */
  void syncByClock(LoggedStore store) {
    forgotten = ForgottenFiles.watch(store, device.files(), log, this::close);
    if (virtualSyncNanos > 0) {
      if (design.hasBlocks() && device.mediumPageBytes() > 0) {
        log.fillPages(device.mediumPageBytes());
      }
      LongSupplier clock = device.clock();
      store.afterCommit(
          () -> {
            long now = clock.getAsLong();
            boolean writes = design.hasBlocks() && log.waitingBytes() >= MOST_LOG_WAITING;
            long elapsed = now - syncedNanos + (writes ? writeNanos : 0);
            if (elapsed >= virtualSyncNanos) {
              store.sync();
              syncedNanos = clock.getAsLong();
            } else if (writes) {
              log.drain();
              writeNanos = clock.getAsLong() - now;
            }
          });
    }
  }

  /**
   * Copies a store of these files as its newest commit left it, while readers and a writer go on;
   * see {@link Store#backup}.
   *
   * @param store what the structures of these files share
   * @param own files of structures' own
   * @param target a directory that is empty or not there
   */
  Backup backup(LoggedStore store, List<OwnFile> own, Path target, Backup.Progress progress) {
    NewDirectory created = NewDirectory.of(target);
    StoreDesign copied = design.ofBackup();
    try (StoreDevice copy = copied.device().create(site(copied, target))) {
      created.takeLocked();
      return new StoreBackup(store, this, own).run(copy, progress);
    } catch (RuntimeException e) {
      created.remove();
      throw e;
    }
  }

  /** Copies a store of these files to an empty directory that the caller keeps. */
  Backup backup(
      LoggedStore store, List<OwnFile> own, StoreDirectory target, Backup.Progress progress) {
    return new StoreBackup(store, this, own).run(over(target), progress);
  }

  /**
   * Brings everything to the device, moves pages to the front of the file, gives the rest of it
   * back, and empties the log; see {@link Store#compact}.
   *
   * @param inStructures makes room within structures before
   */
  CompactionStats compact(LoggedStore store, Runnable inStructures) {
    long pagesBefore = pageCount();
    long logBefore = log.sizeBytes();
    inStructures.run();
    long moved = store.compactFiles();
    return new CompactionStats(moved, pagesBefore, pageCount(), logBefore, log.sizeBytes());
  }

  private void closeDevice() {
    try {
      if (mark != null) {
        mark.close();
      }
    } finally {
      device.close();
    }
  }

  /** Closes page file and device; of a store that was not described, nothing is left. */
  @Override
  public void close() {
    if (forgotten != null) {
      forgotten.closed();
    }
    try (pages) {
      blockFiles.forEach(PageStore::close);
    } finally {
      closeDevice();
      if (created != null) {
        created.remove();
        created = null;
      }
    }
  }
}
