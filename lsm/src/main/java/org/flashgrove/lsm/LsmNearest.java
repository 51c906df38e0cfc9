package org.flashgrove.lsm;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.cache.PageUse;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.index.NearestBlocks;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.PackedPage;
import org.flashgrove.indexes.query.DistanceQueue;
import org.flashgrove.lsm.merge.MemoryRun;

/**
 * Nearest-neighbour search that returns entries in order of distance (best-first). One queue holds
 * groups of blocks, blocks, pages, and leaves of changes in memory, by the distance of their boxes.
 * Another queue holds entries by their own distance.
 *
 * <p>A deletion has the same rectangle as its entry, and thus the same distance. An entry is
 * returned only after all boxes up to its distance were searched, so all its deletions are known by
 * then.
 *
 * <p>With exact distances, or with a metric that is not planar, an entry is queued twice: first
 * with a lower bound of its distance, and later with its distance. The lower bound of an entry is
 * at least the lower bound of every box that encloses the entry.
 */
final class LsmNearest extends NearestBlocks<LsmView> implements PageUse {
  // Kinds of nodes. Nodes at equal distance are ordered by kind, lowest number first.
  private static final int PAGE = 0;
  private static final int BLOCK = 1;
  private static final int GROUP = 2;
  private static final int LEAF = 3;

  private static final int PAGE_BITS = 12;

  private final ComponentStore store;
  private final PageReader pages;
  private final DistanceQueue nodes = new DistanceQueue();
  private final DistanceQueue entries = new DistanceQueue();
  private final Tombstones gone = new Tombstones();
  private final PackedPage page;
  private final PageRequests request = new PageRequests();
  private final boolean planar;
  private final double[] box;
  private LsmView view;
  private LongToDoubleFunction exact;
  private DistanceFrom from;

  LsmNearest(ComponentStore store, PageReader pages, Metric metric) {
    this(store, pages, metric, new double[BoxGroups.BOX]);
  }

  private LsmNearest(ComponentStore store, PageReader pages, Metric metric, double[] box) {
    super(pages, box);
    planar = metric == Metric.PLANAR;
    this.box = box;
    this.store = store;
    page = new PackedPage(store.name());
    this.pages = pages;
  }

  @Override
  protected void reset(DistanceFrom newFrom) {
    from = newFrom;
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
    UnsortedChanges unsorted = view.unsorted();
    for (int i = 0; i < view.unsortedCount(); i++) {
      for (int side = 0; side < box.length; side++) {
        box[side] = unsorted.at(i, side);
      }
      queue(unsorted.isDeletion(i), unsorted.id(i));
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
    return from.bound(box[0], box[1], box[2], box[3]);
  }

  private void queue(boolean deletion, long entryId) {
    if (deletion) {
      gone.add(entryId, box[0], box[1], box[2], box[3]);
    } else {
      int rank = isMeasured() ? DistanceQueue.ENTRY : DistanceQueue.CANDIDATE;
      double least = from.least(box[0], box[1], box[2], box[3]);
      entries.addEntry(least, rank, entryId, box[0], box[1], box[2], box[3]);
    }
  }

  /**
   * Returns whether entries are queued with their distances. Otherwise they are queued with lower
   * bounds first.
   */
  private boolean isMeasured() {
    return planar && exact == null;
  }

  /**
   * Returns the distance of an entry. It is the exact distance of the entry's object if the query
   * provides exact distances, otherwise the distance of the rectangle in {@code box}.
   */
  private double measured(long entryId) {
    return exact == null ? from.to(box[0], box[1], box[2], box[3]) : exact.applyAsDouble(entryId);
  }

  @Override
  public boolean next() {
    while (true) {
      check();
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
        double refined = Math.max(key, measured(entryId));
        entries.addEntry(refined, DistanceQueue.ENTRY, entryId, box[0], box[1], box[2], box[3]);
      }
      return false;
    }
    if (isMeasured() && gone.takes(entryId, box[0], box[1], box[2], box[3])) {
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
    from = null;
    request.clear();
  }
}
