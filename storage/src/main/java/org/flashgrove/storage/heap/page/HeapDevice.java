package org.flashgrove.storage.heap.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.event.FlushEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.page.PageSharing;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PageMap;

/**
 * Stores the pages of a heap file out of place. MOVE frames in the log and the page map record the
 * slot of each page. The pages of a batch are written to neighbouring slots with one write.
 *
 * <p>Several threads may concurrently read pages and call {@link #take} and {@link #give}. Only one
 * thread at a time may write a batch.
 */
public final class HeapDevice {
  public static final String FILE = FreePages.FILE;

  private static final int BATCH_PAGES = 64;
  private static final int SLAB_PAGES = 16;

  private final PageStore store;
  private final FreePages slots;
  private final PageMap map;
  private final int number;
  private final long storeTag;
  private final StoreLog log;
  private final ByteBuffer slab;
  private final ThreadLocal<long[]> oneSlot = ThreadLocal.withInitial(() -> new long[1]);
  private final long[] slotList = new long[BATCH_PAGES];
  private final long[] ids = new long[BATCH_PAGES];
  private final long[] versions = new long[BATCH_PAGES];

  /**
   * For each page of the batch, its checksum, or {@link PageMap#DELETED} if the page is unused.
   * When the slots of the batch are allocated, each checksum is replaced by a combination of slot
   * and checksum, called a place ({@link PageMap}).
   */
  private final long[] places = new long[BATCH_PAGES];

  private final ArrayDeque<HeapPage> unusedPages = new ArrayDeque<>();
  private int batched;
  private int count;
  private volatile long pagesWritten;
  private volatile StoreException failure;

  public HeapDevice(PageStore store, FreePages slots, int number, long storeTag, StoreLog log) {
    this.store = store;
    this.slots = slots;
    this.number = number;
    this.storeTag = storeTag;
    this.log = log;
    map = slots.map(number);
    slab = AlignedBuffers.allocate(BATCH_PAGES * store.pageSize());
  }

  /** Returns the name of the page file for events. */
  public String name() {
    return store.name();
  }

  public int pageSize() {
    return store.pageSize();
  }

  public PageMap map() {
    return map;
  }

  /** Returns the number of pages written since the file was opened. */
  public long pagesWritten() {
    return pagesWritten;
  }

  /** Lends a page object with undefined content. The caller returns it with {@link #give}. */
  public synchronized HeapPage take() {
    if (unusedPages.isEmpty()) {
      int pageSize = store.pageSize();
      ByteBuffer pages = AlignedBuffers.allocate(SLAB_PAGES * pageSize);
      for (int i = 0; i < SLAB_PAGES; i++) {
        ByteBuffer page = pages.slice(i * pageSize, pageSize).order(ByteOrder.LITTLE_ENDIAN);
        HeapPage unused = new HeapPage(page);
        unused.tryClaim();
        unusedPages.push(unused);
      }
    }
    HeapPage taken = unusedPages.pop();
    taken.unclaim();
    return taken;
  }

  /**
   * Takes back a page object that the caller no longer uses. If readers have pinned the page, it is
   * reused only after the last reader has released it. A shared page is never reused.
   */
  public void give(HeapPage page) {
    if (page.shares() == 0 && page.abandon()) {
      keep(page);
    }
  }

  /**
   * Unpins a page. If the page was already returned and this was its last pin, keeps it for use.
   */
  public void release(HeapPage page) {
    if (page.unpin()) {
      keep(page);
    }
  }

  /**
   * Keeps an unused page, which is claimed. A reader without a lock that still has a reference to
   * the page therefore cannot pin it.
   */
  private synchronized void keep(HeapPage page) {
    unusedPages.push(page);
  }

  /**
   * Takes over a page from the cache of another device of the same heap file. The result is the
   * same page, which both caches then share, or a copy. The caller holds the lock of that cache.
   */
  HeapPage takeOver(HeapPage other, long pageId) {
    if (!PageSharing.isCopied(other.shares(), pageId)) {
      other.share();
      return other;
    }
    HeapPage copy = take();
    copy.copyFrom(other);
    return copy;
  }

  /** Releases the memory of unused page objects. */
  public synchronized void trim() {
    unusedPages.clear();
  }

  /**
   * Reads and verifies the page image at a place, which consists of a slot and a checksum ({@link
   * PageMap}).
   */
  public void read(HeapPage into, long pageId, long place) {
    int entered = slots.enterRead();
    try {
      readSlot(PageMap.slot(place), into.bytes());
    } finally {
      slots.leaveRead(entered);
    }
    verify(into, pageId, place);
  }

  private void readSlot(long slot, ByteBuffer into) {
    long[] slotOf = oneSlot.get();
    slotOf[0] = slot;
    store.read(slotOf, 1, into);
  }

  /**
   * Reads pages without verifying them, in as few device calls as possible.
   *
   * @param pageIds the pages
   * @param at expected places of the pages, see {@link PageMap}
   * @return false if one of the pages has moved from its expected place; nothing is read then
   */
  public boolean readAhead(long[] pageIds, long[] at, int pageCount, ByteBuffer into) {
    long[] slotsOf = new long[pageCount];
    int entered = slots.enterRead();
    try {
      for (int i = 0; i < pageCount; i++) {
        if (map.place(pageIds[i]) != at[i]) {
          return false; // the slot may belong to another page or lie beyond the end of the file
        }
        slotsOf[i] = PageMap.slot(at[i]);
      }
      store.read(slotsOf, pageCount, into);
      return true;
    } finally {
      slots.leaveRead(entered);
    }
  }

  /**
   * Verifies a page that was read from a place, which combines a slot and a checksum ({@link
   * PageMap}).
   */
  public void verify(HeapPage page, long pageId, long place) {
    page.requireSealed(name(), pageId, storeTag, PageMap.checksum(place));
  }

  /**
   * Returns whether the slot of {@code place} contains an intact image of the page with the
   * checksum in {@code place}.
   */
  public boolean verifies(HeapPage into, long pageId, long place) {
    if (PageMap.slot(place) >= store.pageCount()) {
      return false;
    }
    readSlot(PageMap.slot(place), into.bytes());
    return into.isSealed(pageId, storeTag, PageMap.checksum(place));
  }

  /**
   * Adds a page to the batch. If the page is unused, its content is not written. The MOVE frame
   * then only records that the page is unused.
   */
  public void append(HeapPage page) {
    if (count == BATCH_PAGES) {
      finishBatch();
    }
    ids[count] = page.pageId();
    versions[count] = page.version();
    if (page.kind() == HeapPage.FREE) {
      places[count] = PageMap.DELETED;
    } else {
      HeapPage own = page;
      if (page.shares() > 0) {
        own = take();
        own.copyFrom(page);
      }
      own.seal(storeTag);
      places[count] = own.storedChecksum() & 0xFFFF_FFFFL;
      slab.put(batched * pageSize(), own.bytes(), 0, pageSize());
      if (own != page) {
        give(own);
      }
      batched++;
    }
    count++;
  }

  /** Writes the batch to neighbouring slots, and logs the new slots in a MOVE frame. */
  public void finishBatch() {
    if (count == 0) {
      return;
    }
    FlushEvent event = batched > 0 ? StoreEvents.flush() : null;
    slots.startWriting();
    try {
      if (batched > 0) {
        slots.allocate(batched, slotList);
        store.write(slotList, batched, slab);
        pagesWritten += batched;
      }
      logMoves();
      changeMap();
    } catch (StoreException e) {
      failure = failure == null ? e : failure;
      throw e;
    } finally {
      slots.finishWriting();
    }
    if (event != null) {
      event.finish(store.name(), batched, (long) batched * pageSize());
    }
    batched = 0;
    count = 0;
  }

  private void logMoves() {
    log.startMoves(number);
    int next = 0;
    for (int i = 0; i < count; i++) {
      if (places[i] != PageMap.DELETED) {
        places[i] = PageMap.place(slotList[next++], (int) places[i]);
      }
      log.addMove(ids[i], places[i], versions[i]);
    }
    log.finishMoves();
  }

  private void changeMap() {
    for (int i = 0; i < count; i++) {
      if (places[i] == PageMap.DELETED) {
        slots.deleted(number, ids[i], versions[i]);
      } else {
        int checksum = PageMap.checksum(places[i]);
        slots.stored(number, ids[i], PageMap.slot(places[i]), checksum, versions[i]);
      }
    }
  }

  /** Syncs the page file, which makes the written pages durable. */
  public void sync() {
    try {
      store.sync();
    } catch (StoreException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /**
   * Returns the exception of the first failed write, or null if no write has failed. After a failed
   * write the content of the device is unknown.
   */
  public StoreException failure() {
    return failure;
  }
}
