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
  private Block heldBlock;
  private int heldFirst;
  private int heldCount;

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
    store.read(requests, this);
  }

  @Override
  public byte[] frame(int index) {
    return frames[firstFrame + index];
  }

  @Override
  public void loaded(int index) {
    // used when all are there
  }

  /** Reads a page of entries, and its residual pages; returns a reader with all attached. */
  PackedPage turnTo(StoredBlock stored, int index) {
    requests.clear();
    int at = stored.fences().indexOf(index);
    requests.add(stored.block(), at);
    read(0);
    page.reset(frames[0], ENVELOPE, store.pageSize(), stored.block().number(), at);
    if (page.residualPages() > 0) {
      readResiduals(stored, firstResidual(stored), page.residualPages());
      for (int k = 0; k < page.residualPages(); k++) {
        page.attach(k, frames[1 + k], ENVELOPE, store.pageSize());
      }
    }
    return page;
  }

  /** Reads residual pages into frames from 1 on, except for one that is there from before. */
  private void readResiduals(StoredBlock stored, int first, int count) {
    Block block = stored.block();
    int known = first - heldFirst;
    int there = block.equals(heldBlock) && known >= 0 && known < heldCount ? heldCount - known : 0;
    there = Math.min(there, count);
    for (int k = 0; k < there && known > 0; k++) {
      byte[] kept = frames[1 + k];
      frames[1 + k] = frames[1 + known + k];
      frames[1 + known + k] = kept;
    }
    requests.clear();
    for (int k = there; k < count; k++) {
      requests.add(block, stored.fences().residualIndexOf(first + k));
    }
    if (requests.count() > 0) {
      read(1 + there);
    }
    heldBlock = block;
    heldFirst = first;
    heldCount = count;
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
