package org.flashgrove.indexes.grove;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * Reads pages of blocks with their residual pages: one page at a time, or all of a block. For one
 * thread.
 */
final class BlockReader implements PageSink {
  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final ComponentStore store;
  private final PageRequests requests = new PageRequests();
  private final PackedPage page = new PackedPage("blocks");
  private byte[][] frames = new byte[0][];
  private int firstFrame;
  private StoredBlock turned;
  private int attached;
  private Block heldBlock; // of the residual page in the second frame
  private int held;
  private long reads;

  BlockReader(ComponentStore store) {
    this.store = store;
  }

  /** Returns the bytes of pages in memory. */
  long bytes() {
    return (long) frames.length * store.pageSize();
  }

  private void read(int intoFrame) {
    firstFrame = intoFrame;
    int count = intoFrame + requests.count();
    if (frames.length < count) {
      int before = frames.length;
      frames = Arrays.copyOf(frames, count);
      for (int i = before; i < count; i++) {
        frames[i] = new byte[store.pageSize()];
      }
    }
    reads += requests.count();
    store.read(requests, this);
  }

  /** Returns the pages read so far. */
  long reads() {
    return reads;
  }

  @Override
  public byte[] frame(int index) {
    return frames[firstFrame + index];
  }

  @Override
  public void loaded(int index) {
    // used when all are there
  }

  /** Reads a page of entries; returns a reader without rows ({@link #readRow}). */
  PackedPage turnTo(StoredBlock stored, int index) {
    requests.clear();
    int at = stored.fences().indexOf(index);
    requests.add(stored.block(), at);
    read(0);
    page.reset(frames[0], ENVELOPE, store.pageSize(), stored.block().number(), at);
    turned = stored;
    attached = -1;
    return page;
  }

  /**
   * Reads the residual page with the row of an entry of the page turned to, unless it is the one
   * read last; the row of no other entry can be looked at but those on it.
   */
  void readRow(int i) {
    if (page.residualPages() == 0) {
      return;
    }
    int k = page.residualPageOf(i);
    if (k == attached) {
      return;
    }
    int residual = firstResidual(turned) + k;
    if (residual != held || !turned.block().equals(heldBlock)) {
      requests.clear();
      requests.add(turned.block(), turned.fences().residualIndexOf(residual));
      heldBlock = null; // unless all goes well
      read(1);
      heldBlock = turned.block();
      held = residual;
    }
    if (attached >= 0) {
      page.detach(attached);
    }
    page.attach(k, frames[1], ENVELOPE, store.pageSize());
    attached = k;
  }

  /** Returns which of the block's residual pages is the page's first. */
  private int firstResidual(StoredBlock stored) {
    int first = page.firstResidual();
    if (first + page.residualPages() > stored.fences().residualPages()) {
      throw damaged(stored.block(), "residual pages out of the block");
    }
    return first;
  }

  /** Appends all entries of a block, read in one batch; their keys are not set. */
  void appendAll(StoredBlock stored, EntryColumns into) {
    BlockFences fences = stored.fences();
    heldBlock = null;
    requests.clear();
    for (int i = 0; i < fences.pages() + fences.residualPages(); i++) {
      requests.add(stored.block(), i);
    }
    read(0);
    int start = into.size();
    for (int i = 0; i < fences.pages(); i++) {
      int at = fences.indexOf(i);
      page.reset(frames[at], ENVELOPE, store.pageSize(), stored.block().number(), at);
      int first = page.residualPages() > 0 ? firstResidual(stored) : 0;
      for (int k = 0; k < page.residualPages(); k++) {
        byte[] rows = frames[fences.residualIndexOf(first + k)];
        page.attach(k, rows, ENVELOPE, store.pageSize());
      }
      page.appendTo(into);
    }
    if (into.size() - start != stored.entries()) {
      throw damaged(
          stored.block(), into.size() - start + " entries where the log says " + stored.entries());
    }
  }

  /** Returns the pages of the block read last, by their index in it. */
  byte[][] frames() {
    return frames;
  }

  private static DamagedStoreException damaged(Block block, String cause) {
    return new DamagedStoreException("blocks", "block " + block.number(), cause);
  }
}
