package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.component.PageReader;
import org.flashgrove.indexes.component.PageUse;
import org.flashgrove.indexes.component.StoredBlock;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * Looks for one entry: in the write buffer, then on the pages of its interval whose fences hold its
 * rectangle, one page after the other until it is found. For one thread.
 */
final class EntryLookup implements PageUse {
  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;

  private final int pageSize;
  private final PageReader pages;
  private final Line line;
  private final BufferLookup buffer = new BufferLookup();
  private final PageRequests request = new PageRequests();
  private final PackedPage page = new PackedPage("blocks");
  private final double[] other = new double[4];
  private byte[] bytes;

  EntryLookup(ComponentStore store, PageReader pages, Line line) {
    pageSize = store.pageSize();
    this.pages = pages;
    this.line = line;
  }

  /**
   * Returns whether there are more than some entries of an id and rectangle.
   *
   * @param box minX, minY, maxX, maxY
   */
  boolean hasMoreThan(int entries, View view, long id, double[] box) {
    long value = line.value(box[0], box[1], box[2], box[3]);
    IntervalState state = view.buffer(view.partition().find(value));
    int wanted = entries + 1 - buffer.entries(state, view.commit(), id, box);
    if (wanted <= 0) {
      return true;
    }
    wanted += buffer.storedGone(state, view.commit(), id, box);
    wanted -= buffer.frozenEntries(state, id, box);
    Directory directory = view.partition().directory();
    int interval = directory.find(value);
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

  /** Counts the equal entries of a block, up to a number. */
  private int count(StoredBlock stored, int most, long id, double[] box) {
    BlockFences fences = stored.fences();
    int found = 0;
    for (int p = 0; p < fences.pages() && found < most; p++) {
      fences.pageBox(p, other);
      if (holds(box) && anyRunHolds(fences, p, box)) {
        found += countOnPage(stored, p, id, box);
      }
    }
    return found;
  }

  private boolean anyRunHolds(BlockFences fences, int p, double[] box) {
    if (fences.subBoxes() == 1 || fences.count(p) < fences.subBoxes()) {
      return true;
    }
    for (int r = 0; r < fences.subBoxes(); r++) {
      fences.subBox(p, r, other);
      if (holds(box)) {
        return true;
      }
    }
    return false;
  }

  private boolean holds(double[] box) {
    return other[0] <= box[0] && other[1] <= box[1] && other[2] >= box[2] && other[3] >= box[3];
  }

  private int countOnPage(StoredBlock stored, int p, long id, double[] box) {
    Block block = stored.block();
    BlockFences fences = stored.fences();
    read(block, fences.indexOf(p));
    page.reset(bytes, ENVELOPE, pageSize, block.number(), fences.indexOf(p));
    int found = 0;
    int attached = -1;
    for (int i = 0; i < page.count(); i++) {
      if (page.id(i) != id) {
        continue;
      }
      page.outerRectangle(i, other);
      if (!holds(box)) {
        continue;
      }
      if (page.residualPages() > 0) {
        int k = page.residualPageOf(i);
        if (k != attached) {
          read(block, fences.residualIndexOf(page.firstResidual() + k));
          page.attach(k, bytes, ENVELOPE, pageSize);
          attached = k;
        }
        page.rectangle(i, other);
      }
      found += BufferLookup.isSame(other, box) ? 1 : 0;
    }
    return found;
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
