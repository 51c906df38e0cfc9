package org.flashgrove.literature.buffer.pool;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.ForwardingPageStore;

/**
 * View of the slots below a page cache. Reads and writes through this view bypass the cache ({@link
 * PooledPageStore#past}).
 */
final class PastPool extends ForwardingPageStore {
  private final PooledPageStore pool;
  private final PageStore direct;

  PastPool(PooledPageStore pool, PageStore direct) {
    super(pool);
    this.pool = pool;
    this.direct = direct;
  }

  @Override
  public String name() {
    return direct.name();
  }

  @Override
  public long pageCount() {
    return direct.pageCount();
  }

  @Override
  public void read(long[] wanted, int count, ByteBuffer into) {
    pool.readPast(direct, wanted, count, into);
  }

  @Override
  public void readEach(long[] wanted, int count, ByteBuffer into, PageVisitor visitor) {
    readEachByRead(wanted, count, into, visitor);
  }

  @Override
  public void write(long[] written, int count, ByteBuffer from) {
    pool.writePast(direct, written, count, from);
  }

  @Override
  public void sync() {
    pool.sync(direct);
  }

  @Override
  public void close() {
    // closing the cache closes the slots
  }
}
