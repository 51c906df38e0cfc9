package org.flashgrove.indexes.lsm;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.indexes.component.Antimatter;
import org.flashgrove.indexes.component.BlockFences;
import org.flashgrove.indexes.component.BoxGroups;
import org.flashgrove.indexes.component.NearestBlocks;
import org.flashgrove.indexes.component.PageReader;
import org.flashgrove.indexes.component.PageUse;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;
import org.flashgrove.indexes.query.DistanceQueue;

/**
 * Finds entries by their distance, best first: groups of blocks, blocks, pages and leaves in memory
 * by their boxes, then entries. An entry comes out when all boxes that are as near have been looked
 * into, and so all deletions of it are known: they have its rectangle, and its distance.
 */
final class LsmNearest extends NearestBlocks<LsmView> implements PageUse {
  // What nodes are; of equal distance those of lower rank come first.
  private static final int PAGE = 0;
  private static final int BLOCK = 1;
  private static final int GROUP = 2;
  private static final int LEAF = 3;

  private static final int PAGE_BITS = 12;

  private final ComponentStore store;
  private final PageReader pages;
  private final DistanceQueue nodes = new DistanceQueue();
  private final DistanceQueue entries = new DistanceQueue();
  private final Antimatter gone = new Antimatter();
  private final PackedPage page = new PackedPage("blocks");
  private final PageRequests request = new PageRequests();
  private final double[] from = new double[4];
  private final double[] box;
  private LsmView view;
  private LongToDoubleFunction exact;

  LsmNearest(ComponentStore store, PageReader pages) {
    this(store, pages, new double[BoxGroups.BOX]);
  }

  private LsmNearest(ComponentStore store, PageReader pages, double[] box) {
    super(pages, box);
    this.box = box;
    this.store = store;
    this.pages = pages;
  }

  @Override
  protected void reset(double x1, double y1, double x2, double y2) {
    from[0] = x1;
    from[1] = y1;
    from[2] = x2;
    from[3] = y2;
  }

  @Override
  protected Object era() {
    return view.stored();
  }

  @Override
  protected void start(
      LsmView newView, long limit, LongToDoubleFunction exactDistance, boolean idsOnly) {
    view = newView;
    exact = exactDistance;
    nodes.clear();
    entries.clear();
    gone.clear();
    Tail tail = view.tail();
    for (int i = 0; i < view.tailSize(); i++) {
      for (int side = 0; side < box.length; side++) {
        box[side] = tail.at(i, side);
      }
      queue(tail.isDeletion(i), tail.id(i));
    }
    for (int r = 0; r < view.runs().length; r++) {
      MemoryRun run = view.runs()[r];
      for (int leaf = 0; leaf < run.leaves(); leaf++) {
        System.arraycopy(run.boxes(), BoxGroups.BOX * leaf, box, 0, BoxGroups.BOX);
        nodes.addNode(boxDistance(), LEAF, (long) r << Integer.SIZE | leaf);
      }
    }
    BoxGroups groups = view.stored().groups();
    for (int group = 0; group < groups.groups(); group++) {
      groups.groupBox(group, box);
      nodes.addNode(boxDistance(), GROUP, group);
    }
  }

  private double boxDistance() {
    return Rectangles.distance(from[0], from[1], from[2], from[3], box[0], box[1], box[2], box[3]);
  }

  private void queue(boolean deletion, long entryId) {
    if (deletion) {
      gone.add(entryId, box[0], box[1], box[2], box[3]);
    } else {
      int rank = exact == null ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
      entries.addEntry(boxDistance(), rank, entryId, box[0], box[1], box[2], box[3]);
    }
  }

  @Override
  public boolean next() {
    while (true) {
      if (!nodes.isEmpty() && (entries.isEmpty() || nodes.key() <= entries.key())) {
        expand();
      } else if (entries.isEmpty()) {
        return false;
      } else if (takeEntry()) {
        return true;
      }
    }
  }

  private boolean takeEntry() {
    boolean isCandidate = entries.rank() == DistanceQueue.CANDIDATE;
    long entryId = entries.id();
    double key = entries.key();
    entries.copyBox(box);
    entries.remove();
    if (isCandidate) {
      if (!gone.takes(entryId, box[0], box[1], box[2], box[3])) {
        // Rounding must not let an object be nearer than its rectangle.
        double refined = Math.max(key, exact.applyAsDouble(entryId));
        entries.addEntry(refined, DistanceQueue.ENTRY, entryId, box[0], box[1], box[2], box[3]);
      }
      return false;
    }
    if (exact == null && gone.takes(entryId, box[0], box[1], box[2], box[3])) {
      return false;
    }
    found(entryId, key);
    return true;
  }

  private void expand() {
    int rank = nodes.rank();
    long item = nodes.id();
    nodes.remove();
    if (rank == GROUP) {
      int first = (int) item * BoxGroups.GROUP;
      int end = Math.min(view.stored().blocks(), first + BoxGroups.GROUP);
      for (int b = first; b < end; b++) {
        BlockFences fences = view.stored().block(b).fences();
        box[0] = fences.minX();
        box[1] = fences.minY();
        box[2] = fences.maxX();
        box[3] = fences.maxY();
        nodes.addNode(boxDistance(), BLOCK, b);
      }
    } else if (rank == BLOCK) {
      BlockFences fences = view.stored().block((int) item).fences();
      for (int p = 0; p < fences.pages(); p++) {
        fences.pageBox(p, box);
        nodes.addNode(boxDistance(), PAGE, item << PAGE_BITS | fences.indexOf(p));
      }
    } else if (rank == LEAF) {
      expandLeaf(view.runs()[(int) (item >>> Integer.SIZE)].changes(), (int) item);
    } else {
      request.clear();
      request.add(
          view.stored().block((int) (item >>> PAGE_BITS)).block(),
          (int) item & (1 << PAGE_BITS) - 1);
      pages.read(request, this);
    }
  }

  private void expandLeaf(EntryColumns changes, int leaf) {
    int to = Math.min(changes.size(), (leaf + 1) * MemoryRun.LEAF);
    for (int i = leaf * MemoryRun.LEAF; i < to; i++) {
      box[0] = changes.minX(i);
      box[1] = changes.minY(i);
      box[2] = changes.maxX(i);
      box[3] = changes.maxY(i);
      queue(changes.isDeletion(i), changes.id(i));
    }
  }

  @Override
  public boolean page(int index, byte[] bytes) {
    page.reset(
        bytes,
        ComponentStore.ENVELOPE_BYTES,
        store.pageSize(),
        request.block(index).number(),
        request.page(index));
    for (int i = 0; i < page.count(); i++) {
      page.rectangle(i, box);
      queue(page.isDeletion(i), page.id(i));
    }
    return false;
  }

  @Override
  protected void end() {
    view = null;
    exact = null;
    request.clear();
  }
}
