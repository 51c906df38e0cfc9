package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.function.LongConsumer;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;

/**
 * Copies slots of a page store, as they were when the copy started, while writes continue. Before a
 * slot is overwritten, its old content is written to the target. If the target fails, the copy is
 * invalid, but the slot is overwritten all the same.
 */
public final class PageCopy implements AutoCloseable {
  private static final int BATCH_BYTES = 1 << 18;

  private final PageStore source;
  private final BitSet wanted;
  private final PageStore target;
  private final Runnable ended;
  private final ByteBuffer batch;
  private final long[] slots;
  private final long total;
  private long copied;
  private StoreException failure;
  private final OrderedLock lock = new OrderedLock(LockRank.PAGE_COPY);
  private boolean closed;

  /**
   * Creates a copy. The source must call {@link #beforeChange} before each change of a slot, until
   * the copy is closed.
   *
   * @param wanted the slots to copy; only the copy may use the set afterwards
   * @param target receives the slots under the same numbers
   * @param ended called when the copy is closed
   */
  public PageCopy(PageStore source, BitSet wanted, PageStore target, Runnable ended) {
    this.source = source;
    this.wanted = wanted;
    this.target = target;
    this.ended = ended;
    int pages = Math.max(1, BATCH_BYTES / source.pageSize());
    batch = AlignedBuffers.allocate(pages * source.pageSize());
    slots = new long[pages];
    total = wanted.cardinality();
  }

  /** Returns the number of slots to be copied. */
  public long total() {
    return total;
  }

  /**
   * Copies the remaining slots. Does not sync the target.
   *
   * @param progress receives the number of slots copied, starting with 0
   * @throws StoreException if the target failed, now or in an earlier {@link #beforeChange}
   */
  public void run(LongConsumer progress) {
    int next = 0;
    while (next >= 0) {
      progress.accept(copied);
      next = copyBatch(next);
    }
    progress.accept(copied);
  }

  /**
   * Copies one batch of the slots that are still to be copied, beginning with slot {@code from}.
   * Returns the slot from which to continue, or -1 if no slot is left.
   */
  private int copyBatch(int from) {
    lock.lock();
    try {
      requireNoFailure();
      int count = 0;
      int slot = wanted.nextSetBit(from);
      while (slot >= 0 && count < slots.length) {
        slots[count++] = slot;
        slot = wanted.nextSetBit(slot + 1);
      }
      copy(count);
      return slot;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Copies those of the slots {@code first} to {@code first + count - 1} that are still to be
   * copied. Called before these slots change.
   */
  void beforeChange(long first, long count) {
    lock.lock();
    try {
      if (failure != null || first > Integer.MAX_VALUE) {
        return;
      }
      int end = (int) Math.min(Integer.MAX_VALUE, first + count);
      int slot = wanted.nextSetBit((int) first);
      while (slot >= 0 && slot < end) {
        slots[0] = slot;
        copy(1);
        slot = wanted.nextSetBit(slot + 1);
      }
    } catch (StoreException e) {
      failure = e;
    } finally {
      lock.unlock();
    }
  }

  private void copy(int count) {
    if (count > 0) {
      source.read(slots, count, batch);
      target.write(slots, count, batch);
      for (int i = 0; i < count; i++) {
        wanted.clear((int) slots[i]);
      }
      copied += count;
    }
  }

  private void requireNoFailure() {
    if (failure != null) {
      throw new StoreException(
          "page copy: failed; fix the cause and copy again: " + failure.getMessage(), failure);
    }
  }

  /**
   * Ends the copy, whether it is complete or not. Later changes of slots no longer copy their old
   * content.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        ended.run();
      }
    } finally {
      lock.unlock();
    }
  }
}
