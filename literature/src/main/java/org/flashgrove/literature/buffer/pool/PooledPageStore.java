package org.flashgrove.literature.buffer.pool;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.PolicyMaker;
import org.flashgrove.core.replacement.ReplacementPolicy;
import org.flashgrove.storage.page.PoolStats;
import org.flashgrove.storage.page.SlotPool;

/**
 * Write-back cache for the pages in the slots of a page store, with any replacement policy. It is
 * used below a flash-aware buffer. Slots have no tree levels, so the policy HLRU equals LRU here.
 *
 * <p>Each page counts as its size plus four bytes, as in the C implementation FESTIval. A capacity
 * below one page disables the cache. Memory is allocated on demand. {@link #sync()} and {@link
 * #close()} write dirty pages in ascending order. After a failed write or sync, every call except
 * close throws {@link StoreClosedException}, and close writes nothing.
 */
public final class PooledPageStore implements SlotPool, CachedPages {
  private static final int PAGE_OVERHEAD = 4;
  private static final int BATCH_PAGES = 64;

  private final PageStore store;
  private final int pageSize;
  private final long capacityBytes;
  private final ReplacementPolicy policy;

  private final SlotFrames frames;
  private ByteBuffer slab;
  private long[] slots = new long[BATCH_PAGES];
  private int[] indices = new int[BATCH_PAGES];
  private long[] victims = new long[BATCH_PAGES];
  private ByteBuffer victimSlab;
  private int dirtyPages;
  private long hits;
  private long faults;
  private long evictions;
  private long dirtyEvictions;
  private volatile StoreException failure;
  private boolean closed;

  /**
   * Creates an empty cache.
   *
   * @param store the slots; {@link #close} closes them
   * @param capacityBytes memory in bytes, at least 0
   * @param maker creates the replacement policy
   */
  public PooledPageStore(PageStore store, long capacityBytes, PolicyMaker maker) {
    this.store = store;
    pageSize = store.pageSize();
    this.capacityBytes = capacityBytes;
    long frameCount = capacityBytes / (pageSize + PAGE_OVERHEAD);
    if (capacityBytes < 0 || frameCount * pageSize > Integer.MAX_VALUE - AlignedBuffers.ALIGNMENT) {
      throw new IllegalArgumentException(
          "pool of " + capacityBytes + " bytes (allowed: 0 to about 2 GiB)");
    }
    frames = new SlotFrames((int) frameCount, pageSize);
    slab = AlignedBuffers.allocate(BATCH_PAGES * pageSize);
    victimSlab = AlignedBuffers.allocate(BATCH_PAGES * pageSize);
    policy = maker.make(frameCount, 1, null, this);
  }

  @Override
  public synchronized PoolStats figures() {
    return new PoolStats(
        capacityBytes,
        policy.capacity(),
        policy.size(),
        dirtyPages,
        hits,
        faults,
        evictions,
        dirtyEvictions,
        policy.ghostHits());
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public synchronized long pageCount() {
    return store.pageCount();
  }

  private boolean isReadable(long[] wanted, int count, ByteBuffer into) {
    boolean possible = !closed && hasRoom(wanted, count, into);
    long pageCount = possible ? store.pageCount() : 0;
    for (int i = 0; possible && i < count; i++) {
      possible = wanted[i] >= 0 && wanted[i] < pageCount;
    }
    return possible;
  }

  private boolean hasRoom(long[] wanted, int count, ByteBuffer buffer) {
    return count >= 0
        && count <= wanted.length
        && buffer.isDirect()
        && buffer.capacity() >= (long) count * pageSize;
  }

  private void ensureBatch(int count) {
    if (count > slots.length) {
      slots = new long[count];
      indices = new int[count];
      slab = AlignedBuffers.allocate(count * pageSize);
    }
  }

  @Override
  public synchronized void read(long[] wanted, int count, ByteBuffer into) {
    if (!isReadable(wanted, count, into)) {
      store.read(wanted, count, into); // throws an exception that describes the invalid argument
      return;
    }
    requireSound();
    readAll(wanted, count, whole(into));
  }

  /**
   * Returns a view of the buffer from 0 to its capacity, whatever position and limit the buffer
   * has.
   */
  private static ByteBuffer whole(ByteBuffer buffer) {
    return buffer.limit() == buffer.capacity() ? buffer : buffer.duplicate().clear();
  }

  private void readAll(long[] wanted, int count, ByteBuffer into) {
    ensureBatch(count);
    int missing = 0;
    for (int i = 0; i < count; i++) {
      int position = policy.position(wanted[i]);
      if (position != ReplacementPolicy.NONE) {
        hits++;
        frames.load(position, into, i);
        policy.access(position, false);
      } else {
        indices[missing] = i;
        slots[missing++] = wanted[i];
      }
    }
    if (missing == 0) {
      return;
    }
    faults += missing;
    store.read(slots, missing, slab);
    for (int i = 0; i < missing; i++) {
      into.put(indices[i] * pageSize, slab, i * pageSize, pageSize);
    }
    for (int i = 0; i < missing; i++) {
      long slot = slots[i];
      if (policy.position(slot) == ReplacementPolicy.NONE) {
        int position = policy.admit(slot, 0, 1, false);
        if (position != ReplacementPolicy.NONE) {
          frames.place(position, into, indices[i]);
        }
      }
    }
  }

  @Override
  public synchronized void write(long[] written, int count, ByteBuffer from) {
    if (!isWritable(written, count, from)) {
      store.write(written, count, from); // throws an exception that describes the invalid argument
      return;
    }
    requireSound();
    if (count > 0) {
      store.extend(written[count - 1] + 1);
      writeAll(written, count, whole(from));
    }
  }

  private void writeAll(long[] written, int count, ByteBuffer from) {
    ensureBatch(count);
    int refused = 0;
    for (int i = 0; i < count; i++) {
      if (!writeToPool(written[i], from, i)) {
        indices[refused++] = i;
      }
    }
    if (refused > 0) {
      for (int i = 0; i < refused; i++) {
        slots[i] = written[indices[i]];
        slab.put(i * pageSize, from, indices[i] * pageSize, pageSize);
      }
      writeOut(slots, refused, slab);
    }
  }

  private boolean isWritable(long[] written, int count, ByteBuffer from) {
    boolean possible = !closed && hasRoom(written, count, from);
    for (int i = 0; possible && i < count; i++) {
      possible = written[i] > (i == 0 ? -1 : written[i - 1]);
    }
    return possible;
  }

  /**
   * Writes a page to the cache. Returns false if the policy refuses the page. The caller must then
   * write the page to the store.
   */
  private boolean writeToPool(long slot, ByteBuffer from, int index) {
    int position = policy.position(slot);
    if (position != ReplacementPolicy.NONE) {
      hits++;
      dirtyPages += policy.isDirty(position) ? 0 : 1;
      frames.fill(position, from, index);
      policy.access(position, true);
      return true;
    }
    faults++;
    position = policy.admit(slot, 0, 1, true);
    if (position == ReplacementPolicy.NONE) {
      return false;
    }
    dirtyPages++;
    frames.place(position, from, index);
    return true;
  }

  @Override
  public boolean mayEvict(int position) {
    return true;
  }

  /**
   * Evicts the pages at the given positions of the replacement policy, and writes dirty pages
   * first. Only the policy calls this method, while it handles a call from this cache.
   */
  @Override
  public void evict(int[] positions, int count) {
    ensureVictims(count);
    int dirty = 0;
    for (int i = 0; i < count; i++) {
      if (policy.isDirty(positions[i])) {
        victims[dirty] = policy.key(positions[i]);
        frames.load(positions[i], victimSlab, dirty);
        dirty++;
      }
    }
    if (dirty > 0) {
      writeOut(victims, dirty, victimSlab);
      dirtyPages -= dirty;
      dirtyEvictions += dirty;
    }
    for (int i = 0; i < count; i++) {
      evictions++;
      frames.free(positions[i]);
    }
  }

  private void ensureVictims(int count) {
    if (count > victims.length) {
      victims = new long[count];
      victimSlab = AlignedBuffers.allocate(count * pageSize);
    }
  }

  /** Writes all dirty pages in ascending order of their slots, several in one call of the store. */
  private void writeDirty() {
    long[] dirty = new long[dirtyPages];
    int count = 0;
    for (int position = 0; count < dirtyPages; position++) {
      if (frames.holds(position) && policy.isDirty(position)) {
        dirty[count++] = policy.key(position);
      }
    }
    Arrays.sort(dirty);
    for (int from = 0; from < count; from += BATCH_PAGES) {
      int batch = Math.min(BATCH_PAGES, count - from);
      for (int i = 0; i < batch; i++) {
        victims[i] = dirty[from + i];
        frames.load(policy.position(victims[i]), victimSlab, i);
      }
      writeOut(victims, batch, victimSlab);
      for (int i = 0; i < batch; i++) {
        policy.clean(policy.position(victims[i]));
      }
      dirtyPages -= batch;
    }
  }

  @Override
  public synchronized void extend(long pageCount) {
    store.extend(pageCount);
  }

  @Override
  public synchronized void trim(long first, long count) {
    store.trim(first, count);
    drop(first, count);
  }

  /** Drops slots from the cache without writing them. */
  private void drop(long first, long count) {
    for (int position = 0; position < frames.positions(); position++) {
      if (frames.holds(position)) {
        long slot = policy.key(position);
        if (slot >= first && slot - first < count) {
          drop(slot);
        }
      }
    }
  }

  private void drop(long slot) {
    int position = policy.position(slot);
    if (position != ReplacementPolicy.NONE) {
      dirtyPages -= policy.isDirty(position) ? 1 : 0;
      frames.free(position);
      policy.discard(slot);
    }
  }

  @Override
  public synchronized int leastDiscard() {
    return store.leastDiscard();
  }

  @Override
  public synchronized boolean discard(long first, long count) {
    boolean taken = store.discard(first, count);
    if (taken) {
      drop(first, count);
    }
    return taken;
  }

  @Override
  public void sync() {
    sync(store);
  }

  /**
   * Writes all dirty pages, then syncs the store.
   *
   * @param slots view of the store through which it is synced. The sync runs without the lock, so
   *     other threads may use the cache meanwhile.
   */
  void sync(PageStore slots) {
    writeBack();
    try {
      slots.sync();
    } catch (StoreException e) {
      throw failed(e);
    }
  }

  private synchronized void writeBack() {
    if (!closed) {
      requireSound();
      writeDirty();
    }
  }

  private void writeOut(long[] written, int count, ByteBuffer from) {
    try {
      store.write(written, count, from);
    } catch (StoreException e) {
      throw failed(e);
    }
  }

  private StoreException failed(StoreException cause) {
    failure = failure == null ? cause : failure;
    return cause;
  }

  /**
   * Throws an exception if a write or sync has failed, because the content of the slots is then
   * unknown.
   */
  private void requireSound() {
    if (failure != null) {
      throw new StoreClosedException(
          "page pool: accepts no calls after a failed write; fix the cause, then close the store and"
              + " open it again: "
              + failure.getMessage(),
          failure);
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      try {
        if (failure == null) {
          writeDirty();
        }
      } finally {
        store.close();
      }
    }
  }

  @Override
  public PageStore past(PageStore slots) {
    return new PastPool(this, slots);
  }

  /**
   * Reads slots without adding their pages to the cache. The content of a slot that is already in
   * the cache comes from the cache.
   *
   * @param direct the store below the cache
   */
  synchronized void readPast(PageStore direct, long[] wanted, int count, ByteBuffer into) {
    requireSound();
    direct.read(wanted, count, into);
    for (int i = 0; i < count; i++) {
      int position = policy.position(wanted[i]);
      if (position != ReplacementPolicy.NONE) {
        frames.load(position, whole(into), i);
      }
    }
  }

  /**
   * Writes slots directly to the store, and drops the pages of these slots from the cache.
   *
   * @param direct the store below the cache
   */
  synchronized void writePast(PageStore direct, long[] written, int count, ByteBuffer from) {
    requireSound();
    try {
      direct.write(written, count, from);
    } catch (StoreException e) {
      throw failed(e);
    }
    for (int i = 0; i < count; i++) {
      drop(written[i]);
    }
  }
}
