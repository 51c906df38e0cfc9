package org.flashgrove.access;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.JoinVisitor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.arftl.Aggregate;
import org.flashgrove.efind.arftl.ArftlBuffer;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.storage.file.DiskDirectory;
import org.flashgrove.storage.file.FrameLog;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreLock;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.FreeNodeDevice;
import org.flashgrove.storage.node.HomeNodeDevice;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;
import org.flashgrove.storage.page.PagePool;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PlacementFigures;

/**
 * A spatial index in a directory: index, buffer and device as {@link StoreOptions} say.
 *
 * <p>Closing makes the log durable and leaves in it what the buffer holds; opening replays it. A
 * store is open for changes once at a time, in one process, or any number of times for reading.
 */
public final class SpatialStore implements SpatialIndex, StoreCommits {
  /** Name of the file of pages. */
  static final String PAGES = StoreFiles.PAGES;

  /** Name of the log's file. */
  static final String LOG = StoreFiles.LOG;

  private final StoreOptions options;
  private final StoreFiles files;
  private final StorePages pages;
  private final FreePages slots;
  private final FrameLog log;
  private final LoggedNodeStore nodes;
  private final NodeBuffer buffer;
  private final SpatialTree tree;
  private final boolean readOnly;
  private boolean closed;

  /**
   * Creates an empty store.
   *
   * @param directory a directory that is empty or not there; the memory device does not use it
   * @throws StoreIoException if the directory is not empty, or the device refuses
   */
  public static SpatialStore create(Path directory, StoreOptions options) {
    return create(directory, options, DeviceSetup.NONE);
  }

  /**
   * Creates an empty store on a simulated device that something happened to before; on other
   * devices the same as {@link #create(Path, StoreOptions)}.
   */
  public static SpatialStore create(Path directory, StoreOptions options, DeviceSetup setup) {
    FlashSpec flash = FlashSpec.parse(options.flash());
    return create(StoreFiles.create(directory, options.form(), flash, setup), options);
  }

  /**
   * Creates an empty store in an empty directory that somebody else keeps and nobody else uses:
   * files of another kind, or watched ones. They are used through a cache, if they have one.
   *
   * @throws StoreIoException if the directory refuses
   */
  public static SpatialStore create(StoreDirectory directory, StoreOptions options) {
    FlashSpec flash = FlashSpec.parse(options.flash());
    return create(StoreFiles.create(directory, options.form(), flash), options);
  }

  private static SpatialStore create(StoreFiles files, StoreOptions options) {
    SpatialStore store = new SpatialStore(options, files, false);
    // The description comes last: a directory without it is not a store. Files and their names
    // are durable by now; an empty tree that is not is created again when the store is opened.
    try {
      files.describe(new StoreDescription(files.tag(), options).lines());
    } catch (RuntimeException e) {
      files.close();
      throw e;
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
    return open(directory, false);
  }

  /**
   * Opens an existing store for reading: beside others that only read it, in this process and
   * others, never beside one that may change it. The log is replayed in memory; nothing in the
   * directory is changed. Operations that change entries fail with {@link IllegalStateException}.
   *
   * <p>A simulated device is loaded as it was saved; what reading does to it is forgotten.
   *
   * @throws StoreIoException if there is no store
   * @throws org.flashgrove.core.failure.StoreException if it is damaged, newer or open for changes
   */
  public static SpatialStore openReadOnly(Path directory) {
    return open(directory, true);
  }

  private static SpatialStore open(Path directory, boolean readOnly) {
    StoreDescription found = StoreDescription.read(directory);
    StoreOptions options = found.options();
    FlashSpec flash = FlashSpec.parse(options.flash());
    StoreFiles files =
        StoreFiles.open(directory, options.form(), flash, found.storeTag(), readOnly);
    return new SpatialStore(options, files, readOnly);
  }

  /** Opens the store in a directory that somebody else keeps. */
  static SpatialStore open(StoreDirectory directory) {
    return open(directory, false);
  }

  /** Opens the store in a directory that somebody else keeps, for reading. */
  static SpatialStore openReadOnly(StoreDirectory directory) {
    return open(directory, true);
  }

  private static SpatialStore open(StoreDirectory directory, boolean readOnly) {
    StoreDescription found = StoreDescription.read(directory);
    StoreOptions options = found.options();
    FlashSpec flash = FlashSpec.parse(options.flash());
    StoreFiles files =
        StoreFiles.open(directory, options.form(), flash, found.storeTag(), readOnly);
    return new SpatialStore(options, files, readOnly);
  }

  /**
   * Brings a store of an older format to the present one. Not needed for opening it: older formats
   * open as they are. What changes is the description, at once; it says then what an older one left
   * unsaid, such as {@code placement=home}. Programs that know only the older format refuse the
   * store from then on.
   *
   * @return the format the store had, and the one it has
   * @throws org.flashgrove.core.failure.StoreException if the store is damaged, newer or open
   */
  public static FormatUpgrade upgrade(Path directory) {
    StoreDescription.read(directory);
    StoreLock lock = StoreLock.take(directory);
    try {
      StoreDirectory files = new DiskDirectory(directory);
      StoreDescription description = StoreDescription.read(files);
      int before = StoreDescription.format(files);
      if (before < StoreDescription.FORMAT_VERSION) {
        description.write(files);
        files.sync();
      }
      return new FormatUpgrade(before, StoreDescription.FORMAT_VERSION);
    } finally {
      lock.close();
    }
  }

  /** What an existing store is made of, without opening it. */
  public static StoreOptions optionsOf(Path directory) {
    return StoreDescription.read(directory).options();
  }

  private SpatialStore(StoreOptions options, StoreFiles files, boolean readOnly) {
    this.readOnly = readOnly;
    this.options = options;
    this.files = files;
    pages = files.storePages();
    slots = files.slots();
    log = files.log();
    boolean opened = false;
    try {
      TreeAlgorithm algorithm =
          IndexKinds.algorithm(Spec.parse(options.index()), options.pageSize());
      Spec flash = FlashSpec.parse(options.flash()).buffer();
      NodeDevice nodeDevice = nodeDevice();
      buffer = FlashKinds.open(flash, nodeDevice, algorithm.layout(), files.frames());
      nodes =
          LoggedNodeStore.open(
              algorithm.layout(),
              nodeDevice,
              log,
              files.frames(),
              buffer,
              FlashKinds.logBytes(flash),
              FlashKinds.logsCommits(flash) ? files.syncMode() : SyncMode.BARRIER);
      tree = SpatialTree.open(nodes, algorithm);
      opened = true;
    } finally {
      if (!opened) {
        log.close();
        files.close();
      }
    }
    if (readOnly) {
      store().refuseChanges();
    }
  }

  private NodeDevice nodeDevice() {
    IoCounters counters = pages.counters();
    PagePool pool = new PagePool(options.pageSize());
    return slots == null
        ? new HomeNodeDevice(pages.nodes(), log, files.tag(), counters, pool)
        : new FreeNodeDevice(pages.nodes(), slots, 0, files.frames(), files.tag(), counters, pool);
  }

  /** After an operation: makes it durable if it is time for that. */
  private void committed() {
    files.committed(store());
  }

  /**
   * The simulated device the store is on, or null; for its figures, its clock, power cuts. It is
   * for one thread: nobody may use the store meanwhile.
   */
  public SimulatedDevice simulatedDevice() {
    return files.simulatedDevice();
  }

  /** What the store is made of. */
  public StoreOptions options() {
    return options;
  }

  /** Whether the store was opened for reading only. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /**
   * Copies the store as the newest commit left it, while readers and a writer go on. Commits wait
   * for a moment at the beginning; with {@code placement=free} no longer than for a barrier. The
   * copy is durable on return. Until it is complete the target has no description: it is not a
   * store.
   *
   * @param target a directory that is empty or not there
   * @param progress is told how many pages are copied
   * @throws StoreIoException if the target is not empty, or reading or writing fails; this store is
   *     unharmed then, and what was copied is removed
   * @throws IllegalStateException if a backup of this store is under way
   */
  public Backup backup(Path target, Backup.Progress progress) {
    StoreOptions copied = StoreBackup.options(options);
    return files.backup(store(), target, copied.form(), descriptionOf(copied), progress);
  }

  /** Copies the store to an empty directory that somebody else keeps. */
  Backup backup(StoreDirectory target, Backup.Progress progress) {
    Map<String, String> description = descriptionOf(StoreBackup.options(options));
    return files.backup(store(), StoreDevice.over(target), description, progress);
  }

  private Map<String, String> descriptionOf(StoreOptions copied) {
    return new StoreDescription(files.tag(), copied).lines();
  }

  /**
   * Brings everything to the device, moves pages to the front of the file, gives the rest of it
   * back, and empties the log. Queries go on meanwhile, changes wait. At every moment the store
   * survives a crash as it does elsewhere. With {@code placement=home} pages stay where they are:
   * only free slots at the end of the file are given back.
   */
  public CompactionFigures compact() {
    return files.compact(store());
  }

  /** Figures of pages out of place, or null with {@code placement=home}. */
  PlacementFigures placement() {
    return files.placement();
  }

  /** Figures up to now. */
  public StoreFigures figures() {
    return new StoreFigures(
        pages.counters().figures(),
        files.logFigures(),
        files.metaPageWrites(),
        nodes.bufferFigures(),
        FlashSpec.parse(options.flash()).poolPolicy(),
        pages.pool(),
        tree.figures());
  }

  /** All counters at this moment; any thread may ask while others work. */
  public StoreMetrics metrics() {
    long durable = store().durableFrame();
    return new StoreMetrics(
        figures(),
        files.placement(),
        nodes.snapshotBytes(),
        recovery(),
        size(),
        commitNumber(),
        durable);
  }

  /** The node store below the index, for structural checks; changes go through the index. */
  public LoggedNodeStore nodes() {
    return nodes;
  }

  @Override
  public LoggedStore store() {
    return nodes.store();
  }

  /** The index. */
  public SpatialTree tree() {
    return tree;
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    tree.insert(id, minX, minY, maxX, maxY);
    committed();
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    boolean deleted = tree.delete(id, minX, minY, maxX, maxY);
    committed();
    return deleted;
  }

  @Override
  public boolean update(long id, double[] from, double[] to) {
    boolean updated = tree.update(id, from, to);
    committed();
    return updated;
  }

  @Override
  public long search(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    return tree.search(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public long count(RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return tree.count(test, minX, minY, maxX, maxY);
  }

  @Override
  public long nearest(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      LongToDoubleFunction exactDistance,
      NeighbourVisitor visitor) {
    return tree.nearest(minX, minY, maxX, maxY, limit, exactDistance, visitor);
  }

  @Override
  public NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
    return tree.neighbours(minX, minY, maxX, maxY, exactDistance);
  }

  /**
   * Visits the pairs of an entry of this store and one of another for which a test holds, as {@link
   * SpatialTree#join(SpatialTree, RectangleTest, JoinVisitor)} says.
   *
   * @return number of pairs visited
   */
  public long join(SpatialStore right, RectangleTest test, JoinVisitor visitor) {
    return tree.join(right.tree, test, visitor);
  }

  /**
   * Count, sum, least and greatest value of the entries whose rectangles intersect a window, from
   * the aggregates that a flash-aware buffer keeps; the value is what its {@code measure} says.
   * Changes wait meanwhile.
   *
   * @throws UnsupportedOperationException if the buffer keeps none (only {@code arftl} does)
   */
  public Aggregate aggregate(double minX, double minY, double maxX, double maxY) {
    if (!(buffer instanceof ArftlBuffer aggregates)) {
      throw new UnsupportedOperationException(
          "aggregates with flash '" + options.flash() + "' (allowed: arftl)");
    }
    ReentrantLock lock = nodes.store().lock();
    lock.lock();
    try (NodeReader reader = nodes.snapshot()) {
      return aggregates.aggregate(reader.root(), reader.height(), minX, minY, maxX, maxY);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public SpatialBatch begin() {
    return tree.begin();
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
    try {
      tree.close(); // waits for whoever is closing it
    } finally {
      closeDevice();
    }
  }

  private synchronized void closeDevice() {
    if (closed) {
      return;
    }
    closed = true;
    files.close();
  }
}
