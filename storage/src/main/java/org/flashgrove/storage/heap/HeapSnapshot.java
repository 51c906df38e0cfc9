package org.flashgrove.storage.heap;

import java.util.Arrays;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.RecordReader;
import org.flashgrove.storage.log.commit.CommitLease;

/**
 * A heap file as one commit left it, whatever is committed meanwhile. For one thread; others have
 * snapshots of their own.
 *
 * <p>Pages that it may still need are kept when they change, within a budget; a snapshot that
 * outlives it ends in {@link org.flashgrove.core.failure.SnapshotExpiredException}.
 */
public final class HeapSnapshot extends CommitLease implements AutoCloseable {
  private static final int PREFETCH_PAGES = 64;

  private final HeapFile file;
  private final RecordReader reader;
  private long records;
  private long lastPage;
  private PageAccess watcher;
  private long lastUsed;

  /** Creates a snapshot, leased. */
  HeapSnapshot(HeapFile file, long frame) {
    super(frame);
    this.file = file;
    reader = new RecordReader(new AsOfCommit());
  }

  /** Sets the commit that the snapshot reads, with its figures. */
  void lookAt(long frame, long newRecords, long newLastPage) {
    records = newRecords;
    lastPage = newLastPage;
    watcher = null;
    lastUsed = HeapPage.NO_PAGE;
    lookAt(frame);
  }

  HeapFile file() {
    return file;
  }

  /** Returns the last page that may hold records. */
  long lastPage() {
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
   * @return whether there is such a record
   */
  public boolean get(long rid, HeapRecord into) {
    requireOpen();
    return records > 0 && reader.read(rid, into);
  }

  /**
   * Starts a scan of all records in the order of their pages. It ends with this snapshot.
   *
   * @param readAheadPages pages read together ahead of their use, 1 to 1,024
   */
  public HeapScan scan(int readAheadPages) {
    requireOpen();
    return new HeapScan(this, readAheadPages);
  }

  /**
   * Reads records page by page.
   *
   * @param windowPages pages read together at most, 1 to 1,024
   */
  public HeapFetch fetch(int windowPages) {
    requireOpen();
    return new HeapFetch(this, windowPages);
  }

  /** Returns whether memory holds fewer pages of the file than have records. */
  public boolean isLargerThanMemory() {
    requireOpen();
    return file.isLargerThanMemory();
  }

  /**
   * Reads the pages of some records that are not in memory, many together. Later pages may evict
   * earlier ones if the memory does not hold all.
   *
   * @param rids in any order; a negative one is none
   */
  public void prefetch(long[] rids) {
    long[] sorted = rids.clone();
    Arrays.sort(sorted);
    fetch(PREFETCH_PAGES).load(sorted);
  }

  /** Sets the listener for each page that this snapshot uses from now on; null for none. */
  public void watch(PageAccess newWatcher) {
    if (newWatcher != null) {
      requireOpen();
    }
    watcher = newWatcher;
  }

  /** Returns whether this snapshot used a page last. */
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

  /** Copies the image of a page; returns false if there was none. */
  boolean copy(long pageId, HeapPage into) {
    return file.images().copy(pageId, this, into);
  }

  /** Reads a record of a page that may hold some; returns whether there is such a record. */
  boolean read(long rid, HeapRecord into) {
    return reader.read(rid, into);
  }

  /** Shows the record of a used slot of a data page at hand; returns whether there is one. */
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
