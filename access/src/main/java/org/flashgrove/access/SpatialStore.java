package org.flashgrove.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.stream.Stream;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.storage.file.FileDevice;
import org.flashgrove.storage.file.FrameLog;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.node.FreeNodeDevice;
import org.flashgrove.storage.node.HomeNodeDevice;
import org.flashgrove.storage.node.LogFigures;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;
import org.flashgrove.storage.node.Recovery;
import org.flashgrove.storage.node.StoreLog;
import org.flashgrove.storage.node.SyncMode;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.PagePool;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.Placement;

/**
 * A spatial index in a directory: index, buffer and device as {@link StoreOptions} say.
 *
 * <p>Closing makes the log durable and leaves in it what the buffer holds; opening replays it. A
 * store is open once at a time, in one process.
 */
public final class SpatialStore implements SpatialIndex {
  private static final String PAGES = "nodes.pages";
  private static final String LOG = "store.log";
  private static final String MEMORY_DEVICE = "memory";

  private final StoreOptions options;
  private final FileDevice device;
  private final PageStore pages;
  private final FreePages slots;
  private final FrameLog log;
  private final IoCounters counters;
  private final LoggedNodeStore nodes;
  private final SpatialTree tree;
  private final long metaPageWrites;
  private boolean closed;

  /**
   * Creates an empty store.
   *
   * @param directory a directory that is empty or not there; the memory device does not use it
   * @throws StoreIoException if the directory is not empty, or the device refuses
   */
  public static SpatialStore create(Path directory, StoreOptions options) {
    boolean inMemory = Spec.parse(options.device()).name().equals(MEMORY_DEVICE);
    boolean wasThere = Files.exists(directory);
    if (!inMemory) {
      requireEmpty(directory);
    }
    FileDevice device = FileDevice.open(Spec.parse(options.device()), directory);
    try {
      return create(device, options, inMemory);
    } catch (RuntimeException e) {
      device.close();
      if (!inMemory) {
        removeContent(directory, wasThere);
      }
      throw e;
    }
  }

  /** Creates a store in an empty directory that somebody else keeps. */
  static SpatialStore create(StoreDirectory directory, StoreOptions options) {
    return create(FileDevice.over(directory, RawFile.Caching.BUFFERED), options, false);
  }

  private static SpatialStore create(FileDevice device, StoreOptions options, boolean inMemory) {
    long tag = new SecureRandom().nextLong();
    PageStore pages = device.createPages(PAGES, options.pageSize());
    FrameLog log = device.createLog(LOG, tag, options.pageSize());
    FreePages slots = isFree(options) ? FreePages.create(pages, tag) : null;
    SpatialStore store =
        new SpatialStore(options, device, pages, slots, log, tag, inMemory ? 0 : 1);
    if (!inMemory) {
      // The description comes last: a directory without it is not a store. Files and their names
      // are durable by now; an empty tree that is not is created again when the store is opened.
      new StoreDescription(tag, options).write(device.directory());
      device.directory().sync();
    }
    return store;
  }

  /**
   * Opens an existing store and replays its log.
   *
   * @throws StoreIoException if there is no store
   * @throws org.flashgrove.core.failure.StoreException if it is damaged, newer or in use
   */
  public static SpatialStore open(Path directory) {
    StoreDescription description = StoreDescription.read(directory);
    Spec device = Spec.parse(description.options().device());
    return open(description, FileDevice.open(device, directory));
  }

  /** Opens the store in a directory that somebody else keeps. */
  static SpatialStore open(StoreDirectory directory) {
    return open(
        StoreDescription.read(directory), FileDevice.over(directory, RawFile.Caching.BUFFERED));
  }

  private static SpatialStore open(StoreDescription description, FileDevice device) {
    StoreOptions options = description.options();
    PageStore pages = null;
    FrameLog log = null;
    try {
      pages = device.openPages(PAGES, options.pageSize());
      long tag = description.storeTag();
      FreePages slots = isFree(options) ? FreePages.open(pages, tag) : null;
      log = device.openLog(LOG, tag, options.pageSize());
      return new SpatialStore(options, device, pages, slots, log, tag, 0);
    } catch (RuntimeException e) {
      if (log != null) {
        log.close();
      }
      if (pages != null) {
        pages.close();
      }
      device.close();
      throw e;
    }
  }

  private static boolean isFree(StoreOptions options) {
    return FileDevice.placement(Spec.parse(options.device())) == Placement.FREE;
  }

  private static void requireEmpty(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new StoreIoException(
            directory + ": is not empty (allowed: an empty directory or a new name)");
      }
    } catch (IOException e) {
      throw new StoreIoException(directory + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Removes what a failed creation left, and the directory itself if it was not there before. */
  private static void removeContent(Path directory, boolean wasThere) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.deleteIfExists(file);
      }
      if (!wasThere) {
        Files.deleteIfExists(directory);
      }
    } catch (IOException | UncheckedIOException e) {
      // The failure that led here is the one to report.
    }
  }

  private SpatialStore(
      StoreOptions options,
      FileDevice device,
      PageStore pages,
      FreePages slots,
      FrameLog log,
      long storeTag,
      long metaPageWrites) {
    this.options = options;
    this.device = device;
    this.pages = pages;
    this.slots = slots;
    this.log = log;
    this.metaPageWrites = metaPageWrites;
    counters = new IoCounters();
    StoreLog frames = new StoreLog(log);
    PageStore counted = new CountingPageStore(pages, counters);
    PagePool pool = new PagePool(options.pageSize());
    NodeDevice nodeDevice =
        slots == null
            ? new HomeNodeDevice(counted, log, storeTag, counters, pool)
            : new FreeNodeDevice(counted, slots, 0, frames, storeTag, counters, pool);
    TreeAlgorithm algorithm = IndexKinds.algorithm(Spec.parse(options.index()), options.pageSize());
    Spec flash = Spec.parse(options.flash());
    TreeLayout layout = algorithm.layout();
    NodeBuffer buffer = FlashKinds.open(flash, nodeDevice, layout, frames);
    nodes =
        new LoggedNodeStore(
            layout,
            nodeDevice,
            log,
            frames,
            buffer,
            FlashKinds.logBytes(flash),
            SyncMode.parse(options.sync()));
    tree = SpatialTree.open(nodes, algorithm);
  }

  /** What the store is made of. */
  public StoreOptions options() {
    return options;
  }

  /** What opening found in the log. */
  public Recovery recovery() {
    return nodes.recovery();
  }

  /** Figures up to now. */
  public StoreFigures figures() {
    var logTraffic = log.counters().figures();
    return new StoreFigures(
        counters.figures(),
        new LogFigures(
            nodes.frames().records(),
            logTraffic.pageWrites(),
            logTraffic.bytesWritten(),
            logTraffic.syncs(),
            nodes.frames().compactions()),
        metaPageWrites + (slots == null ? 0 : slots.figures().metaPageWrites()),
        nodes.bufferFigures(),
        tree.figures());
  }

  /** The node store below the index, for structural checks; changes go through the index. */
  public LoggedNodeStore nodes() {
    return nodes;
  }

  /** The index. */
  public SpatialTree tree() {
    return tree;
  }

  /** A number for the newest operation, to ask {@link #isDurable} with. */
  public long commitNumber() {
    return nodes.committedFrame();
  }

  /** Whether the operation of that number is durable. */
  public boolean isDurable(long commitNumber) {
    return nodes.durableFrame() >= commitNumber;
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    tree.insert(id, minX, minY, maxX, maxY);
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    return tree.delete(id, minX, minY, maxX, maxY);
  }

  @Override
  public boolean update(long id, double[] from, double[] to) {
    return tree.update(id, from, to);
  }

  @Override
  public long search(
      Predicate predicate,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    return tree.search(predicate, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public long count(Predicate predicate, double minX, double minY, double maxX, double maxY) {
    return tree.count(predicate, minX, minY, maxX, maxY);
  }

  @Override
  public long size() {
    return tree.size();
  }

  @Override
  public void flush() {
    tree.flush();
  }

  @Override
  public void sync() {
    tree.sync();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        tree.close();
      } finally {
        pages.close();
        device.close();
      }
    }
  }
}
