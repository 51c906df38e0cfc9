package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;

/**
 * Counts the pages, bytes, read and write calls, and syncs of a page store. Failed calls are not
 * counted.
 */
public final class CountingPageStore extends ForwardingPageStore {
  private final IoCounters counters;

  /** Creates a decorator of {@code store}. {@link #close} also closes {@code store}. */
  public CountingPageStore(PageStore store, IoCounters counters) {
    super(store);
    this.counters = counters;
  }

  public IoCounters counters() {
    return counters;
  }

  @Override
  public void read(long[] slots, int count, ByteBuffer into) {
    store.read(slots, count, into);
    counters.countReads(count, runs(slots, count), (long) count * pageSize());
  }

  @Override
  public void readEach(long[] slots, int count, ByteBuffer into, PageVisitor visitor) {
    store.readEach(
        slots,
        count,
        into,
        (index, at) -> {
          counters.countReads(1, 1, pageSize());
          visitor.page(index, at);
        });
  }

  @Override
  public void write(long[] slots, int count, ByteBuffer from) {
    store.write(slots, count, from);
    counters.countWrites(count, runs(slots, count), (long) count * pageSize());
  }

  @Override
  public void sync() {
    store.sync();
    counters.countSync();
  }
}
