package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;

/**
 * Reads and verifies pages of blocks. Each thread that reads has a buffer from a pool. Each index
 * has its own pool, so the buffers are freed with the index. Thread-local buffers would outlive the
 * index.
 */
final class PagesReaders {
  private static final int BUFFER_PAGES = 16;

  private final BlockSpace space;
  private final BlockPage envelopes;
  private final ArrayDeque<Reader> idle = new ArrayDeque<>();

  PagesReaders(BlockSpace space, BlockPage envelopes) {
    this.space = space;
    this.envelopes = envelopes;
  }

  /**
   * Reads pages, verifies them and passes them to {@code into}. This method is too long for
   * inlining, so that the JIT compiler compiles the code below it once, and not again into each
   * search.
   *
   * @param lastSequence highest sequence number that may have been assigned to a block
   */
  void read(PageRequests requests, PageSink into, long lastSequence) {
    Reader reader;
    synchronized (idle) {
      reader = idle.pollLast();
    }
    if (reader == null) {
      reader = new Reader();
    }
    try {
      int count = requests.count();
      if (count > reader.addresses.length) {
        reader.addresses =
            Arrays.copyOf(reader.addresses, Math.max(count, 2 * reader.addresses.length));
      }
      long blocks = space.blockCount();
      int blockPages = space.blockPages();
      for (int i = 0; i < count; i++) {
        long block = requests.block(i).number();
        int page = requests.page(i);
        if (block >= blocks || page >= blockPages) {
          throw new DamagedStoreException(
              space.name(),
              "block " + block + ", page " + page,
              "lies beyond the end of the blocks");
        }
        reader.addresses[i] = block * blockPages + page;
      }
      reader.wanted = requests;
      reader.sink = into;
      reader.lastSequence = lastSequence;
      space.readEach(reader.addresses, count, reader.buffer, reader);
    } finally {
      reader.wanted = null;
      reader.sink = null;
      synchronized (idle) {
        idle.addLast(reader);
      }
    }
  }

  /** The buffer of one thread, and the read that it is in. */
  private final class Reader implements PageStore.PageVisitor {
    private final ByteBuffer buffer = AlignedBuffers.allocate(BUFFER_PAGES * space.pageSize());
    private long[] addresses = new long[BUFFER_PAGES];
    private PageRequests wanted;
    private PageSink sink;
    private long lastSequence;

    @Override
    public void page(int index, int at) {
      byte[] frame = sink.frame(index);
      buffer.get(at, frame, 0, space.pageSize());
      envelopes.require(frame, wanted.block(index), wanted.page(index), lastSequence);
      sink.loaded(index);
    }
  }
}
