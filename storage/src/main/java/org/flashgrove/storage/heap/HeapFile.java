package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.SharedFrames;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapBuffer;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.StructureOperation;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.log.role.Replayed;

/**
 * Heap file: stores records in pages, which share the page file of the store with other structures.
 * A record's RID does not change. A changed page is written to a new slot of the page file, and
 * only after the changes were appended to the log.
 *
 * <p>A log record contains a page id, a slot and the new cell. Replay applies the log record to the
 * stored page. It skips the log record if the page's version shows that the page already contains
 * the change. The free-space map is restored from its own stored pages and from the log records,
 * each of which contains the new free space of its page. The pages of the map are written when the
 * log is compacted.
 *
 * <p>One thread at a time may change records, with one operation at a time, while any number of
 * threads read, each through its own snapshot. A snapshot finds and pins most page images in memory
 * without a lock. A commit replaces images and never changes them. Pages that are not in memory,
 * and old images, are looked up under the store lock, which is released while the device is read.
 */
public final class HeapFile implements StoreStructure<HeapOperation, HeapSnapshot> {
  /** Default memory limit in bytes for old page images that snapshots need. */
  public static final long SNAPSHOT_BYTES = 64L << 20;

  /** Number of bytes of an OVERFLOW log record before the payload. */
  static final int OVERFLOW_HEAD = 24;

  /** A commit number greater than all others. */
  static final long NEWEST = Long.MAX_VALUE;

  private final LoggedStore store;
  private final int number;
  private final ReentrantLock lock;
  private final HeapDevice device;
  private final HeapBuffer buffer;
  private final FreeSpaceMap spaces;
  private final StagedPages staged;
  private final HeapChanges changes = new HeapChanges();
  private final HeapOperation operation;
  private final PageHistory<HeapPage> history;
  private final HeapImages images;
  private final HeapWrites writes;
  private final Part part;
  private final LongFunction<HeapSnapshot> snapshots = frame -> new HeapSnapshot(this, frame);

  /** Pages that may contain records at the newest commit. */
  private final BitSet dataPages = new BitSet();

  /** Number of bits set in {@link #dataPages}. */
  private volatile int dataPageCount;

  /** Number of records at the newest commit. */
  private volatile long records;

  private volatile long lastPage;
  private boolean replaying = true;

  /**
   * Adds a heap file to a store before that store is opened.
   *
   * @param store the store, which opens and closes this heap file
   * @param number number of the heap file in the store
   * @param pages the page file; the caller closes it
   * @param storeTag tag that binds pages to the store
   * @param memory size and policy of the page cache
   * @param snapshotBytes memory limit in bytes for old page images that snapshots need
   * @throws IllegalArgumentException if the store writes pages in place
   */
  public HeapFile(
      LoggedStore store,
      int number,
      PageStore pages,
      long storeTag,
      HeapMemory memory,
      long snapshotBytes) {
    if (store.pages() == null) {
      throw new IllegalArgumentException(
          "heap file: placement=home cannot store it; use placement=free");
    }
    this.store = store;
    this.number = number;
    lock = store.lock();
    device = new HeapDevice(pages, store.pages(), number, storeTag, store.frames());
    buffer = new HeapBuffer(device, memory.frames(), memory.policy());
    spaces = new FreeSpaceMap(pages.pageSize());
    staged = new StagedPages(this);
    operation = new HeapOperation(this, staged, spaces, changes);
    history = new PageHistory<>(pages.pageSize(), snapshotBytes, device::give);
    images = new HeapImages(this, device, buffer, spaces, history, dataPages);
    writes = new HeapWrites(store, device, buffer, spaces);
    part = new Part();
    store.add(part);
  }

  /** Returns whether the bytes at {@code offset} start with the magic number of heap pages. */
  public static boolean isPage(ByteBuffer bytes, int offset) {
    return HeapPage.startsAt(bytes, offset);
  }

  /**
   * Returns the object that sets the number of frames of the page cache to the cache's share of a
   * memory budget. Requires the store lock.
   */
  public SharedFrames shared() {
    return buffer.shared();
  }

  int pageSize() {
    return device.pageSize();
  }

  /** Returns the path of the page file, for messages. */
  public String name() {
    return device.name();
  }

  HeapDevice device() {
    return device;
  }

  HeapImages images() {
    return images;
  }

  HeapWrites writes() {
    return writes;
  }

  FreeSpaceMap spaces() {
    return spaces;
  }

  ReentrantLock lock() {
    return lock;
  }

  /** Returns the store to which this heap file belongs. */
  public LoggedStore store() {
    return store;
  }

  @Override
  public LogParticipant participant() {
    return part;
  }

  boolean isStaging() {
    return operation.isStaging();
  }

  /** Returns the number of records. */
  public long size() {
    requireReadable();
    return records;
  }

  /**
   * Returns the number of data pages at the newest commit. Overflow pages and pages of the
   * free-space map are not counted.
   */
  public long dataPageCount() {
    requireReadable();
    return dataPageCount;
  }

  /** Returns whether the file has more data pages than the page cache can hold. */
  boolean isLargerThanMemory() {
    lock.lock();
    try {
      return buffer.pageCount() < dataPageCount;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of bytes in the old images that are kept for snapshots. */
  public long snapshotBytes() {
    return history.usedBytes();
  }

  /** Returns the current statistics. */
  public HeapStats figures() {
    lock.lock();
    try {
      images.report(null);
      return new HeapStats(
          records,
          lastPage + 1,
          device.pagesWritten(),
          buffer.pageCount(),
          buffer.dirtyCount(),
          buffer.hits(),
          buffer.misses(),
          buffer.flushes());
    } finally {
      lock.unlock();
    }
  }

  void requireReadable() {
    store.requireReadable();
    requireOpened();
  }

  private void requireOpened() {
    if (replaying) {
      throw new IllegalStateException("heap file: the store is not open; open it first");
    }
  }

  @Override
  public HeapOperation begin() {
    store.requireUsable();
    requireOpened();
    operation.start();
    if (records == 0) {
      writes.giveUpUnused(); // frees the pages of a bulk load that was not committed
    }
    return operation;
  }

  @Override
  public HeapSnapshot snapshot() {
    requireReadable();
    Commits commits = store.commits();
    HeapSnapshot snapshot = commits.lease(this, snapshots);
    while (true) {
      long settled = commits.settled();
      snapshot.lookAt(commits.newest(), records, lastPage);
      if (commits.isStill(settled)) {
        return snapshot;
      }
    }
  }

  /** Discards old images that no open snapshot needs. Called after a snapshot was closed. */
  void snapshotClosed() {
    if (!history.isEmpty()) {
      store.prune();
    }
  }

  /**
   * Reads a record at the newest commit.
   *
   * @return whether the record exists
   */
  public boolean get(long rid, HeapRecord into) {
    try (HeapSnapshot snapshot = snapshot()) {
      return snapshot.get(rid, into);
    }
  }

  /** Reads the home pages of records into memory, as {@link HeapSnapshot#prefetch} does. */
  public void prefetch(long[] rids) {
    try (HeapSnapshot newest = snapshot()) {
      newest.prefetch(rids);
    }
  }

  /**
   * Returns whether the page of a record must be read from the device before the open operation can
   * change the record. Returns false if the page cache has fewer than {@code room} frames.
   */
  boolean mustRead(long rid, int room) {
    return !staged.contains(Rid.page(rid)) && images.mustRead(Rid.page(rid), room);
  }

  /**
   * Starts a scan of all records at the newest commit, in page order.
   *
   * @param readAheadPages number of pages to read ahead together, 1 to 1,024
   */
  public HeapScan scan(int readAheadPages) {
    HeapSnapshot snapshot = snapshot();
    try {
      return new HeapScan(snapshot, readAheadPages, true);
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  /**
   * Checks pages, overflow chains, FORWARD cells and the free-space map. No thread may change
   * records during the check.
   */
  public HeapCheck.Report check() {
    requireReadable();
    return new HeapCheck(this).run();
  }

  void commit() {
    store.commit(part);
  }

  /** Rolls back the heap file's open operation. */
  void abandon() {
    staged.discard();
    spaces.undo();
  }

  /** Connects the heap file to its store. */
  private final class Part extends RestoredHeap {
    Part() {
      super(number, device, buffer, spaces, staged, dataPages);
    }

    @Override
    ReentrantLock lock() {
      return lock;
    }

    @Override
    public Replayed finishReplay(long lastFrame) {
      Replayed done = finish(lastFrame);
      dataPageCount = dataPages.cardinality();
      noteFigures();
      replaying = false;
      return done;
    }

    private void noteFigures() {
      records = spaces.records();
      lastPage = spaces.lastPage();
    }

    @Override
    public StructureOperation operation() {
      return operation;
    }

    @Override
    public void makeRoom() {
      if (operation.hasSealedPages()) {
        device.sync(); // these pages are not in the log
      }
      int more = 0;
      for (int i = 0; i < staged.count(); i++) {
        more += buffer.resident(staged.id(i)) == null ? 1 : 0;
      }
      buffer.makeRoom(more);
    }

    @Override
    public void preserve(long newestLive, long until) {
      if (newestLive == Commits.NONE) {
        history.noSnapshots();
        return;
      }
      for (int i = 0; i < staged.count(); i++) {
        images.preserve(staged.id(i), newestLive, until);
      }
    }

    @Override
    public void describe(AppendLog.FrameSink section) {
      section.append(StoreLog.HEAP, changes.words(), changes.length());
    }

    @Override
    public void publish(long frame) {
      images.report(null);
      dataPageCount += spaces.keep(dataPages);
      staged.publish(frame, buffer);
      noteFigures();
    }

    @Override
    public void prune(long oldestLive) {
      history.prune(oldestLive);
    }

    @Override
    public long unflushedBytes() {
      return 0; // all changes are written to the device before the log is compacted
    }

    @Override
    public void flush() {
      buffer.flush();
      writes.flushSpaces();
    }

    @Override
    public void content(AppendLog.FrameSink sections) {
      flush();
    }

    @Override
    public StoreException writeFailure() {
      return device.failure();
    }

    @Override
    public boolean isWholeAfterFailure() {
      return true;
    }

    @Override
    public void close() {
      buffer.shared().close();
    }
  }
}
