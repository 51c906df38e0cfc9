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
import org.flashgrove.storage.log.commit.CommitLease;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.page.AccessLog;
import org.flashgrove.storage.placement.PageMap;

/**
 * Finds the image of a heap page at a commit: in memory, on the device, or among old images kept
 * for snapshots.
 */
final class HeapImages {
  private final HeapFile owner;
  private final LoggedStore store;
  private final ReentrantLock lock;
  private final HeapDevice device;
  private final HeapBuffer buffer;
  private final FreeSpaceMap spaces;
  private final PageHistory<HeapPage> history;
  private final BitSet dataPages;

  /**
   * Creates an object that finds the page images of a heap file.
   *
   * @param owner the heap file
   * @param dataPages pages that may contain records at the newest commit; guarded by the store lock
   */
  HeapImages(
      HeapFile owner,
      HeapDevice device,
      HeapBuffer buffer,
      FreeSpaceMap spaces,
      PageHistory<HeapPage> history,
      BitSet dataPages) {
    this.owner = owner;
    store = owner.store();
    lock = store.lock();
    this.device = device;
    this.buffer = buffer;
    this.spaces = spaces;
    this.history = history;
    this.dataPages = dataPages;
  }

  /**
   * Returns the image of a page at a commit, or null if the page did not exist at that commit. The
   * image does not change before {@link #close}.
   *
   * @param frame number of the commit
   */
  HeapPage open(long pageId, long frame) {
    return open(pageId, frame, null);
  }

  /**
   * Returns the image of a page like {@link #open(long, long)}. Also tells the snapshot whether the
   * page was read from the device. A snapshot needs no lock if the image is in memory and no later
   * commit has changed the page.
   *
   * @param reader the snapshot, or null if the reader is not a snapshot
   */
  HeapPage open(long pageId, long frame, HeapSnapshot reader) {
    if (reader != null) {
      store.requireReadable();
      HeapPage page = buffer.pin(pageId);
      if (page != null) {
        if (page.version() <= frame) {
          note(reader, pageId);
          return page;
        }
        device.release(page);
      }
    }
    return openLocked(pageId, frame, reader);
  }

  private HeapPage openLocked(long pageId, long frame, HeapSnapshot reader) {
    lock.lock();
    try {
      report(reader);
      HeapPage page = find(pageId, frame, reader);
      if (page != null) {
        page.pin();
      }
      return page;
    } catch (StoreException e) {
      store.noteWriteFailure();
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the use of an image that {@link #open} returned. */
  void close(HeapPage page) {
    device.release(page);
  }

  /** Notes that a snapshot has found a page in memory without the lock. */
  private void note(HeapSnapshot reader, long pageId) {
    AccessLog accesses = reader.accesses();
    boolean isAgain = reader.isLastPage(pageId);
    reader.accessed(pageId, false);
    if (accesses.add(isAgain ? ~pageId : pageId)) {
      if (accesses.isFull()) {
        lock.lock();
      } else if (!lock.tryLock()) {
        return;
      }
      try {
        report(reader);
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Reports to the page cache the pages that idle snapshots and the caller have read. Called under
   * the store lock before the cache chooses a page to evict.
   *
   * @param reader the caller's snapshot, or null
   */
  void report(HeapSnapshot reader) {
    for (CommitLease lease : store.commits().leases()) {
      if (lease instanceof HeapSnapshot snapshot && snapshot.owner() == owner) {
        snapshot.reportIfIdle(buffer);
      }
    }
    if (reader != null) {
      reader.accesses().report(buffer);
    }
  }

  /**
   * Copies the image of a page at a commit. Returns false if the page did not exist at that commit.
   */
  boolean copy(long pageId, long frame, HeapPage into) {
    return copy(open(pageId, frame), into);
  }

  /**
   * Copies the image of a page that a snapshot sees. Returns false if the page did not exist at the
   * snapshot's commit.
   */
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
        // a later version means that the page did not exist at the commit
        return page.version() <= frame ? page : null;
      }
    }
  }

  /**
   * Returns the old image of a page that a snapshot must see, or null if the snapshot sees the
   * newest image. If the version of the old image is later than {@code frame}, the page did not
   * exist at that commit.
   */
  private HeapPage earlier(long pageId, long frame) {
    if (history.isExpired(frame)) {
      throw new SnapshotExpiredException(frame);
    }
    return history.find(pageId, frame);
  }

  /**
   * Reads a page from the device into the page cache, and releases the store lock during the read.
   * Returns null if another thread cached or wrote the page meanwhile.
   */
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
   * Returns the first page from {@code from} to {@code last} that may have contained records at a
   * commit, or -1. Requires the store lock.
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
   * Returns where the page image that a snapshot sees is stored on the device. The result combines
   * slot and checksum (see {@link PageMap}). The result is {@link PageMap#NEVER} if the image is in
   * memory or does not exist. Requires the store lock.
   */
  long placeToRead(long pageId, long frame) {
    boolean atHand = earlier(pageId, frame) != null || buffer.resident(pageId) != null;
    long place = device.map().place(pageId);
    return !atHand && PageMap.isStored(place) ? place : PageMap.NEVER;
  }

  /**
   * Returns whether the newest image of a page must be read from the device. Returns false if the
   * page cache has fewer than {@code room} frames.
   */
  boolean mustRead(long pageId, int room) {
    lock.lock();
    try {
      return buffer.capacity() >= room && PageMap.isStored(placeToRead(pageId, HeapFile.NEWEST));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds a copy of a page image to the page cache. Does nothing if the page is already cached, or
   * was written since the image was read.
   *
   * @param place slot and checksum of the image that was read, see {@link PageMap}
   * @param evicts whether another page may be evicted; if not, the image is added only if the cache
   *     has a free frame
   * @param reader the snapshot that has read the image
   */
  void keep(long pageId, long place, HeapPage image, boolean evicts, HeapSnapshot reader) {
    lock.lock();
    try {
      report(reader);
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
   * Called before a commit changes a page. Keeps a copy of the page's newest image if a snapshot
   * sees this image and no copy of it is kept yet.
   *
   * @param newestLive number of the newest commit that a live snapshot reads
   * @param until first commit number at which the image is no longer current
   */
  void preserve(long pageId, long newestLive, long until) {
    if (!history.firstChange(pageId, newestLive)) {
      return;
    }
    HeapPage copy = device.take();
    if (copyPublished(pageId, copy) && copy.version() <= newestLive) {
      history.keep(pageId, copy, until);
    } else {
      device.give(copy); // no snapshot sees a new page
    }
  }

  /**
   * Copies the newest image of a page. Returns false if the page does not exist. The copy does not
   * count as an access to the cache, because a commit is about to replace the cached image.
   */
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

  /**
   * Returns whether {@link #open} would probably find the newest image of a page in memory. Needs
   * no lock.
   */
  boolean isWarm(long pageId) {
    return buffer.isWarm(pageId);
  }

  /** Reads the beginnings of records from memory, see {@link HeapBuffer#touch}. */
  int touch(long[] rids, int from, int to, HeapPage[] pages) {
    return buffer.touch(rids, from, to, pages);
  }

  /** Returns whether a page image that was read ahead is still the image that a snapshot sees. */
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
