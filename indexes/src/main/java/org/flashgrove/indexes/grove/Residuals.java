package org.flashgrove.indexes.grove;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;

/** Residual pages that a query needs, each read once. For one thread. */
final class Residuals implements PageSink {
  private final ComponentStore store;
  private final PageRequests requests = new PageRequests();
  private byte[][] frames = new byte[16][];

  Residuals(ComponentStore store) {
    this.store = store;
  }

  void clear() {
    requests.clear();
  }

  /** Requests a page unless it is requested already; those of a block come one after the other. */
  void request(Block block, int page) {
    if (place(block, page) < 0) {
      requests.add(block, page);
    }
  }

  private int place(Block block, int page) {
    for (int i = requests.count() - 1; i >= 0; i--) {
      if (requests.page(i) == page && requests.block(i).number() == block.number()) {
        return i;
      }
    }
    return -1;
  }

  /** Reads the requested pages in one batch. */
  void read() {
    if (frames.length < requests.count()) {
      frames = Arrays.copyOf(frames, 2 * requests.count());
    }
    store.read(requests, this);
  }

  /** Returns a page that was read, or null if it was not requested. */
  byte[] frame(Block block, int page) {
    int at = place(block, page);
    return at < 0 ? null : frames[at];
  }

  @Override
  public byte[] frame(int index) {
    if (frames[index] == null) {
      frames[index] = new byte[store.pageSize()];
    }
    return frames[index];
  }

  @Override
  public void loaded(int index) {
    // used when all are there
  }
}
