package org.flashgrove.grove.merge;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Reads blocks for a merge: single pages with their residual pages (low bits of coordinates), or
 * whole blocks. With enough memory, it reads each block with one I/O and keeps the last few blocks.
 * It then seldom reads a page twice. Not safe for use by several threads.
 */
public final class BlockReader implements PageSink {
  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final ComponentStore store;
  private final PageRequests requests = new PageRequests();
  private final PackedPage page;
  private byte[][] frames = new byte[0][];
  private int firstFrame;
  private StoredBlock turned;
  private int attached;
  private Block loadedBlock; // block of the residual page in the second frame
  private int loadedPage;
  private final Block[] kept; // whole blocks, in the order in which they were read
  private final byte[][][] keptFrames;
  private int nextKept;
  private long reads;

  /**
   * Creates a reader.
   *
   * @param keptBlocks number of whole blocks to keep in memory; 0 to read single pages
   */
  public BlockReader(ComponentStore store, int keptBlocks) {
    this.store = store;
    page = new PackedPage(store.name());
    kept = new Block[keptBlocks];
    keptFrames = new byte[keptBlocks][0][];
  }

  /** Returns the heap bytes of the page frames of this reader. */
  long bytes() {
    long pages = frames.length;
    for (byte[][] whole : keptFrames) {
      pages += whole.length;
    }
    return pages * store.pageSize();
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

  /** Returns the bytes of any page of a block. The bytes are valid until the next read. */
  byte[] read(Block block, int index) {
    requests.clear();
    requests.add(block, index);
    read(0);
    return frames[0];
  }

  /** Returns the number of pages read so far. */
  long reads() {
    return reads;
  }

  @Override
  public byte[] frame(int index) {
    return frames[firstFrame + index];
  }

  @Override
  public void loaded(int index) {
    // nothing to do: all pages are used after the read is complete
  }

  /**
   * Returns a reader that is positioned on a page of entries. If the page is not in memory, first
   * reads the page, or its whole block if this object keeps blocks. The caller must call {@link
   * #readRow} before it reads a rectangle.
   */
  PackedPage turnTo(StoredBlock stored, int index) {
    if (kept.length > 0) {
      return turnToKept(stored, index);
    }
    int at = stored.fences().indexOf(index);
    page.reset(read(stored.block(), at), ENVELOPE, store.pageSize(), stored.block().number(), at);
    turned = stored;
    attached = -1;
    return page;
  }

  /** Returns whether this reader reads whole blocks and keeps them. */
  boolean keepsBlocks() {
    return kept.length > 0;
  }

  private PackedPage turnToKept(StoredBlock stored, int index) {
    byte[][] pages = keptFrames[place(stored)];
    int at = stored.fences().indexOf(index);
    page.reset(pages[at], ENVELOPE, store.pageSize(), stored.block().number(), at);
    attachAll(stored, pages);
    return page;
  }

  /**
   * Returns the index of the slot that keeps the pages of the block {@code stored}. Reads the block
   * first if no slot keeps it.
   */
  private int place(StoredBlock stored) {
    for (int i = 0; i < kept.length; i++) {
      if (stored.block().equals(kept[i])) {
        return i;
      }
    }
    int place = nextKept;
    nextKept = (place + 1) % kept.length;
    kept[place] = null; // stays null if the read fails
    requestAll(stored);
    byte[][] single = frames;
    frames = keptFrames[place];
    try {
      read(0);
      kept[place] = stored.block();
    } finally {
      keptFrames[place] = frames;
      frames = single;
    }
    return place;
  }

  private void requestAll(StoredBlock stored) {
    requests.clear();
    for (int i = 0; i < stored.fences().pages() + stored.fences().residualPages(); i++) {
      requests.add(stored.block(), i);
    }
  }

  /**
   * Attaches all residual pages of the current page, which hold the low bits of its coordinates.
   */
  private void attachAll(StoredBlock stored, byte[][] pages) {
    for (int k = 0; k < page.residualPages(); k++) {
      byte[] rows = pages[stored.fences().residualIndexOf(page, k)];
      page.attach(k, rows, ENVELOPE, store.pageSize());
    }
  }

  /**
   * Appends entries {@code from} to {@code to - 1} of the current page. If necessary, reads their
   * residual rows, which hold the low bits of coordinates.
   */
  void append(int from, int to, EntryColumns into) {
    for (int i = from; i < to; ) {
      readRow(i);
      int end = kept.length > 0 || page.residualPages() == 0 ? to : Math.min(to, page.endOfRows(i));
      page.appendTo(into, i, end);
      i = end;
    }
  }

  /**
   * Reads the residual page with the low bits of entry {@code i} of the current page, unless it is
   * already attached. If blocks are not kept, only rectangles of entries with the same residual
   * page can be read afterwards.
   */
  void readRow(int i) {
    if (kept.length > 0 || page.residualPages() == 0) {
      return;
    }
    int k = page.residualPageOf(i);
    if (k == attached) {
      return;
    }
    int residual = turned.fences().residualIndexOf(page, k);
    if (residual != loadedPage || !turned.block().equals(loadedBlock)) {
      requests.clear();
      requests.add(turned.block(), residual);
      loadedBlock = null; // stays null if the read fails
      read(1);
      loadedBlock = turned.block();
      loadedPage = residual;
    }
    if (attached >= 0) {
      page.detach(attached);
    }
    page.attach(k, frames[1], ENVELOPE, store.pageSize());
    attached = k;
  }

  /** Appends all entries of a block to {@code into}, without keys. Reads the block as one batch. */
  public void appendAll(StoredBlock stored, EntryColumns into) {
    BlockFences fences = stored.fences();
    loadedBlock = null;
    requestAll(stored);
    read(0);
    int start = into.size();
    for (int i = 0; i < fences.pages(); i++) {
      int at = fences.indexOf(i);
      page.reset(frames[at], ENVELOPE, store.pageSize(), stored.block().number(), at);
      attachAll(stored, frames);
      page.appendTo(into);
    }
    if (into.size() - start != stored.entries()) {
      throw damaged(
          stored.block(), into.size() - start + " entries where the log says " + stored.entries());
    }
  }

  /** Returns the pages of the last block read, by their index in the block. */
  public byte[][] frames() {
    return frames;
  }

  private DamagedStoreException damaged(Block block, String cause) {
    return new DamagedStoreException(store.name(), "block " + block.number(), cause);
  }
}
