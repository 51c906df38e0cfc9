package org.flashgrove.grove.cache;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;

/**
 * Cache of pages of sealed blocks, which are never changed after they were written. It uses memory
 * that the write buffer does not need at the moment. Any number of {@link PageReader}s look up
 * pages and scan them in place. Concurrently, one writer lends memory to the cache and takes it
 * back.
 *
 * <p>The caches of the storage module differ, because their pages change. These caches have dirty
 * pages, pins and a fixed size, and count each access. {@code SlotPool} serves one thread at a time
 * and copies pages. {@code PoolBuffer} stores images off heap behind a {@code NodeStore}. A page of
 * a block, in contrast, is written once. Its index and the sequence number of its block identify
 * it, and sequence numbers are never reused. A cached page is therefore never stale.
 *
 * <p>Readers write only two things to shared memory. They set the flag of a page, or of its decoded
 * entries, on the first read after the clock hand passed it. They also publish the epoch in which
 * they run. An evicted frame may be reused when these epochs show that no reader uses it any more
 * (Fraser, Practical lock-freedom, 2004, chapter 5). A thread that read a page from the store
 * inserts it, unless another thread is inserting. The clock algorithm (second chance) selects pages
 * to evict.
 */
public final class PageCache implements MemoryUser {
  private static final int REFERENCE_BYTES = 8;
  private static final int ARRAY_BYTES = 16;
  private static final int FEWEST_FRAMES = 64;

  /** Value that a reader publishes as its epoch while it runs no query. */
  static final long NOBODY = Long.MAX_VALUE;

  private final int pageSize;
  private final PagesBeside beside;
  private final PageForms forms = new PageForms();
  private volatile PageChains chains;
  private final OrderedLock lock = new OrderedLock(LockRank.PAGE_CACHE);
  private volatile List<WeakReference<PageReader>> readers = List.of();
  private volatile long epoch = 1;

  // Guarded by the lock.
  private PageFrame[] ring;
  private int size;
  private int hand;
  private int room;
  private long usedBytes;
  private long keptBytes;
  private Object era;
  private MemoryShare share;

  /**
   * Creates a cache that has no memory until {@link #lend} is called.
   *
   * @param pageSize bytes of a page
   * @param mostBytes maximum memory in bytes
   */
  public PageCache(int pageSize, long mostBytes) {
    this(pageSize, mostBytes, 0);
  }

  /**
   * Creates a cache with memory off heap. It has no heap memory until {@link #lend} is called.
   *
   * @param pageSize bytes of a page
   * @param mostBytes maximum heap memory in bytes
   * @param besideBytes bytes off heap, which the cache owns permanently
   */
  public PageCache(int pageSize, long mostBytes, long besideBytes) {
    this.pageSize = pageSize;
    beside = new PagesBeside(pageSize, besideBytes);
    long frames = Math.min(Integer.MAX_VALUE >> 2, mostBytes / frameBytes());
    ring = new PageFrame[(int) frames];
    chains = new PageChains((int) frames);
    share = MemoryShare.fixed(mostBytes);
  }

  /**
   * Makes the cache use a share of a memory budget. When the cache is full, it asks the share for
   * more memory. It gives memory back on request. Its tables grow with the number of pages. Must be
   * called before the first use.
   */
  public void join(MemoryShare other) {
    share = other;
    ring = new PageFrame[FEWEST_FRAMES];
    chains = new PageChains(FEWEST_FRAMES);
  }

  /** Returns the number of heap bytes that each cached page takes. */
  public long frameBytes() {
    return pageSize + PageFrame.OBJECT_BYTES;
  }

  /** Returns the heap bytes of the tables. They grow only if the cache joined a memory budget. */
  public long tableBytes() {
    return 2 * ARRAY_BYTES
        + (long) REFERENCE_BYTES * (ring.length + chains.length())
        + beside.heapBytes();
  }

  /** Returns the second-level cache, which holds pages off heap. */
  PagesBeside beside() {
    return beside;
  }

  /** Creates a reader for one thread at a time. */
  public PageReader newReader(ComponentStore store) {
    PageReader reader = new PageReader(this, store);
    lock.lock();
    try {
      List<WeakReference<PageReader>> all = new ArrayList<>(readers.size() + 1);
      for (WeakReference<PageReader> known : readers) {
        if (known.get() != null) {
          all.add(known);
        }
      }
      all.add(new WeakReference<>(reader));
      readers = List.copyOf(all);
    } finally {
      lock.unlock();
    }
    return reader;
  }

  // Writer

  /**
   * Sets the memory of the cache, and evicts pages that do not fit before it returns. Only one
   * thread may call this.
   *
   * @param bytes free memory; negative numbers count as 0
   */
  public void lend(long bytes) {
    int pages = (int) Math.min(ring.length, Math.max(0, bytes) / frameBytes());
    if (pages == room) { // only this thread changes the field
      return;
    }
    lock.lock();
    try {
      shrink(pages);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sets the memory of the cache to the unused rest of its share of a memory budget. Other threads
   * may change the size of this share at any time.
   *
   * @param used bytes of the share that other components of the index use
   * @param kept bytes of the share that the index reserves for later; the cache may use them until
   *     the index needs them
   */
  public void lendRest(long used, long kept) {
    if (used / frameBytes() == usedBytes / frameBytes()
        && kept == keptBytes
        && roomInShare() == room
        && !share.isOwing()) {
      return; // only this thread changes the used bytes
    }
    lock.lock();
    try {
      usedBytes = used;
      keptBytes = kept;
      if (share.isOwing()) {
        settle();
      }
      shrink(roomInShare());
    } finally {
      lock.unlock();
    }
  }

  private int roomInShare() {
    long pages = (share.bytes() - usedBytes) / frameBytes();
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE >> 2, pages));
  }

  private void settle() {
    long lacking = usedBytes + keptBytes - share.bytes();
    shrink(
        (int)
            Math.max(
                0,
                Math.min(room, (share.bytes() - usedBytes + Math.max(0, lacking)) / frameBytes())));
    share.settle(lacking);
  }

  private void shrink(int pages) {
    room = pages;
    forms.fit(ring, size, spareBytes());
    while (size > room) {
      int victim = victim();
      share.evicted(key(ring[victim].sequence, ring[victim].page));
      remove(ring[victim]);
      ring[victim] = ring[--size];
      ring[size] = null;
    }
  }

  private static long key(long sequence, int page) {
    return sequence << Integer.SIZE / 2 ^ page;
  }

  @Override
  public void giveBack() {
    lock.lock();
    try {
      if (share.isOwing()) {
        settle();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Evicts the pages of replaced blocks. Queries that began earlier still see these blocks, but add
   * no pages to the cache.
   *
   * @param newEra identifies the current state of the index; only queries that pass it to {@link
   *     PageReader#begin} may add pages
   */
  public void retire(Object newEra, List<Block> gone) {
    lock.lock();
    try {
      era = newEra;
      for (int i = size - 1; i >= 0; i--) {
        if (isOfAny(ring[i], gone)) {
          remove(ring[i]);
          ring[i] = ring[--size];
          ring[size] = null;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static boolean isOfAny(PageFrame frame, List<Block> blocks) {
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).sequence() == frame.sequence) {
        return true;
      }
    }
    return false;
  }

  // Readers

  long epoch() {
    return epoch;
  }

  /** Returns a page of a block, or null if it is not cached. The reader must have begun a query. */
  PageFrame find(long sequence, int page) {
    PageFrame frame = peek(sequence, page);
    if (frame != null && !frame.read) {
      frame.read = true;
    }
    return frame;
  }

  /** Returns a page like {@link #find}, but does not mark the page as used. */
  PageFrame peek(long sequence, int page) {
    return chains.find(sequence, page);
  }

  /**
   * Offers a page to the cache. The cache refuses the page if it has no memory, if it already holds
   * the page, if the index has changed since the query began, or if another thread is inserting.
   *
   * @param ofEra state of the index that the query sees
   * @return {@code frame} if it was refused; null if it was inserted; otherwise the evicted frame,
   *     which may be reused once {@link #isForgotten} is true
   */
  PageFrame admit(PageFrame frame, long sequence, int page, Object ofEra) {
    if (!lock.tryLock()) {
      return frame;
    }
    try {
      if (room == 0 || ofEra != era || find(sequence, page) != null) {
        return frame;
      }
      PageFrame victim = null;
      share.missed(key(sequence, page));
      if (size >= room && !share.isFixed()) {
        share.grow(frameBytes());
        room = Math.max(room, roomInShare());
      }
      if (size < room) {
        reserve(size + 1);
        ring[size++] = frame;
        forms.fit(ring, size, spareBytes());
      } else {
        int at = victim();
        victim = ring[at];
        share.evicted(key(victim.sequence, victim.page));
        remove(victim);
        ring[at] = frame;
        hand = at + 1;
      }
      frame.sequence = sequence;
      frame.page = page;
      frame.read = true; // the clock hand must pass the page once before it can be evicted
      chains.add(frame);
      return victim;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Offers the decoded entries of a page, which use only memory that no page needs. The cache
   * refuses them if it lacks such memory, if the page is no longer cached, or if another thread
   * changes the cache.
   *
   * @param frame the page; it must have been found since the current query of the reader began
   * @return whether the cache keeps the entries
   */
  boolean keepDecoded(PageFrame frame, long[] entries) {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      return chains.find(frame.sequence, frame.page) == frame
          && forms.keep(frame, entries, ring, size, spareBytes());
    } finally {
      lock.unlock();
    }
  }

  private long spareBytes() {
    return Math.max(0, room - size) * frameBytes();
  }

  /** Enlarges the tables to hold {@code frames} pages. */
  private void reserve(int frames) {
    if (frames > ring.length) {
      ring = Arrays.copyOf(ring, 2 * ring.length);
      PageChains larger = new PageChains(ring.length);
      for (int i = 0; i < size; i++) {
        larger.add(ring[i]);
      }
      chains = larger;
    }
  }

  /** Returns the index of the page to evict. */
  private int victim() {
    while (true) {
      if (hand >= size) {
        hand = 0;
      }
      if (!ring[hand].read) {
        return hand;
      }
      ring[hand++].read = false;
    }
  }

  /** Removes a frame from the hash table. Readers may still use the frame or its link. */
  private void remove(PageFrame frame) {
    chains.remove(frame);
    forms.drop(frame);
    frame.left = epoch;
    epoch = frame.left + 1;
  }

  /**
   * Returns whether no other reader can still use an evicted frame. Does not check whether a caller
   * keeps the bytes of the frame ({@link PageFrame#lasting}).
   *
   * @param except reader that calls this method; its own use of the frame is ignored
   */
  boolean isForgotten(PageFrame frame, PageReader except) {
    List<WeakReference<PageReader>> all = readers;
    for (int i = 0; i < all.size(); i++) {
      PageReader reader = all.get(i).get();
      if (reader != null && reader != except && reader.since() <= frame.left) {
        return false;
      }
    }
    return true;
  }

  // Statistics

  /** Returns the maximum number of pages that fit at present, on and off heap. */
  long cached() {
    lock.lock();
    try {
      return room + beside.places();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of pages that the cache holds on the heap. */
  public int pages() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the heap bytes of cached pages and decoded entries; at most the memory lent last. */
  public long bytes() {
    lock.lock();
    try {
      return size * frameBytes() + forms.bytes();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the heap bytes of decoded entries, which are part of {@link #bytes}. */
  public long decodedBytes() {
    return bytes() - pages() * frameBytes();
  }

  /** Recounts the pages. Returns the inconsistencies found. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    lock.lock();
    try {
      int found = chains.count();
      if (found != size || size > room) {
        problems.add(
            "page cache: " + size + " pages counted, " + found + " found, room for " + room);
      }
      forms.check(ring, size, spareBytes(), problems);
    } finally {
      lock.unlock();
    }
    return problems;
  }
}
