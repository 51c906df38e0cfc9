package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.placement.PageMap;

/**
 * Holds the pages of a heap file that a reader will use next. Pages that are not in memory are read
 * together and added to the page cache. If the window may not evict other pages, pages are added
 * only as long as the cache has free frames.
 */
final class PageWindow {
  /** Maximum number of pages in a window. */
  static final int MOST_PAGES = 1 << 10;

  /** Initial capacity of a window, small so that a query for a single record allocates little. */
  private static final int FIRST_PAGES = 4;

  private final HeapFile file;
  private final HeapSnapshot snapshot;
  private final boolean evicts;
  private final int most;
  private ByteBuffer slab;
  private long[] ids;

  /**
   * Slot and checksum (see {@link PageMap}) with which each page of the window was read into the
   * buffer. {@link PageMap#NEVER} if the page was not read.
   */
  private long[] places;

  private int[] slabIndex = {};
  private long[] readIds = {};
  private long[] readPlaces = {};
  private int count;
  private int toRead;
  private long pagesRead;

  /**
   * Creates an empty window.
   *
   * @param pages maximum number of pages, 1 to {@link #MOST_PAGES}
   * @param evicts whether pages that are read may evict other pages from the cache
   */
  PageWindow(HeapSnapshot snapshot, int pages, boolean evicts) {
    if (pages < 1 || pages > MOST_PAGES) {
      throw new IllegalArgumentException(
          "readAheadPages = " + pages + " (allowed: 1 to " + MOST_PAGES + ")");
    }
    this.snapshot = snapshot;
    this.evicts = evicts;
    file = snapshot.file();
    most = pages;
    int room = Math.min(pages, FIRST_PAGES);
    ids = new long[room];
    places = new long[room];
  }

  private void grow() {
    int room = Math.min(most, 2 * ids.length);
    ids = Arrays.copyOf(ids, room);
    places = Arrays.copyOf(places, room);
  }

  /** Returns the number of pages that this window has read from the device since it was created. */
  long pagesRead() {
    return pagesRead;
  }

  /** Returns the number of pages in the window. */
  int count() {
    return count;
  }

  /** Returns the maximum number of pages that this window can hold. */
  int most() {
    return most;
  }

  boolean isFull() {
    return count == most;
  }

  /** Returns the id of the page at an index. */
  long id(int at) {
    return ids[at];
  }

  void clear() {
    count = 0;
    toRead = 0;
  }

  /** Adds a page that is not in the window yet. Requires the store lock. */
  void add(long pageId) {
    add(pageId, file.images().placeToRead(pageId, snapshot.frame()));
  }

  /**
   * Adds a page that is not in the window yet, if it is in memory. Needs no lock.
   *
   * @return whether the page was added
   */
  boolean addWarm(long pageId) {
    boolean isWarm = file.images().isWarm(pageId);
    if (isWarm) {
      add(pageId, PageMap.NEVER);
    }
    return isWarm;
  }

  private void add(long pageId, long place) {
    if (count == ids.length) {
      grow();
    }
    ids[count] = pageId;
    places[count] = place;
    if (PageMap.isStored(place)) {
      if (count >= slabIndex.length) {
        slabIndex = Arrays.copyOf(slabIndex, ids.length);
        readIds = Arrays.copyOf(readIds, ids.length);
        readPlaces = Arrays.copyOf(readPlaces, ids.length);
      }
      slabIndex[count] = toRead;
      readIds[toRead] = pageId;
      readPlaces[toRead++] = place;
    }
    count++;
  }

  /** Reads the added pages that are not in memory, all of them together. */
  void read() {
    if (toRead > 0 && file.device().readAhead(readIds, readPlaces, toRead, roomFor(toRead))) {
      pagesRead += toRead;
      for (int i = 0; i < toRead; i++) {
        snapshot.accessed(readIds[i], true);
      }
    } else {
      Arrays.fill(places, 0, count, PageMap.NEVER);
    }
  }

  /** Returns a buffer for pages that are read together. It grows with the number of pages. */
  private ByteBuffer roomFor(int pages) {
    int bytes = pages * file.pageSize();
    if (slab == null || slab.capacity() < bytes) {
      int mostBytes = most * file.pageSize();
      slab = AlignedBuffers.allocate(slab == null ? bytes : Math.min(mostBytes, 2 * bytes));
    }
    return slab;
  }

  /** Returns whether the page at an index was read from the device. */
  boolean wasRead(int at) {
    return PageMap.isStored(places[at]);
  }

  /** Copies the image of the page at an index. Returns false if the page did not exist. */
  boolean load(int at, HeapPage into) {
    long pageId = ids[at];
    if (wasRead(at) && file.images().isStillAt(pageId, snapshot.frame(), places[at])) {
      into.bytes().put(0, slab, slabIndex[at] * file.pageSize(), file.pageSize());
      file.device().verify(into, pageId, places[at]);
      file.images().keep(pageId, places[at], into, evicts, snapshot);
      return into.version() <= snapshot.frame();
    }
    return snapshot.copy(pageId, into); // the page was in memory, or has changed since it was read
  }
}
