package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.page.PageUnits;

/**
 * Base class of page stores that forward calls to another store. Subclasses override some methods.
 */
public abstract class ForwardingPageStore implements PageStore {
  /** The decorated store. */
  protected final PageStore store;

  /** Creates a decorator of {@code store}. {@link #close} also closes {@code store}. */
  protected ForwardingPageStore(PageStore store) {
    this.store = store;
  }

  /** Returns the number of runs of neighbouring slots among the first {@code count} slots. */
  protected static int runs(long[] slots, int count) {
    int runs = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || slots[i] != slots[i - 1] + 1) {
        runs++;
      }
    }
    return runs;
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public int pageSize() {
    return store.pageSize();
  }

  @Override
  public long pageCount() {
    return store.pageCount();
  }

  @Override
  public void read(long[] slots, int count, ByteBuffer into) {
    store.read(slots, count, into);
  }

  @Override
  public void readEach(long[] slots, int count, ByteBuffer into, PageVisitor visitor) {
    store.readEach(slots, count, into, visitor);
  }

  /**
   * Implements {@link #readEach} with this store's own {@link #read}, one buffer of pages at a
   * time.
   */
  protected final void readEachByRead(
      long[] slots, int count, ByteBuffer into, PageVisitor visitor) {
    PageStore.super.readEach(slots, count, into, visitor);
  }

  @Override
  public boolean readsTogether() {
    return store.readsTogether();
  }

  @Override
  public void write(long[] slots, int count, ByteBuffer from) {
    store.write(slots, count, from);
  }

  @Override
  public void extend(long pageCount) {
    store.extend(pageCount);
  }

  @Override
  public void trim(long first, long count) {
    store.trim(first, count);
  }

  @Override
  public int leastDiscard() {
    return store.leastDiscard();
  }

  @Override
  public boolean discard(long first, long count) {
    return store.discard(first, count);
  }

  @Override
  public void expect(long first, long count, int level) {
    store.expect(first, count, level);
  }

  @Override
  public PageUnits units() {
    return store.units();
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public void close() {
    store.close();
  }
}
