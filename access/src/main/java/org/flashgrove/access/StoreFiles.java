package org.flashgrove.access;

import static java.util.Objects.requireNonNull;

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
 * The files of a store on its device: page file, log, and files of blocks.
 *
 * <p>{@link #describe()} turns new files into a store, after the structures are created. Close the
 * {@link LoggedStore}, which closes the log, before this object.
 */
@NullUnmarked
final class StoreFiles implements AutoCloseable {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Number of unwritten log bytes that starts a log write if the device has its own clock. */
  private static final int MOST_LOG_WAITING = 8 << 10;

  /**
   * Identifier in the files of all stores on simulated devices. Frame checksums depend on it, and
   * the size of a packed frame depends on its checksum. With random identifiers, the page counts of
   * a repeated simulation would vary.
   */
  private static final long SIMULATED_TAG = 0x466C_6173_6847_726FL;

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

  /** Duration of the last log write that did not sync, in nanoseconds of the device's clock. */
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
        openedLog = openLog(logBefore); // first, because it names only pages that exist by then
      }
      PageStore file =
          fresh
              ? device.files().createPages(StoreDesign.PAGES, pageSize)
              : device.files().openPages(StoreDesign.PAGES, pageSize);
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
    shares = StoreShares.of(design.budget(), isReal(), design.memory(), pageSize);
    virtualSyncNanos = virtualSyncNanos();
    syncedNanos = virtualSyncNanos == 0 ? 0 : device.clock().getAsLong();
  }

  private FrameLog openLog(FrameLog before) {
    int pageSize = design.pageSize();
    boolean packs = design.packsLog();
    return fresh
        ? device.files().createLog(StoreDesign.LOG, tag, pageSize, packs)
        : device.files().openLog(StoreDesign.LOG, tag, pageSize, packs, before);
  }

  private FreePages openSlots(PageStore maps) {
    FreePages opened = fresh ? FreePages.create(maps, tag) : FreePages.open(maps, tag);
    if (!readOnly) {
      opened.readBeside(device.files().readers());
    }
    return opened;
  }

  /** Returns the name of a store in messages. */
  static String name(Path directory) {
    return requireNonNull(directory, "directory").toString();
  }

  static String name(StoreDirectory directory) {
    return requireNonNull(directory, "directory").name();
  }

  /**
   * Creates the files of an empty store.
   *
   * @param directory an empty or missing directory; ignored if the device is in memory
   * @throws StoreIoException if the directory is not empty or cannot be written
   */
  static StoreFiles create(Path directory, StoreDesign design) {
    if (design.device().isForgotten()) {
      return fresh(design, design.device().create(design.filesIn(directory)));
    }
    NewDirectory created = NewDirectory.of(directory);
    StoreDevice device = null;
    try {
      device = design.device().create(design.filesIn(directory));
      created.takeLocked(device);
      StoreFiles files = fresh(design, device);
      files.created = created;
      return files;
    } catch (RuntimeException | OutOfMemoryError e) {
      if (device != null) {
        device.close();
      }
      created.remove();
      throw e;
    }
  }

  /** Creates the files in an empty directory object of the caller that nothing else uses. */
  static StoreFiles create(StoreDirectory directory, StoreDesign design) {
    return fresh(design, over(directory));
  }

  /** Creates a device over the files of a directory. */
  static StoreDevice over(StoreDirectory directory) {
    return StoreDevice.of(FileDevice.over(directory, RawFile.Caching.BUFFERED));
  }

  private static StoreFiles fresh(StoreDesign design, StoreDevice device) {
    long tag = design.device().isSimulated() ? SIMULATED_TAG : new SecureRandom().nextLong();
    return new StoreFiles(design.ofNewStore(), device, tag, true, null, null);
  }

  /**
   * Opens the files of a store for changes.
   *
   * @param found the description of the store
   * @throws org.flashgrove.core.failure.StoreException if the files are damaged, in use, or written
   *     by a newer version
   */
  static StoreFiles open(Path directory, StoreDescription found) {
    StoreDevice device = found.design().device().open(found.design().filesIn(directory));
    return new StoreFiles(found.design(), device, found.storeTag(), false, null, null);
  }

  /** Opens the files in a directory object of the caller for changes. */
  static StoreFiles open(StoreDirectory directory, StoreDescription found) {
    return new StoreFiles(found.design(), over(directory), found.storeTag(), false, null, null);
  }

  /**
   * Opens the files of a store for reading. Writes stay in memory and are lost on close.
   *
   * @param device device opened for reading; closed with these files, or if opening them fails
   * @param mark registration of this reader with the writer; closed with the device
   * @param logBefore the log as an earlier reader opened it, see {@link FrameLog#open}; or null
   */
  static StoreFiles reading(
      StoreDescription found, StoreDevice device, StoreReaders.Mark mark, FrameLog logBefore) {
    return new StoreFiles(found.design(), device, found.storeTag(), false, mark, logBefore);
  }

  /**
   * Writes the store's description file, which turns the files into a store. All other files and
   * their names are already durable.
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
   * Changes the description of the open store. After a crash the file has the old or the new
   * description.
   *
   * @param change changes a design. It is applied to the design in the file and to the design in
   *     memory, whose memory sizes may differ.
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

  /** Creates the file of a structure that stores blocks, unless the device itself stores blocks. */
  void make(StructureConfig structure, int number) {
    if (structure.isOfBlocks() && design.device().blockBytes() == 0) {
      String name = OwnFile.nameOfBlocks(number);
      device.files().directory().delete(name); // left by a creation that a crash interrupted
      device.files().createPages(name, design.pageSize()).close();
      device.files().directory().sync();
    }
  }

  /** Deletes the files of dropped structures and of structures whose creation did not finish. */
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

  StorePages pages() {
    return pages;
  }

  /**
   * Opens or creates the file of blocks of a structure. Closing this object also closes that file.
   */
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

  /** Returns whether the files are on a device that is not simulated. */
  boolean isReal() {
    return device.files().isLocked() && device.clock() == null;
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

  /** Returns the counters of out-of-place writes, or null with {@code placement=home}. */
  PlacementStats placement() {
    return slots == null ? null : slots.figures();
  }

  /** Returns the number of pages written so far for description, page maps and superblocks. */
  long metaPageWrites() {
    return (described ? 1 : 0) + (slots == null ? 0 : slots.figures().metaPageWrites());
  }

  StoreDevice device() {
    return device;
  }

  /**
   * Returns the sync mode of the log: the mode of the design, unless the store is read-only or
   * {@link #syncByClock} syncs the log instead.
   */
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
   * If the device has a clock of its own, syncs the log by this clock, which advances only while
   * the device reads or writes. Full log pages are written between two syncs. If such a write would
   * end after the next sync is due, the store syncs at once instead.
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
   * Makes the page file and the log as small as possible; see {@link Store#compact}.
   *
   * @param inStructures frees space within structures and runs first
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

  /**
   * Closes the page file, the files of blocks and the device. Removes the files if they never
   * became a store.
   */
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
