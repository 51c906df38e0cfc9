package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;

/** Reads and verifies pages. Each object has its own buffer and is used by one thread at a time. */
final class PagesReader implements PageStore.PageVisitor {
  private static final int BUFFER_PAGES = 16;

  private final BlockSpace space;
  private final long tag;
  private final ByteBuffer buffer;
  private long[] addresses = new long[BUFFER_PAGES];
  private PageRequests wanted;
  private PageSink sink;
  private long lastSequence;

  PagesReader(BlockSpace space, long tag) {
    this.space = space;
    this.tag = tag;
    buffer = AlignedBuffers.allocate(BUFFER_PAGES * space.pageSize());
  }

  /**
   * Reads pages and passes them to {@code into}.
   *
   * @param newLastSequence highest sequence number that may have been assigned to a block
   */
  void read(PageRequests requests, PageSink into, long newLastSequence) {
    int count = requests.count();
    if (count > addresses.length) {
      addresses = Arrays.copyOf(addresses, Math.max(count, 2 * addresses.length));
    }
    long blocks = space.blockCount();
    int blockPages = space.blockPages();
    for (int i = 0; i < count; i++) {
      long block = requests.block(i).number();
      int page = requests.page(i);
      if (block >= blocks || page >= blockPages) {
        throw new DamagedStoreException(
            space.name(), "block " + block + ", page " + page, "lies beyond the end of the blocks");
      }
      addresses[i] = block * blockPages + page;
    }
    wanted = requests;
    sink = into;
    lastSequence = newLastSequence;
    try {
      space.readEach(addresses, count, buffer, this);
    } finally {
      wanted = null;
      sink = null;
    }
  }

  @Override
  public void page(int index, int at) {
    byte[] frame = sink.frame(index);
    int pageSize = space.pageSize();
    buffer.get(at, frame, 0, pageSize);
    Block block = wanted.block(index);
    BlockPage.require(frame, pageSize, space.name(), tag, block, wanted.page(index), lastSequence);
    sink.loaded(index);
  }
}
