package org.flashgrove.grove.cache;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;

/**
 * Cache of pages of sealed blocks in memory that nothing else needs at the moment. Any number of
 * {@link PageReader}s look up pages and scan them in place, concurrently with one writer that lends
 * memory and takes it back.
 *
 * <p>The caches of the storage module hold pages that change: they have dirty pages, pins and a
 * fixed size, and count each access in order. A pool of slots ({@code SlotPool}) serves one thread
 * at a time and copies; the pool of nodes ({@code PoolBuffer}) holds images off heap behind a
 * {@code NodeStore}. A block's page, however, is written once. It is identified by its index and by
 * its block's sequence number, which is never reused, so a frame is never stale and is evicted only
 * to save memory.
 *
 * <p>Readers write no shared memory except a bit of a page that was not read since the clock's hand
 * passed it, and their own number at their beginning and end. By these numbers (epochs, as in
 * Fraser, Practical lock-freedom, 2004, chapter 5) the cache knows when no reader uses an evicted
 * frame, so that it may be reused. The thread that read a page inserts it, unless another thread is
 * inserting. The clock (second chance) chooses the victim.
 */
public final class PageCache implements MemoryUser {
  private static final int REFERENCE_BYTES = 8;
  private static final int ARRAY_BYTES = 16;
  private static final int FEWEST_FRAMES = 64;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** No reader is within a query. */
  static final long NOBODY = Long.MAX_VALUE;

  private final int pageSize;
  private final PagesBeside beside;
  private volatile Chains chains;
  private final OrderedLock lock = new OrderedLock(LockRank.PAGE_CACHE);
  private volatile List<WeakReference<PageReader>> readers = List.of();
  private volatile long epoch = 1;

  // Under the lock.
  private PageFrame[] ring;
  private int size;
  private int hand;
  private int room;
  private long usedBytes;
  private long keptBytes;
  private Object era;
  private MemoryShare share;

  /** Hash table of the frames. A reader that finds none of a page reads the page from the store. */
  private static final class Chains {
    private final AtomicReferenceArray<PageFrame> heads;
    private final int shift;

    Chains(int frames) {
      int bits = Integer.SIZE - Integer.numberOfLeadingZeros(frames);
      heads = new AtomicReferenceArray<>(1 << bits);
      shift = Long.SIZE - bits;
    }

    int place(long sequence, int page) {
      long hash = (sequence * MULTIPLIER + page) * MULTIPLIER;
      return shift == Long.SIZE ? 0 : (int) (hash >>> shift);
    }

    void add(PageFrame frame) {
      int place = place(frame.sequence, frame.page);
      frame.next = heads.get(place);
      heads.set(place, frame);
    }
  }

  /**
   * Creates a cache to which nothing is lent.
   *
   * @param pageSize bytes of a page
   * @param mostBytes most bytes that will be lent
   */
  public PageCache(int pageSize, long mostBytes) {
    this(pageSize, mostBytes, 0);
  }

  /**
   * Creates a cache to which nothing is lent, with more pages outside of the heap.
   *
   * @param pageSize bytes of a page
   * @param mostBytes most bytes that will be lent
   * @param besideBytes bytes outside of the heap, which are the cache's always
   */
  public PageCache(int pageSize, long mostBytes, long besideBytes) {
    this.pageSize = pageSize;
    beside = new PagesBeside(pageSize, besideBytes);
    long frames = Math.min(Integer.MAX_VALUE >> 2, mostBytes / frameBytes());
    ring = new PageFrame[(int) frames];
    chains = new Chains((int) frames);
    share = MemoryShare.fixed(mostBytes);
  }

  /**
   * Has the cache take more memory from a share when it is full, and give memory back. The tables
   * grow with the pages from now on. Called before the cache is used.
   */
  public void join(MemoryShare other) {
    share = other;
    ring = new PageFrame[FEWEST_FRAMES];
    chains = new Chains(FEWEST_FRAMES);
  }

  /** Returns the bytes that one page takes of what is lent. */
  public long frameBytes() {
    return pageSize + PageFrame.OBJECT_BYTES;
  }

  /** Returns the bytes of tables on the heap, which are there always. */
  public long tableBytes() {
    return 2 * ARRAY_BYTES
        + (long) REFERENCE_BYTES * (ring.length + chains.heads.length())
        + beside.heapBytes();
  }

  /** Returns the pages outside of the heap. */
  PagesBeside beside() {
    return beside;
  }

  /** Creates a reader of pages of a store, for one thread at a time. */
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

  // The writer

  /**
   * Lends as many bytes from now on; pages that do not fit have left when this returns. For one
   * thread at a time.
   *
   * @param bytes what is free; less than nothing is nothing
   */
  public void lend(long bytes) {
    int pages = (int) Math.min(ring.length, Math.max(0, bytes) / frameBytes());
    if (pages == room) { // only this thread changes it
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
   * Lends the rest of the share, which other threads let grow and shrink.
   *
   * @param used bytes of the share that are needed for something else from now on
   * @param kept bytes that the index is going to need, so that they stay in the share; the cache
   *     has them until then
   */
  public void lendRest(long used, long kept) {
    if (used / frameBytes() == usedBytes / frameBytes()
        && kept == keptBytes
        && roomInShare() == room
        && !share.isOwing()) {
      return; // only this thread changes what is used
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
   * Has pages of blocks leave that count no more. Queries that began before, and still see them,
   * add none.
   *
   * @param newEra what queries that begin from now on see of the index: only pages that are read
   *     for it are kept
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

  /** Returns the page of a block, or null; for a reader that has begun. */
  PageFrame find(long sequence, int page) {
    Chains table = chains;
    PageFrame frame = table.heads.get(table.place(sequence, page));
    while (frame != null && (frame.page != page || frame.sequence != sequence)) {
      frame = frame.next;
    }
    if (frame != null && !frame.read) {
      frame.read = true;
    }
    return frame;
  }

  /**
   * Takes a frame with a page in, if there is room or a page that may leave for it, and no other
   * thread is at it.
   *
   * @param ofEra what the query sees of the index
   * @return the frame itself if it was not taken; null if it was; or the frame that left for it,
   *     which may be filled again when {@link #isForgotten}
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
      frame.read = true; // the hand passes it once before it leaves
      chains.add(frame);
      return victim;
    } finally {
      lock.unlock();
    }
  }

  /** Makes the tables larger if they have no room for a number of pages. */
  private void reserve(int frames) {
    if (frames > ring.length) {
      ring = Arrays.copyOf(ring, 2 * ring.length);
      Chains larger = new Chains(ring.length);
      for (int i = 0; i < size; i++) {
        larger.add(ring[i]);
      }
      chains = larger;
    }
  }

  /** Returns where the page stands that leaves next. */
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

  /** Takes a frame out of the table; readers that look at it or at its chain may go on. */
  private void remove(PageFrame frame) {
    AtomicReferenceArray<PageFrame> heads = chains.heads;
    int chain = chains.place(frame.sequence, frame.page);
    PageFrame at = heads.get(chain);
    if (at == frame) {
      heads.set(chain, frame.next);
    } else {
      while (at.next != frame) {
        at = at.next;
      }
      at.next = frame.next;
    }
    frame.left = epoch;
    epoch = frame.left + 1;
  }

  /**
   * Returns whether no reader but one looks at a frame that has left the cache, nor ever will,
   * unless it is a lasting one.
   *
   * @param except who asks
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

  /** Returns the most pages that there is room for, outside of the heap, too. */
  long cached() {
    lock.lock();
    try {
      return room + beside.places();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of pages in the cache. */
  public int pages() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the bytes of the pages in the cache; never more than was lent last. */
  public long bytes() {
    return pages() * frameBytes();
  }

  /** Recounts the pages. Returns where table, count and lent memory disagree. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    lock.lock();
    try {
      int found = 0;
      AtomicReferenceArray<PageFrame> heads = chains.heads;
      for (int i = 0; i < heads.length(); i++) {
        for (PageFrame at = heads.get(i); at != null; at = at.next) {
          found++;
        }
      }
      if (found != size || size > room) {
        problems.add(
            "page cache: " + size + " pages counted, " + found + " found, room for " + room);
      }
    } finally {
      lock.unlock();
    }
    return problems;
  }
}
