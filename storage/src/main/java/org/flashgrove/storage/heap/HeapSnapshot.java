package org.flashgrove.storage.heap;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.page.HeapBuffer;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.RecordReader;
import org.flashgrove.storage.log.commit.CommitLease;
import org.flashgrove.storage.page.AccessLog;

/**
 * Snapshot of a heap file at one commit. Not thread-safe; each thread uses its own snapshot.
 *
 * <p>When a page changes, its old image is kept for snapshots, up to a memory budget. If a snapshot
 * needs an image that was dropped to keep the budget, reads of the snapshot throw {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}.
 */
public final class HeapSnapshot extends CommitLease implements AutoCloseable {
  private static final int PREFETCH_PAGES = 64;

  private final HeapFile file;
  private final RecordReader reader;
  private long records;
  private long lastPage;
  private final AccessLog accesses = new AccessLog();
  private PageAccess watcher;
  private long lastUsed;

  HeapSnapshot(HeapFile file, long frame) {
    super(frame);
    this.file = file;
    reader = new RecordReader(new AsOfCommit());
  }

  /**
   * Makes the snapshot show a commit.
   *
   * @param frame number of the commit
   * @param newRecords number of records at this commit
   * @param newLastPage last page that may contain records at this commit
   */
  void lookAt(long frame, long newRecords, long newLastPage) {
    records = newRecords;
    lastPage = newLastPage;
    watcher = null;
    lastUsed = HeapPage.NO_PAGE;
    lookAt(frame);
  }

  /** Returns the path of the page file, for messages. */
  public String name() {
    return file.name();
  }

  HeapFile file() {
    return file;
  }

  /** Returns the pages in memory that this snapshot has used and not reported to the cache yet. */
  AccessLog accesses() {
    return accesses;
  }

  /** If no thread is using the snapshot, reports its recorded accesses to the page cache. */
  void reportIfIdle(HeapBuffer buffer) {
    if (!accesses.isEmpty() && holdBack()) {
      accesses.report(buffer);
      endLease();
    }
  }

  /** Returns the last page that may contain records. */
  public long lastPage() {
    return lastPage;
  }

  void requireOpen() {
    file.requireReadable();
    if (frame() < 0) {
      throw new IllegalStateException("the snapshot is closed; take another one");
    }
  }

  @Override
  public Object owner() {
    return file;
  }

  /** Returns the number of records. */
  public long size() {
    requireOpen();
    return records;
  }

  /**
   * Reads a record.
   *
   * @return whether the record exists
   */
  public boolean get(long rid, HeapRecord into) {
    requireOpen();
    try {
      return records > 0 && reader.read(rid, into);
    } catch (DamagedStoreException e) {
      throw e.inDirectoryOf(name());
    }
  }

  /**
   * Starts a scan of all records in page order. The scan is usable until this snapshot is closed.
   *
   * @param readAheadPages number of pages to read ahead together, 1 to 1,024
   */
  public HeapScan scan(int readAheadPages) {
    requireOpen();
    return new HeapScan(this, readAheadPages);
  }

  /**
   * Returns an object that reads records page by page.
   *
   * @param windowPages maximum number of pages read together, 1 to 1,024
   */
  public HeapFetch fetch(int windowPages) {
    requireOpen();
    return new HeapFetch(this, windowPages, false);
  }

  /**
   * Returns an object like {@link #fetch} for thousands of records. It keeps all content off-heap.
   *
   * @param windowPages maximum number of pages read together, 1 to 1,024
   */
  public HeapFetch fetchMany(int windowPages) {
    requireOpen();
    return new HeapFetch(this, windowPages, true);
  }

  /** Returns whether the file has more data pages than the page cache can hold. */
  public boolean isLargerThanMemory() {
    requireOpen();
    return file.isLargerThanMemory();
  }

  /**
   * Reads the pages of records into memory, many at once. If the cache is too small for all of
   * them, later pages may evict earlier ones.
   *
   * @param rids the records in any order; negative values are skipped
   */
  public void prefetch(long[] rids) {
    long[] sorted = rids.clone();
    Arrays.sort(sorted);
    fetch(PREFETCH_PAGES).load(sorted);
  }

  /**
   * Sets the listener that is called for each page that this snapshot uses from now on. Null
   * removes the listener.
   */
  public void watch(PageAccess newWatcher) {
    if (newWatcher != null) {
      requireOpen();
    }
    watcher = newWatcher;
  }

  /** Returns whether this page is the page that the snapshot used last. */
  boolean isLastPage(long pageId) {
    return pageId == lastUsed;
  }

  /** Reports to the listener that this snapshot uses a page. */
  void accessed(long pageId, boolean fromDevice) {
    lastUsed = pageId;
    if (watcher != null) {
      watcher.accessed(pageId, fromDevice);
    }
  }

  /** Copies the image of a page. Returns false if the page does not exist. */
  boolean copy(long pageId, HeapPage into) {
    return file.images().copy(pageId, this, into);
  }

  /** Reads a record. Returns whether it exists. */
  boolean read(long rid, HeapRecord into) {
    return reader.read(rid, into);
  }

  /** Reads the record in a used slot of a given data page. Returns whether it exists. */
  boolean show(HeapPage page, long rid, HeapRecord into) {
    return reader.show(page, rid, into);
  }

  @Override
  public void close() {
    if (frame() >= 0) {
      endLease();
      file.snapshotClosed();
    }
  }

  private final class AsOfCommit implements RecordReader.Source {
    @Override
    public HeapPage open(long pageId) {
      return file.images().open(pageId, frame(), HeapSnapshot.this);
    }

    @Override
    public void close(HeapPage page) {
      file.images().close(page);
    }
  }
}
