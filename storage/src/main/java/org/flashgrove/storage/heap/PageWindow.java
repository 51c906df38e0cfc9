package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.placement.PageMap;

/**
 * Pages of a heap file that one reader uses next. Pages that are not in memory are read together,
 * and the buffer keeps them: all of them, or as many as there are free frames for.
 */
final class PageWindow {
  /** Most pages of a window. */
  static final int MOST_PAGES = 1 << 10;

  /** Pages that a new window has room for, so that a query of one record allocates little. */
  private static final int FIRST_PAGES = 4;

  private final HeapFile file;
  private final HeapSnapshot snapshot;
  private final boolean evicts;
  private final int most;
  private ByteBuffer slab;
  private long[] ids;

  /**
   * Places that the pages in the slab were read from; {@link PageMap#NEVER} for those it does not.
   */
  private long[] places;

  private int[] slabIndex;
  private long[] readIds;
  private long[] readPlaces;
  private int count;
  private int toRead;
  private long pagesRead;

  /**
   * Creates an empty window.
   *
   * @param pages most pages, 1 to {@link #MOST_PAGES}
   * @param evicts whether pages that are read may take the frames of others
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
    slabIndex = new int[room];
    readIds = new long[room];
    readPlaces = new long[room];
  }

  private void grow() {
    int room = Math.min(most, 2 * ids.length);
    ids = Arrays.copyOf(ids, room);
    places = Arrays.copyOf(places, room);
    slabIndex = Arrays.copyOf(slabIndex, room);
    readIds = Arrays.copyOf(readIds, room);
    readPlaces = Arrays.copyOf(readPlaces, room);
  }

  /** Returns the number of pages read up to now. */
  long pagesRead() {
    return pagesRead;
  }

  /** Returns the number of pages in the window. */
  int count() {
    return count;
  }

  /** Returns the largest number of pages. */
  int most() {
    return most;
  }

  boolean isFull() {
    return count == most;
  }

  /** Returns the page at an index. */
  long id(int at) {
    return ids[at];
  }

  void clear() {
    count = 0;
    toRead = 0;
  }

  /** Adds a page that is not in the window. Under the file's lock. */
  void add(long pageId) {
    long place = file.images().placeToRead(pageId, snapshot.frame());
    if (count == ids.length) {
      grow();
    }
    ids[count] = pageId;
    places[count] = place;
    if (PageMap.isStored(place)) {
      slabIndex[count] = toRead;
      readIds[toRead] = pageId;
      readPlaces[toRead++] = place;
    }
    count++;
  }

  /** Reads the pages added that are not in memory. */
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

  /** Returns room for pages that are read together: small windows need little of it. */
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

  /** Brings the image of the page at an index; returns false if there was none. */
  boolean load(int at, HeapPage into) {
    long pageId = ids[at];
    if (wasRead(at) && file.images().isStillAt(pageId, snapshot.frame(), places[at])) {
      into.bytes().put(0, slab, slabIndex[at] * file.pageSize(), file.pageSize());
      file.device().verify(into, pageId, places[at]);
      file.images().keep(pageId, places[at], into, evicts);
      return into.version() <= snapshot.frame();
    }
    return snapshot.copy(pageId, into); // in memory, or changed since
  }
}
