package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.placement.PageMap;

/**
 * Pages of a heap file that one reader uses next: those that are not in memory are read together,
 * past the buffer.
 */
final class PageWindow {
  /** Most pages of a window. */
  static final int MOST_PAGES = 1 << 10;

  /** A window may take the place of at most this part of the pages in memory. */
  private static final int KEPT_SHARE = 4;

  private final HeapFile file;
  private final HeapSnapshot snapshot;
  private ByteBuffer slab;
  private final long[] ids;

  /**
   * Places that the pages in the slab were read from; {@link PageMap#NEVER} for those it does not.
   */
  private final long[] places;

  private final int[] slabIndex;
  private final long[] readIds;
  private final long[] readPlaces;
  private int count;
  private int toRead;
  private boolean keeps;
  private long pagesRead;

  /**
   * Creates an empty window.
   *
   * @param pages most pages, 1 to {@link #MOST_PAGES}
   */
  PageWindow(HeapSnapshot snapshot, int pages) {
    if (pages < 1 || pages > MOST_PAGES) {
      throw new IllegalArgumentException(
          "readAheadPages = " + pages + " (allowed: 1 to " + MOST_PAGES + ")");
    }
    this.snapshot = snapshot;
    file = snapshot.file();
    ids = new long[pages];
    places = new long[pages];
    slabIndex = new int[pages];
    readIds = new long[pages];
    readPlaces = new long[pages];
  }

  /** Returns the number of pages read up to now. */
  long pagesRead() {
    return pagesRead;
  }

  /** Returns the number of pages in the window. */
  int count() {
    return count;
  }

  boolean isFull() {
    return count == ids.length;
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
    read(false);
  }

  /**
   * Reads the pages added that are not in memory.
   *
   * @param keepsPages whether the buffer takes those that are loaded, if they are few beside its
   *     frames
   */
  void read(boolean keepsPages) {
    keeps = keepsPages && toRead <= file.images().frameCount() / KEPT_SHARE;
    if (toRead > 0 && file.device().readAhead(readIds, readPlaces, toRead, roomFor(toRead))) {
      pagesRead += toRead;
      for (int i = 0; i < toRead; i++) {
        snapshot.accessed(readIds[i], true);
      }
    } else {
      Arrays.fill(places, PageMap.NEVER);
    }
  }

  /** Returns room for pages that are read together: small windows need little of it. */
  private ByteBuffer roomFor(int pages) {
    int bytes = pages * file.pageSize();
    if (slab == null || slab.capacity() < bytes) {
      int most = ids.length * file.pageSize();
      slab = AlignedBuffers.allocate(slab == null ? bytes : Math.min(most, 2 * bytes));
    }
    return slab;
  }

  /** Brings the image of the page at an index; returns false if there was none. */
  boolean load(int at, HeapPage into) {
    long pageId = ids[at];
    if (PageMap.isStored(places[at])
        && file.images().isStillAt(pageId, snapshot.frame(), places[at])) {
      into.bytes().put(0, slab, slabIndex[at] * file.pageSize(), file.pageSize());
      file.device().verify(into, pageId, places[at]);
      if (keeps) {
        file.images().keep(pageId, places[at], into);
      }
      return into.version() <= snapshot.frame();
    }
    return snapshot.copy(pageId, into); // in memory, or changed since
  }
}
