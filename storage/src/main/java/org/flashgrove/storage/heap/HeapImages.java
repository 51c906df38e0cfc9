package org.flashgrove.storage.heap;

import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapBuffer;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.placement.PageMap;

/**
 * The images of a heap file's pages, as commits left them: those in memory, on the device, and
 * earlier ones that are kept for snapshots.
 */
final class HeapImages {
  private final LoggedStore store;
  private final ReentrantLock lock;
  private final HeapDevice device;
  private final HeapBuffer buffer;
  private final FreeSpaceMap spaces;
  private final PageHistory<HeapPage> history;
  private final BitSet dataPages;

  /**
   * The images of a file.
   *
   * @param dataPages pages that may hold records, as the newest commit left them; under the store's
   *     lock
   */
  HeapImages(
      LoggedStore store,
      HeapDevice device,
      HeapBuffer buffer,
      FreeSpaceMap spaces,
      PageHistory<HeapPage> history,
      BitSet dataPages) {
    this.store = store;
    lock = store.lock();
    this.device = device;
    this.buffer = buffer;
    this.spaces = spaces;
    this.history = history;
    this.dataPages = dataPages;
  }

  /**
   * Returns the image of a page as a commit left it, or null if there was none. Unless it is null,
   * the image is valid and the store locked until {@link #close}; one image is open at a time.
   */
  HeapPage open(long pageId, long frame) {
    return open(pageId, frame, null);
  }

  /**
   * Returns the image of a page as {@link #open(long, long)} does, and reports to a snapshot
   * whether the device was read for it.
   *
   * @param reader the snapshot, or null for another reader
   */
  HeapPage open(long pageId, long frame, HeapSnapshot reader) {
    lock.lock();
    HeapPage page = null;
    try {
      page = find(pageId, frame, reader);
      return page;
    } catch (StoreException e) {
      store.noteWriteFailure();
      throw e;
    } finally {
      if (page == null) {
        lock.unlock();
      }
    }
  }

  /** Ends the use of an image that {@link #open} gave. */
  void close(HeapPage page) {
    lock.unlock();
  }

  /** Copies the image of a page as a commit left it; returns false if there was none. */
  boolean copy(long pageId, long frame, HeapPage into) {
    return copy(open(pageId, frame), into);
  }

  /** Copies the image of a page that a snapshot sees; returns false if there was none. */
  boolean copy(long pageId, HeapSnapshot reader, HeapPage into) {
    return copy(open(pageId, reader.frame(), reader), into);
  }

  private boolean copy(HeapPage page, HeapPage into) {
    if (page == null) {
      return false;
    }
    try {
      into.copyFrom(page);
      return true;
    } finally {
      close(page);
    }
  }

  private HeapPage find(long pageId, long frame, HeapSnapshot reader) {
    if (spaces.isMapPage(pageId)) {
      return null;
    }
    boolean fromDevice = false;
    while (true) {
      store.requireReadable();
      HeapPage page = earlier(pageId, frame);
      if (page == null) {
        boolean isAgain = reader != null && reader.isLastPage(pageId);
        page = isAgain ? buffer.findAgain(pageId) : buffer.find(pageId);
      }
      if (page == null) {
        long place = device.map().place(pageId);
        if (!PageMap.isStored(place)) {
          return null;
        }
        page = load(pageId, place);
        fromDevice = true;
      }
      if (page != null) {
        if (reader != null) {
          reader.accessed(pageId, fromDevice);
        }
        return page.version() <= frame ? page : null; // or the page came later
      }
    }
  }

  /**
   * Returns an earlier image of a page, if a snapshot of a commit must not see the newest; null if
   * it sees the newest. An image with a version above the commit shows that the commit had no such
   * page.
   */
  private HeapPage earlier(long pageId, long frame) {
    if (history.isExpired(frame)) {
      throw new SnapshotExpiredException(frame);
    }
    return history.find(pageId, frame);
  }

  /** Reads a page without the lock; returns null if it has been read or written meanwhile. */
  private HeapPage load(long pageId, long place) {
    HeapPage page = device.take();
    RuntimeException failed = null;
    lock.unlock();
    try {
      device.read(page, pageId, place);
    } catch (RuntimeException e) {
      failed = e;
    } finally {
      lock.lock();
    }
    boolean overtaken = buffer.resident(pageId) != null || device.map().place(pageId) != place;
    if (overtaken || failed != null) {
      device.give(page);
      if (!overtaken) {
        throw failed;
      }
      return null;
    }
    buffer.loaded(page);
    return page;
  }

  /**
   * Returns the next page, up to {@code last}, that may have held records at a commit, or -1. Under
   * the lock.
   */
  long nextDataPage(long from, long last, long frame) {
    if (history.isEmpty()) {
      long next = from > last ? -1 : dataPages.nextSetBit(Math.toIntExact(from));
      return next > last ? -1 : next;
    }
    for (long pageId = from; pageId <= last; pageId++) {
      if (dataPages.get(Math.toIntExact(pageId)) || history.find(pageId, frame) != null) {
        return pageId;
      }
    }
    return -1;
  }

  /**
   * Returns the place from which the image of a page that a snapshot of a commit sees must be read;
   * {@link PageMap#NEVER} if it is in memory or there is none. The caller holds the lock.
   */
  long placeToRead(long pageId, long frame) {
    boolean atHand = earlier(pageId, frame) != null || buffer.resident(pageId) != null;
    long place = device.map().place(pageId);
    return !atHand && PageMap.isStored(place) ? place : PageMap.NEVER;
  }

  /**
   * Takes a copy of an image that was read from a place into memory, unless the page is there or
   * has been written since.
   *
   * @param evicts whether another page may leave for it; otherwise it takes a free frame or none
   */
  void keep(long pageId, long place, HeapPage image, boolean evicts) {
    lock.lock();
    try {
      if ((evicts || buffer.hasFreeFrame())
          && buffer.resident(pageId) == null
          && device.map().place(pageId) == place) {
        HeapPage copy = device.take();
        copy.copyFrom(image);
        buffer.loaded(copy);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Keeps the newest image of a page that a commit is about to change, if a snapshot sees it and it
   * has not been kept yet.
   *
   * @param newestLive number of the newest commit that a live snapshot reads
   * @param until the number up to which, exclusive, the image is the current one
   */
  void preserve(long pageId, long newestLive, long until) {
    if (!history.firstChange(pageId, newestLive)) {
      return;
    }
    HeapPage copy = device.take();
    if (copyPublished(pageId, copy) && copy.version() <= newestLive) {
      history.keep(pageId, copy, until);
    } else {
      device.give(copy); // no snapshot sees a page that is being created
    }
  }

  /** Copies the newest image of a page, past the buffer: it is about to be replaced there. */
  private boolean copyPublished(long pageId, HeapPage into) {
    HeapPage resident = buffer.resident(pageId);
    long place = device.map().place(pageId);
    if (resident != null) {
      into.copyFrom(resident);
    } else if (PageMap.isStored(place)) {
      device.read(into, pageId, place);
    }
    return resident != null || PageMap.isStored(place);
  }

  /** Returns whether what was read ahead from a place is what a snapshot of a commit sees. */
  boolean isStillAt(long pageId, long frame, long place) {
    lock.lock();
    try {
      store.requireReadable();
      return placeToRead(pageId, frame) == place;
    } finally {
      lock.unlock();
    }
  }
}
