package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import java.util.BitSet;
import org.flashgrove.core.page.PageStore;

/**
 * A page store that can be copied as it is at one moment while it goes on being written: a slot
 * whose earlier content the copy still lacks is copied before it is written over.
 */
public final class CopyingPageStore extends ForwardingPageStore {
  private volatile PageCopy copy;

  /** Creates a decorator of {@code store}, which it closes. */
  public CopyingPageStore(PageStore store) {
    super(store);
  }

  /**
   * Begins a copy of some slots as they are now. The caller sees to it that nothing is being
   * written at the moment; {@link PageCopy#run} does the work, at leisure.
   *
   * @param wanted the slots; no other thread uses the set from now on
   * @param target where they go, under their own numbers
   * @throws IllegalStateException if a copy is under way
   */
  public PageCopy startCopy(BitSet wanted, PageStore target) {
    if (copy != null) {
      throw new IllegalStateException("a copy is under way (allowed: one at a time)");
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
