package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;

/**
 * Reads records by their RIDs, page by page. Pages that are not in memory are read from the device
 * in batches. The object is usable until the snapshot that created it is closed. Not thread-safe.
 */
public final class HeapFetch {
  /** Maximum number of records in a call of {@link #touch}. */
  public static final int TOUCHED_TOGETHER = 16;

  private final HeapSnapshot snapshot;
  private final PageWindow window;

  /** Private copy of the current page, or null if no page was copied yet. */
  private HeapPage page;

  /** Record on the copied page, or null if none was shown yet. */
  private HeapRecord inPage;

  /**
   * Record that {@link #show} read last without copying its whole page, because the page was
   * already in memory.
   */
  private final HeapRecord single;

  /** True if pages have several wanted records, so that copying a page pays. */
  private final boolean isOfMany;

  private HeapPage[] touchedPages;

  /** Depends on the bytes that {@link #touch} read, so that the JIT compiler keeps these reads. */
  private int touched;

  private HeapRecord record;
  private ByteBuffer content;
  private int current = -1;
  private boolean isLoaded;
  private boolean there;

  HeapFetch(HeapSnapshot snapshot, int windowPages, boolean isOfMany) {
    this.snapshot = snapshot;
    this.isOfMany = isOfMany;
    single = isOfMany ? HeapRecord.direct() : new HeapRecord();
    record = single;
    window = new PageWindow(snapshot, windowPages, true);
  }

  /**
   * Sets the pages that contain the records to read next. Pages that are not in memory are read
   * from the device together.
   *
   * @param pageIds the pages, each once, in the order in which they will be used
   * @param count number of pages, at most the maximum given to {@link HeapSnapshot#fetch}
   */
  public void read(long[] pageIds, int count) {
    snapshot.requireOpen();
    window.clear();
    current = -1;
    int warm = 0;
    while (warm < count && window.addWarm(pageIds[warm])) {
      warm++;
    }
    if (warm < count) {
      addLocked(pageIds, warm, count);
    }
    window.read();
  }

  private void addLocked(long[] pageIds, int from, int to) {
    HeapFile file = snapshot.file();
    file.lock().lock();
    try {
      for (int i = from; i < to; i++) {
        window.add(pageIds[i]);
      }
    } finally {
      file.lock().unlock();
    }
  }

  /**
   * Reads the home pages of records into memory. Pages that are not in memory are read together,
   * and each page is read once.
   *
   * @param rids RIDs of the records in ascending order; negative values are skipped
   */
  void load(long[] rids) {
    long[] pages = new long[window.most()];
    int count = 0;
    for (int i = 0; i < rids.length; i++) {
      if (rids[i] >= 0 && (count == 0 || pages[count - 1] != Rid.page(rids[i]))) {
        if (count == pages.length) {
          load(pages, count);
          count = 0;
        }
        pages[count++] = Rid.page(rids[i]);
      }
    }
    load(pages, count);
  }

  private void load(long[] pages, int count) {
    read(pages, count);
    for (int i = 0; i < count; i++) {
      if (window.wasRead(i)) {
        turnTo(i); // copies the page into the buffer
      }
    }
  }

  /**
   * Copies a page, so that {@link #show} finds it in memory. Callers that read many records of each
   * page call this once for each page. The JIT compiler then leaves this code out of {@link #show}.
   *
   * @param at index of the page in the list passed to {@link #read}
   */
  public void turnTo(int at) {
    snapshot.requireOpen();
    current = at;
    isLoaded = false;
    loaded(at);
  }

  /**
   * Finds a record on the page of {@link #turnTo}. This method has less code than {@link #show}, so
   * the JIT compiler takes less time for a loop over many records.
   *
   * @param slot slot of the record's RID
   * @return offset of the record's WKB in {@link #content}, after the length of the WKB as an int;
   *     -1 if the record does not exist or is not completely on this page
   */
  public int wkbAt(int slot) {
    if (!there || !page.isUsed(slot)) {
      return -1;
    }
    int offset = page.offset(slot);
    boolean isWhole = HeapCell.kind(content, offset) == HeapCell.INLINE;
    return isWhole ? offset + HeapCell.INLINE_HEAD : -1;
  }

  /**
   * Returns the page of {@link #turnTo} as a read-only little-endian buffer. The buffer is valid
   * until the next call of {@link #turnTo} or {@link #show}.
   */
  public ByteBuffer content() {
    return content;
  }

  /**
   * Prepares for reading several records with {@link #show}. The processor then waits for the
   * memory of these records together, instead of once for each record. Best called for {@link
   * #TOUCHED_TOGETHER} records at a time, right before they are read.
   *
   * @param rids array that contains the records at indices {@code [from, to)}, at most {@link
   *     #TOUCHED_TOGETHER} records
   */
  public void touch(long[] rids, int from, int to) {
    HeapPage[] pages = touchedPages;
    if (pages == null) {
      pages = new HeapPage[TOUCHED_TOGETHER];
      touchedPages = pages;
    }
    touched += snapshot.file().images().touch(rids, from, to, pages);
  }

  /**
   * Reads a record.
   *
   * @param at index of the record's page in the list passed to {@link #read}
   * @return whether the record exists; if it does, {@link #record} returns it
   */
  public boolean show(int at, long rid) {
    snapshot.requireOpen();
    if (at >= window.count() || window.id(at) != Rid.page(rid)) {
      throw new IllegalArgumentException(
          "record "
              + rid
              + ": not on page "
              + at
              + " of the fetched pages; pass the index of its page");
    }
    if (at != current) {
      current = at;
      isLoaded = false;
      if (!isOfMany && !window.wasRead(at)) {
        // pages in memory usually have only one wanted record, so copying the page does not pay
        record = single;
        return snapshot.read(rid, single);
      }
    }
    HeapPage shown = loaded(at);
    if (inPage == null) {
      inPage = HeapRecord.direct();
    }
    record = inPage;
    return there && shown.isUsed(Rid.slot(rid)) && snapshot.show(shown, rid, inPage);
  }

  /**
   * Copies the page at index {@code at} of the list passed to {@link #read}, and returns the copy.
   */
  private HeapPage loaded(int at) {
    HeapPage copy = page;
    if (copy == null) {
      int pageSize = snapshot.file().pageSize();
      copy = new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
      content = copy.bytes().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
      page = copy;
    }
    if (!isLoaded) {
      there = window.load(at, copy) && copy.kind() == HeapPage.DATA;
      isLoaded = true;
    }
    return copy;
  }

  /**
   * Returns the record that {@link #show} read last. The record is valid until the next call of
   * {@link #show}.
   */
  public HeapRecord record() {
    return record;
  }
}
