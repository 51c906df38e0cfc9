package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;

/**
 * Scans a heap file at one commit, in RID order, and reads pages ahead. The file may be changed
 * meanwhile.
 *
 * <p>The pages that a scan reads go into free frames of the cache but never evict another page.
 * Repeated scans of a file that fits in memory therefore read it only once. Scanning a larger file
 * does not evict the pages of other readers.
 *
 * <p>A caller reads record by record with {@link #next}, or page by page with {@link #nextPage}.
 *
 * <p>The caller must close a scan that it does not read to the end. A scan that has its own
 * snapshot closes the snapshot at the end.
 */
public final class HeapScan implements AutoCloseable {
  private final HeapFile file;
  private final HeapSnapshot snapshot;
  private final HeapRecord record = HeapRecord.direct();
  private final HeapPage page;
  private final PageWindow window;
  private int windowAt;
  private long nextPage;
  private long lastPage = Long.MAX_VALUE;
  private ByteBuffer content;
  private long pageId = -1;
  private int slot;
  private int slotCount;
  private final boolean closesSnapshot;
  private boolean ended;

  HeapScan(HeapSnapshot snapshot, int readAheadPages) {
    this(snapshot, readAheadPages, false);
  }

  /**
   * Creates a scan.
   *
   * @param closesSnapshot whether to close the snapshot when the scan ends or is closed
   */
  HeapScan(HeapSnapshot snapshot, int readAheadPages, boolean closesSnapshot) {
    window = new PageWindow(snapshot, readAheadPages, false);
    this.snapshot = snapshot;
    this.closesSnapshot = closesSnapshot;
    file = snapshot.file();
    page = new HeapPage(AlignedBuffers.allocate(file.pageSize()).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** Returns the number of pages that were read ahead. */
  public long pagesReadAhead() {
    return window.pagesRead();
  }

  /**
   * Returns the current record. Every call returns the same object, whose content {@link #next}
   * replaces.
   */
  public HeapRecord record() {
    return record;
  }

  /** Moves to the next record. Returns false at the end. */
  public boolean next() {
    if (ended) {
      return false;
    }
    snapshot.requireOpen();
    while (true) {
      while (slot < slotCount) {
        int at = slot++;
        if (show(at)) {
          return true;
        }
      }
      if (!nextPage()) {
        close();
        return false;
      }
    }
  }

  /**
   * Starts again with a range of pages.
   *
   * @param from the first page
   * @param last the last page
   */
  public void restart(long from, long last) {
    snapshot.requireOpen();
    window.clear();
    windowAt = 0;
    slot = 0;
    slotCount = 0;
    nextPage = from;
    lastPage = last;
  }

  /** Returns the number of slots of the current page. */
  public int slotCount() {
    return slotCount;
  }

  /** Returns the RID of a slot of the current page. */
  public long rid(int at) {
    return Rid.of(pageId, at);
  }

  /**
   * Finds a record on the current page.
   *
   * @return offset of the record's WKB in {@link #content}, after the length of the WKB as an int;
   *     -1 if the slot has no record, or if the record is not completely on this page
   */
  public int wkbAt(int at) {
    if (!page.isUsed(at)) {
      return -1;
    }
    int offset = page.offset(at);
    return HeapCell.kind(page.bytes(), offset) == HeapCell.INLINE
        ? offset + HeapCell.INLINE_HEAD
        : -1;
  }

  /**
   * Returns the current page as a read-only little-endian buffer, which {@link #nextPage} replaces.
   */
  public ByteBuffer content() {
    if (content == null) {
      content = page.bytes().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    return content;
  }

  /** Reads the record of a slot of the current page into {@link #record}, if there is one. */
  public boolean show(int at) {
    // MOVED cells are skipped; their records are found at their homes
    return page.isUsed(at) && snapshot.show(page, Rid.of(pageId, at), record);
  }

  @Override
  public void close() {
    if (!ended) {
      ended = true;
      if (closesSnapshot) {
        snapshot.close();
      }
    }
  }

  /** Moves to the next page that may contain records. Returns false at the end. */
  public boolean nextPage() {
    slot = 0;
    slotCount = 0;
    if (windowAt == window.count() && !fillWindow()) {
      return false;
    }
    int at = windowAt++;
    pageId = window.id(at);
    if (window.load(at, page) && page.kind() == HeapPage.DATA) {
      slotCount = page.slotCount();
    }
    return true;
  }

  /**
   * Collects the next pages that may contain records, and reads those of them that are not in
   * memory. Returns false if there are no further pages.
   */
  private boolean fillWindow() {
    windowAt = 0;
    window.clear();
    long last = Math.min(lastPage, snapshot.lastPage());
    file.lock().lock();
    try {
      while (!window.isFull() && nextPage >= 0) {
        nextPage = file.images().nextDataPage(nextPage, last, snapshot.frame());
        if (nextPage >= 0) {
          window.add(nextPage++);
        }
      }
    } finally {
      file.lock().unlock();
    }
    window.read();
    return window.count() > 0;
  }
}
