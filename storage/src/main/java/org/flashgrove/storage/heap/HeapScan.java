package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.placement.PageMap;

/**
 * A scan of a heap file in the order of RIDs: page by page, pages read ahead together, past the
 * buffer.
 *
 * <p>The file may be changed while the scan goes on. A record that is there from the scan's start
 * to its end is seen exactly once, since a RID never changes; one that is inserted or deleted
 * meanwhile may be seen or not; a record that is updated is seen as it was before or after. Each
 * page is seen as it was when the scan came to it.
 */
public final class HeapScan {
  private static final int MOST_READ_AHEAD = 1 << 10;

  private final HeapFile file;
  private final HeapRecord record = new HeapRecord();
  private final HeapPage page;
  private final ByteBuffer slab;
  private final long[] ids;

  /** Where the pages stood that the slab holds; {@link PageMap#NEVER} for those it does not. */
  private final long[] places;

  private final int[] slabIndex;
  private final long[] readPlaces;
  private int windowPages;
  private int windowAt;
  private long nextPage;
  private long pageId = -1;
  private int slot;
  private int slotCount;
  private long pagesReadAhead;

  HeapScan(HeapFile file, int readAheadPages) {
    if (readAheadPages < 1 || readAheadPages > MOST_READ_AHEAD) {
      throw new IllegalArgumentException(
          "readAheadPages = " + readAheadPages + " (allowed: 1 to " + MOST_READ_AHEAD + ")");
    }
    this.file = file;
    int pageSize = file.pageSize();
    page = new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
    slab = AlignedBuffers.allocate(readAheadPages * pageSize);
    ids = new long[readAheadPages];
    places = new long[readAheadPages];
    slabIndex = new int[readAheadPages];
    readPlaces = new long[readAheadPages];
  }

  /** Pages that were read ahead. */
  public long pagesReadAhead() {
    return pagesReadAhead;
  }

  /** The record the scan stands on; the object is always the same one. */
  public HeapRecord record() {
    return record;
  }

  /** Goes on to the next record; false at the end. */
  public boolean next() {
    file.requireUsable();
    while (true) {
      while (slot < slotCount) {
        int at = slot++;
        if (page.isUsed(at) && show(at)) {
          return true;
        }
      }
      if (!nextPage()) {
        return false;
      }
    }
  }

  private boolean show(int at) {
    long rid = HeapCell.rid(pageId, at);
    switch (HeapCell.kind(page.bytes(), page.offset(at))) {
      case HeapCell.INLINE:
        RecordReader.showInline(page, rid, at, record);
        return true;
      case HeapCell.MOVED:
        return false; // seen at its home
      default:
        return file.get(rid, record);
    }
  }

  private boolean nextPage() {
    slot = 0;
    slotCount = 0;
    if (windowAt == windowPages && !fillWindow()) {
      return false;
    }
    int at = windowAt++;
    pageId = ids[at];
    if (load(at) && page.kind() == HeapPage.DATA) {
      slotCount = page.slotCount();
    }
    return true;
  }

  /** Finds the next pages that may hold records, and reads those that are not in memory. */
  private boolean fillWindow() {
    windowAt = 0;
    windowPages = 0;
    int toRead = 0;
    while (windowPages < ids.length && nextPage <= file.spaces().lastPage()) {
      long candidate = nextPage++;
      if (!file.spaces().isMapPage(candidate) && file.mayHoldRecords(candidate)) {
        long place = file.device().map().place(candidate);
        boolean read = file.buffer().resident(candidate) == null && PageMap.isStored(place);
        ids[windowPages] = candidate;
        places[windowPages] = read ? place : PageMap.NEVER;
        if (read) {
          slabIndex[windowPages] = toRead;
          readPlaces[toRead++] = place;
        }
        windowPages++;
      }
    }
    if (toRead > 0) {
      file.device().readAhead(readPlaces, toRead, slab);
      pagesReadAhead += toRead;
    }
    return windowPages > 0;
  }

  /** Brings the newest image of a page of the window; false if there is none any more. */
  private boolean load(int at) {
    HeapPage resident = file.buffer().resident(pageId);
    if (resident != null) {
      page.copyFrom(resident);
      return true;
    }
    long place = file.device().map().place(pageId);
    if (!PageMap.isStored(place)) {
      return false;
    }
    if (place == places[at]) {
      page.bytes().put(0, slab, slabIndex[at] * file.pageSize(), file.pageSize());
      file.device().verify(page, pageId, place);
    } else {
      file.device().read(page, pageId); // it was written since it was read ahead
    }
    return true;
  }
}
