package org.flashgrove.literature.buffer.pool;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.PageStore;

/**
 * View of the slots below a page cache. Reads and writes through this view bypass the cache ({@link
 * PooledPageStore#past}).
 */
final class PastPool implements PageStore {
  private final PooledPageStore pool;
  private final PageStore direct;

  PastPool(PooledPageStore pool, PageStore direct) {
    this.pool = pool;
    this.direct = direct;
  }

  @Override
  public String name() {
    return direct.name();
  }

  @Override
  public int pageSize() {
    return pool.pageSize();
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
  public void write(long[] written, int count, ByteBuffer from) {
    pool.writePast(direct, written, count, from);
  }

  @Override
  public void extend(long pageCount) {
    pool.extend(pageCount);
  }

  @Override
  public void trim(long first, long count) {
    pool.trim(first, count);
  }

  @Override
  public int leastDiscard() {
    return pool.leastDiscard();
  }

  @Override
  public boolean discard(long first, long count) {
    return pool.discard(first, count);
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
