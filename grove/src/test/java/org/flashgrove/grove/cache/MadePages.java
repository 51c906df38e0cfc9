package org.flashgrove.grove.cache;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;

/**
 * A store to read from only, whose pages are made when they are read: each word of them differs.
 */
final class MadePages implements ComponentStore {
  private final int pageSize;
  private final int blockPages;
  private final AtomicLong reads = new AtomicLong();
  private final Set<byte[]> arrays =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

  MadePages(int pageSize, int blockPages) {
    this.pageSize = pageSize;
    this.blockPages = blockPages;
  }

  /** Returns the word at a place of a page. */
  static long word(long sequence, int page, int at) {
    return sequence * 1_000_003L + page * 4099L + at;
  }

  long reads() {
    return reads.get();
  }

  /** Returns how many arrays pages were read into. */
  int arrays() {
    return arrays.size();
  }

  @Override
  public void read(PageRequests wanted, PageSink sink) {
    for (int i = 0; i < wanted.count(); i++) {
      byte[] frame = sink.frame(i);
      arrays.add(frame);
      ByteBuffer words = ByteBuffer.wrap(frame);
      for (int at = 0; at < pageSize; at += Long.BYTES) {
        words.putLong(at, word(wanted.block(i).sequence(), wanted.page(i), at));
      }
      reads.incrementAndGet();
      sink.loaded(i);
    }
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public int blockPages() {
    return blockPages;
  }

  @Override
  public void attach(ComponentIndex index) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ComponentOperation begin() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void syncBlocks() {
    throw new UnsupportedOperationException("nothing is written");
  }

  @Override
  public BlockWriter newBlock() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long edit(long[] words, int length, Block[] added, Block[] retired, Runnable publish) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ComponentSnapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long newestCommit() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void maintain(Runnable work) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void sync() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void flush() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    // nothing is open
  }
}
