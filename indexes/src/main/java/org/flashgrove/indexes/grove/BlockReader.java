package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;

/** Reads whole blocks: all pages in one batch. For one thread. */
final class BlockReader implements PageSink {
  private final ComponentStore store;
  private final PageRequests requests = new PageRequests();
  private final PackedPage page = new PackedPage("blocks");
  private byte[][] frames = new byte[0][];

  BlockReader(ComponentStore store) {
    this.store = store;
  }

  /** Returns the bytes of pages in memory. */
  long bytes() {
    return (long) frames.length * store.pageSize();
  }

  /** Reads all pages of a block but its footer. */
  private void read(StoredBlock stored) {
    BlockFences fences = stored.fences();
    int count = fences.pages() + fences.residualPages();
    if (frames.length < count) {
      frames = new byte[count][];
      for (int i = 0; i < count; i++) {
        frames[i] = new byte[store.pageSize()];
      }
    }
    requests.clear();
    for (int i = 0; i < count; i++) {
      requests.add(stored.block(), i);
    }
    store.read(requests, this);
  }

  /** Returns the pages of the block read last, by their index in it. */
  byte[][] frames() {
    return frames;
  }

  @Override
  public byte[] frame(int index) {
    return frames[index];
  }

  @Override
  public void loaded(int index) {
    // used when all are there
  }

  /** Appends all entries of a block; their keys are not set. */
  void appendAll(StoredBlock stored, EntryColumns into) {
    read(stored);
    int start = into.size();
    for (int i = 0; i < stored.fences().pages(); i++) {
      turnTo(stored, i);
      page.appendTo(into);
    }
    if (into.size() - start != stored.entries()) {
      throw damaged(
          stored.block(), into.size() - start + " entries where the log says " + stored.entries());
    }
  }

  private void turnTo(StoredBlock stored, int index) {
    long number = stored.block().number();
    int envelope = ComponentStore.ENVELOPE_BYTES;
    page.reset(frames[index], envelope, store.pageSize(), number, index);
    int first = page.firstResidualPage();
    int residuals = page.residualPages();
    int all = stored.fences().pages() + stored.fences().residualPages();
    if (residuals > 0 && (first < stored.fences().pages() || first + residuals > all)) {
      throw damaged(stored.block(), "residual pages out of the block");
    }
    for (int k = 0; k < residuals; k++) {
      page.attach(k, frames[first + k], envelope, store.pageSize());
    }
  }

  private static DamagedStoreException damaged(Block block, String cause) {
    return new DamagedStoreException("blocks", "block " + block.number(), cause);
  }
}
