package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.placement.PageMap;

/**
 * A scan of a heap file in the order of RIDs, as one commit left it: page by page, pages read ahead
 * together, past the buffer. The file may be changed meanwhile.
 *
 * <p>A scan of its own snapshot closes that at the end; one that is not read to the end must be
 * closed.
 */
public final class HeapScan implements AutoCloseable {
  private static final int MOST_READ_AHEAD = 1 << 10;

  private final HeapFile file;
  private final HeapSnapshot snapshot;
  private final HeapRecord record = new HeapRecord();
  private final HeapPage page;
  private final ByteBuffer slab;
  private final long[] ids;

  /** Where the pages stood that the slab holds; {@link PageMap#NEVER} for those it does not. */
  private final long[] places;

  private final int[] slabIndex;
  private final long[] readIds;
  private final long[] readPlaces;
  private int windowPages;
  private int windowAt;
  private long nextPage;
  private long pageId = -1;
  private int slot;
  private int slotCount;
  private long pagesReadAhead;
  private final boolean closesSnapshot;
  private boolean ended;

  HeapScan(HeapSnapshot snapshot, int readAheadPages) {
    this(snapshot, readAheadPages, false);
  }

  /** A scan that closes its snapshot at the end, or does not. */
  HeapScan(HeapSnapshot snapshot, int readAheadPages, boolean closesSnapshot) {
    if (readAheadPages < 1 || readAheadPages > MOST_READ_AHEAD) {
      throw new IllegalArgumentException(
          "readAheadPages = " + readAheadPages + " (allowed: 1 to " + MOST_READ_AHEAD + ")");
    }
    this.snapshot = snapshot;
    this.closesSnapshot = closesSnapshot;
    file = snapshot.file();
    int pageSize = file.pageSize();
    page = new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
    slab = AlignedBuffers.allocate(readAheadPages * pageSize);
    ids = new long[readAheadPages];
    places = new long[readAheadPages];
    slabIndex = new int[readAheadPages];
    readIds = new long[readAheadPages];
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
    if (ended) {
      return false;
    }
    snapshot.requireOpen();
    while (true) {
      while (slot < slotCount) {
        int at = slot++;
        if (page.isUsed(at) && show(at)) {
          return true;
        }
      }
      if (!nextPage()) {
        close();
        return false;
      }
    }
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

  private boolean show(int at) {
    long rid = HeapCell.rid(pageId, at);
    switch (HeapCell.kind(page.bytes(), page.offset(at))) {
      case HeapCell.INLINE:
        RecordReader.showInline(page, rid, at, record);
        return true;
      case HeapCell.MOVED:
        return false; // seen at its home
      default:
        return snapshot.get(rid, record);
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
    file.lock().lock();
    try {
      while (windowPages < ids.length && nextPage >= 0) {
        nextPage = file.nextDataPage(nextPage, snapshot.lastPage(), snapshot.frame());
        if (nextPage >= 0) {
          long place = file.placeToRead(nextPage, snapshot.frame());
          ids[windowPages] = nextPage++;
          places[windowPages] = place;
          if (PageMap.isStored(place)) {
            slabIndex[windowPages] = toRead;
            readIds[toRead] = ids[windowPages];
            readPlaces[toRead++] = place;
          }
          windowPages++;
        }
      }
    } finally {
      file.lock().unlock();
    }
    if (toRead > 0 && file.device().readAhead(readIds, readPlaces, toRead, slab)) {
      pagesReadAhead += toRead;
    } else {
      Arrays.fill(places, PageMap.NEVER);
    }
    return windowPages > 0;
  }

  /** Brings the image of a page of the window; false if there was none. */
  private boolean load(int at) {
    if (PageMap.isStored(places[at]) && file.isStillAt(pageId, snapshot.frame(), places[at])) {
      page.bytes().put(0, slab, slabIndex[at] * file.pageSize(), file.pageSize());
      file.device().verify(page, pageId, places[at]);
      return page.version() <= snapshot.frame();
    }
    return file.copy(pageId, snapshot.frame(), page); // in memory, or changed since
  }
}
