package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;

/** Counts pages, device calls, bytes and syncs that go to a page store and succeed. */
public final class CountingPageStore implements PageStore {
  private final PageStore store;
  private final IoCounters counters;

  /** Counts the traffic with {@code store}, which it closes, in {@code counters}. */
  public CountingPageStore(PageStore store, IoCounters counters) {
    this.store = store;
    this.counters = counters;
  }

  /** The counters. */
  public IoCounters counters() {
    return counters;
  }

  private static int runs(long[] slots, int count) {
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
    counters.countReads(count, runs(slots, count), (long) count * pageSize());
  }

  @Override
  public void write(long[] slots, int count, ByteBuffer from) {
    store.write(slots, count, from);
    counters.countWrites(count, runs(slots, count), (long) count * pageSize());
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
  public void sync() {
    store.sync();
    counters.countSync();
  }

  @Override
  public void close() {
    store.close();
  }
}
