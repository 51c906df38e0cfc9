package org.flashgrove.grove.query;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.cache.PageUse;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.FenceScan;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.memtable.BufferLookup;
import org.flashgrove.grove.memtable.IntervalState;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Checks how many entries with a given id and rectangle an index holds. It looks in the write
 * buffer first, and then in the blocks of one interval. In blocks, it reads only pages whose boxes
 * contain the rectangle. It reads one page at a time, and stops when it has found enough equal
 * entries. Not safe for use by several threads.
 */
public final class EntryLookup implements PageUse {
  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final int pageSize;
  private final PageReader pages;
  private final CurveOrder curve;
  private final BufferLookup buffer;
  private final FenceScan fences = new FenceScan();
  private final PageRequests request = new PageRequests();
  private final PackedPage page;
  private final double[] other = new double[4];
  private byte[] bytes;
  private int attached; // number of the attached residual page, or -1

  /**
   * Creates a lookup.
   *
   * @param buffer lookup in the write buffer; whoever calls {@link #hasMoreThan} must hold the
   *     write lock, which protects the buffer
   */
  public EntryLookup(
      ComponentStore store, PageReader pages, CurveOrder curve, BufferLookup buffer) {
    this.buffer = buffer;
    pageSize = store.pageSize();
    page = new PackedPage(store.name());
    this.pages = pages;
    this.curve = curve;
  }

  /**
   * Returns whether the index holds more than {@code entries} entries with this id and rectangle.
   *
   * @param box minX, minY, maxX, maxY
   */
  public boolean hasMoreThan(int entries, View view, long id, double[] box) {
    long value = curve.value(box[0], box[1], box[2], box[3]);
    IntervalState state = view.buffer(view.partition().find(value));
    int wanted = entries + 1 - buffer.entries(state, view.commit(), id, box);
    if (wanted <= 0) {
      return true;
    }
    wanted += buffer.storedGone(state, view.commit(), id, box);
    wanted -= buffer.frozenEntries(state, id, box);
    Directory directory = view.partition().directory();
    int interval = directory.find(value);
    fences.window(box[0], box[1], box[2], box[3]);
    pages.begin(directory, false);
    try {
      for (int b = directory.firstBlock(interval);
          b < directory.firstBlock(interval + 1) && wanted > 0;
          b++) {
        wanted -= count(directory.block(b), wanted, id, box);
      }
    } finally {
      pages.end();
      bytes = null;
    }
    return wanted <= 0;
  }

  /**
   * Returns how many entries with this id and rectangle a block holds. Counting may stop once it
   * has reached {@code most}.
   */
  private int count(StoredBlock stored, int most, long id, double[] box) {
    int found = 0;
    for (int p = fences.first(stored.fences()); p >= 0 && found < most; p = fences.next()) {
      found += countOnPage(stored, p, id, box);
    }
    return found;
  }

  private int countOnPage(StoredBlock stored, int p, long id, double[] box) {
    Block block = stored.block();
    int index = stored.fences().indexOf(p);
    read(block, index);
    page.reset(bytes, ENVELOPE, pageSize, block.number(), index);
    if (!page.mayHoldId(id)) {
      return 0; // many entries may have the same rectangle
    }
    page.window(box[0], box[1], box[2], box[3]);
    page.scan(fences.met(), 0, stored.fences().subBoxes());
    long[] hits = page.hits();
    attached = -1;
    int found = 0;
    for (int first = 0; first < page.count(); first += Long.SIZE) {
      for (long rest = hits[first / Long.SIZE]; rest != 0; rest &= rest - 1) {
        int i = first + Long.numberOfTrailingZeros(rest);
        if (page.id(i) == id && isSame(stored, i, box)) {
          found++;
        }
      }
    }
    return found;
  }

  /**
   * Returns whether entry {@code i} of the page has exactly the rectangle {@code box}. Reads the
   * residual page with the low bits of the entry if necessary.
   */
  private boolean isSame(StoredBlock stored, int i, double[] box) {
    int k = page.residualPages() == 0 ? -1 : page.residualPageOf(i);
    if (k != attached) {
      read(stored.block(), stored.fences().residualIndexOf(page, k));
      page.attach(k, bytes, ENVELOPE, pageSize);
      attached = k;
    }
    page.rectangle(i, other);
    return BufferLookup.isSame(other, box);
  }

  private void read(Block block, int p) {
    request.clear();
    request.add(block, p);
    pages.read(request, this);
  }

  @Override
  public boolean page(int index, byte[] read) {
    bytes = read;
    return true;
  }
}
