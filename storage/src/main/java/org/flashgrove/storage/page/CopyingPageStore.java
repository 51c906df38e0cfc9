package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import java.util.BitSet;
import org.flashgrove.core.page.PageStore;

/**
 * Page store that can be copied while writes continue. The copy contains the content at the time
 * when the copy was started: the old content of a slot is copied before the slot is overwritten.
 */
public final class CopyingPageStore extends ForwardingPageStore {
  private volatile PageCopy copy;

  /** Creates a decorator of {@code store}. {@link #close} also closes {@code store}. */
  public CopyingPageStore(PageStore store) {
    super(store);
  }

  /**
   * Starts a copy of the current content of some slots. The caller ensures that no write is in
   * progress. {@link PageCopy#run} then copies the slots.
   *
   * @param wanted the slots; the caller must not use the set afterwards
   * @param target receives the slots under the same numbers
   * @throws IllegalStateException if a copy is already running
   */
  public PageCopy startCopy(BitSet wanted, PageStore target) {
    if (copy != null) {
      throw new IllegalStateException("page copy: another copy is running; wait until it ends");
    }
    PageCopy started = new PageCopy(store, wanted, target, () -> copy = null);
    copy = started;
    return started;
  }

  @Override
  public void write(long[] slots, int count, ByteBuffer from) {
    PageCopy running = copy;
    for (int i = 0; running != null && i < count; i++) {
      running.beforeChange(slots[i], 1);
    }
    store.write(slots, count, from);
  }

  @Override
  public void trim(long first, long count) {
    PageCopy running = copy;
    if (running != null) {
      running.beforeChange(first, count);
    }
    store.trim(first, count);
  }

  @Override
  public boolean discard(long first, long count) {
    PageCopy running = copy;
    if (running != null) {
      running.beforeChange(first, count);
    }
    return store.discard(first, count);
  }
}
