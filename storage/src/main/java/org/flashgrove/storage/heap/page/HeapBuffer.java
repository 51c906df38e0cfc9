package org.flashgrove.storage.heap.page;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.core.replacement.SharedFrames;
import org.flashgrove.storage.page.AccessLog;
import org.flashgrove.storage.page.PageTable;

/**
 * Page cache of a heap file, with at most {@code frames} pages. When a dirty page must be evicted,
 * all dirty pages are written in one batch, in page order.
 *
 * <p>A full scan adds pages to free frames but evicts no page ({@link #hasFreeFrame}). Repeated
 * scans of a file that fits into memory therefore read it once. A second scan of a larger file
 * reads only the pages that did not fit. If scans evicted pages as LRU, ARC or 2Q do, a second scan
 * would read all pages again. Reads other than full scans do evict pages, as the replacement policy
 * decides.
 *
 * <p>Heap files of a store use ARC (Megiddo and Modha, FAST 2003), which separates pages used twice
 * from pages used once. 2Q would be worse, because a page must leave its first queue before 2Q
 * notices that the page is used again. A long index scan would push frequently used pages out of
 * that queue.
 *
 * <p>The caller holds the store lock, except in {@link #pin} and {@link #isWarm}. An image that was
 * not pinned is valid until the lock is released or another method is called. Images in the cache
 * never change: a commit replaces them.
 */
public final class HeapBuffer implements CachedPages, AccessLog.Cache {
  /** Minimum number of frames. With fewer frames, pages would not be written in batches. */
  static final int MIN_FRAMES = 8;

  /** Number of bytes that a processor reads from memory together. */
  private static final int LINE_BYTES = 64;

  private final HeapDevice device;
  private final ReplacementPolicy policy;
  private final SharedFrames shared;
  private final PageTable<HeapPage> table;
  private HeapPage[] frames;
  private long[] dirtyIds = new long[64];
  private int dirtyCount;

  /**
   * Dirty pages that were evicted after a failed write. They stay in memory until the store is
   * closed, because their content exists nowhere else.
   */
  private final Map<Long, HeapPage> unwritten = new HashMap<>();

  private long hits;
  private long misses;
  private long flushes;

  public HeapBuffer(HeapDevice device, int frameCount, PolicyMaker maker) {
    if (frameCount < MIN_FRAMES) {
      throw new IllegalArgumentException(
          "heap buffer of " + frameCount + " frames (allowed: at least " + MIN_FRAMES + ")");
    }
    this.device = device;
    policy = maker.make(frameCount, 1, null, this);
    if (policy.mayRefuse()) {
      throw new IllegalArgumentException(
          "heap buffer: the policy may refuse pages; use a policy that keeps every page");
    }
    table = new PageTable<>(device::release);
    frames = new HeapPage[MIN_FRAMES];
    shared = new SharedFrames(policy, device.pageSize(), 0, MIN_FRAMES, device::trim);
  }

  /** Returns the object that sets the number of frames to the cache's share of a memory budget. */
  public SharedFrames shared() {
    return shared;
  }

  public long hits() {
    return hits;
  }

  public long misses() {
    return misses;
  }

  public long flushes() {
    return flushes;
  }

  public int dirtyCount() {
    return dirtyCount;
  }

  public int pageCount() {
    return policy.size();
  }

  /** Returns the number of frames. */
  public long capacity() {
    return policy.capacity();
  }

  /** Returns whether a page can be added without evicting another. */
  public boolean hasFreeFrame() {
    return shared.hasFree();
  }

  /**
   * Returns the newest image of a cached page and pins it, or returns null. Needs no lock. The
   * caller releases the image ({@link HeapDevice#release}) and later reports the access to {@link
   * #noteWarm}.
   */
  public HeapPage pin(long pageId) {
    return table.pin(pageId);
  }

  /** Returns whether {@link #pin} would probably return an image. Needs no lock. */
  public boolean isWarm(long pageId) {
    return table.get(pageId) != null;
  }

  /**
   * Reads from memory the beginnings of several records, so that reading them next does not wait
   * for memory. The processor waits for all of them together, since no read depends on another
   * record. Records that are not in the cache are skipped. Needs no lock: pages that are reused
   * meanwhile do no harm, because the content is not used.
   *
   * @param rids the records
   * @param pages receives pages; at least as long as the number of records
   * @return a number without meaning, which depends on all bytes that were read
   */
  public int touch(long[] rids, int from, int to, HeapPage[] pages) {
    int count = to - from;
    for (int i = 0; i < count; i++) {
      pages[i] = table.get(Rid.page(rids[from + i]));
    }
    int[] offsets = new int[count];
    for (int i = 0; i < count; i++) {
      offsets[i] = pages[i] == null ? 0 : touchSlot(pages[i].bytes(), Rid.slot(rids[from + i]));
    }
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += pages[i] == null ? 0 : touchCell(pages[i].bytes(), offsets[i]);
    }
    return sum;
  }

  /** Returns the offset in a slot, which can be any number if the page was reused meanwhile. */
  private static int touchSlot(ByteBuffer page, int slot) {
    return page.getShort(Math.max(0, page.capacity() - HeapPage.SLOT_BYTES * (slot + 1))) & 0xFFFF;
  }

  private static int touchCell(ByteBuffer page, int offset) {
    int last = page.capacity() - 1;
    return page.get(Math.min(offset, last)) + page.get(Math.min(offset + LINE_BYTES, last));
  }

  /**
   * Reports an image that {@link #pin} returned, for counters and the replacement policy. The page
   * may have been evicted meanwhile.
   *
   * @param access the page; {@code ~pageId} if the reader already used this page for its previous
   *     record, see {@link #findAgain}
   */
  @Override
  public void noteWarm(long access) {
    if (access < 0) {
      hits++;
      return;
    }
    int position = policy.position(access);
    if (position == ReplacementPolicy.NONE) {
      hits += unwritten(access) == null ? 1 : 0; // as find() counts
    } else {
      hits++;
      policy.access(position, false);
    }
  }

  /** Returns the newest image of a cached page, or null. */
  public HeapPage find(long pageId) {
    int position = policy.position(pageId);
    if (position == ReplacementPolicy.NONE) {
      return unwritten(pageId);
    }
    hits++;
    policy.access(position, false);
    return frames[position];
  }

  /**
   * Returns the newest image of a cached page, or null. Used for the page that a reader already
   * used for its previous record. The call therefore does not count as an access for the
   * replacement policy.
   */
  public HeapPage findAgain(long pageId) {
    HeapPage page = resident(pageId);
    hits += page == null ? 0 : 1;
    return page;
  }

  /** Adds a page that was just read from the device and is not cached. */
  public void loaded(HeapPage page) {
    misses++;
    shared.missed(page.pageId());
    admit(page.pageId(), page, false);
  }

  /** Returns the image of a cached page, or null. Does not count as an access for the policy. */
  public HeapPage resident(long pageId) {
    int position = policy.position(pageId);
    return position == ReplacementPolicy.NONE ? unwritten(pageId) : frames[position];
  }

  private HeapPage unwritten(long pageId) {
    return unwritten.isEmpty() ? null : unwritten.get(pageId);
  }

  /**
   * Writes all dirty pages if the cache could not hold {@code more} further dirty pages with them.
   */
  public void makeRoom(int more) {
    if (dirtyCount + more > policy.capacity()) {
      flush();
    }
  }

  private void admit(long pageId, HeapPage page, boolean write) {
    int position = policy.admit(pageId, 0, 1, write);
    if (position == ReplacementPolicy.NONE) {
      throw new IllegalStateException("heap buffer: the policy refused a page");
    }
    if (position >= frames.length) {
      frames = Arrays.copyOf(frames, Math.max(position + 1, 2 * frames.length));
    }
    frames[position] = page;
    table.set(pageId, page);
  }

  /**
   * Adds a page's new image to the cache, where it replaces the previous image. The changes in the
   * new image were already logged, and the page is dirty from now on.
   */
  public void publish(HeapPage page) {
    int position = policy.position(page.pageId());
    boolean wasDirty = false;
    if (position == ReplacementPolicy.NONE) {
      HeapPage before = unwritten.remove(page.pageId());
      if (before != null) {
        device.give(before);
      }
      shared.missed(page.pageId());
      admit(page.pageId(), page, true);
    } else {
      wasDirty = policy.isDirty(position);
      HeapPage old = frames[position];
      frames[position] = page;
      table.set(page.pageId(), page);
      device.give(old);
      policy.access(position, true);
    }
    if (!wasDirty) {
      dirtyCount++;
    }
  }

  /**
   * Takes over the dirty pages of another cache of the same heap file, unless the device has images
   * that are as new. Does nothing if the other cache has written a page. This cache must be empty.
   *
   * @return whether this cache has all changes of the other one
   */
  public boolean takeOver(HeapBuffer before) {
    if (before.flushes > 0 || !before.unwritten.isEmpty()) {
      return false;
    }
    policy.expect(before.dirtyCount);
    for (int position = 0, left = before.dirtyCount; left > 0; position++) {
      HeapPage dirty = before.frames[position];
      if (dirty != null && before.policy.isDirty(position)) {
        left--;
        // most pages were never stored: their headers stay out of the CPU cache
        long pageId = before.policy.key(position);
        long stored = device.map().version(pageId);
        if (stored < 0 || stored < dirty.version()) {
          admit(pageId, device.takeOver(dirty, pageId), true);
          dirtyCount++;
        }
      }
    }
    return true;
  }

  @Override
  public boolean mayEvict(int position) {
    return true; // the memory of a pinned page is reused only after its readers have released it
  }

  @Override
  public void evict(int[] positions, int count) {
    for (int i = 0; i < count; i++) {
      if (policy.isDirty(positions[i])) {
        flushIfPossible();
      }
    }
    for (int i = 0; i < count; i++) {
      HeapPage page = frames[positions[i]];
      frames[positions[i]] = null;
      shared.evicted(page.pageId());
      if (policy.isDirty(positions[i])) {
        unwritten.put(page.pageId(), page); // readers still find it through the table
        dirtyCount--;
      } else {
        table.set(page.pageId(), null);
        device.give(page);
      }
    }
  }

  /**
   * Writes all dirty pages, unless an earlier write has failed. If this write fails, the device
   * remembers the failure and the pages stay dirty.
   */
  private void flushIfPossible() {
    if (device.failure() == null) {
      try {
        flush();
      } catch (StoreException e) {
        return; // the pages stay dirty, and the store accepts no further changes
      }
    }
  }

  /** Writes all dirty pages. */
  public void flush() {
    if (device.failure() != null) {
      throw device.failure();
    }
    if (dirtyCount == 0) {
      return;
    }
    if (dirtyIds.length < dirtyCount) {
      dirtyIds = new long[2 * dirtyCount];
    }
    int count = 0;
    for (int position = 0; count < dirtyCount; position++) {
      if (frames[position] != null && policy.isDirty(position)) {
        dirtyIds[count++] = frames[position].pageId();
      }
    }
    Arrays.sort(dirtyIds, 0, count);
    for (int i = 0; i < count; i++) {
      device.append(frames[policy.position(dirtyIds[i])]);
    }
    device.finishBatch();
    for (int i = 0; i < count; i++) {
      policy.clean(policy.position(dirtyIds[i]));
    }
    dirtyCount = 0;
    flushes++;
  }
}
