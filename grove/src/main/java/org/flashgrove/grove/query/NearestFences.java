package org.flashgrove.grove.query;

import java.util.Arrays;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.grove.columns.KdTiling;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.FenceBoxes;
import org.flashgrove.grove.fence.FenceScan;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.packed.DecodedEntries;

/**
 * Queues groups of blocks, blocks and pages for a nearest-neighbour search, by the distances of
 * their boxes. If a box holds as many entries as requested, its farthest point gives an upper bound
 * for the distances of the neighbours.
 *
 * <p>A page is first queued with the distance of its own box, and then with the distance of its
 * nearest run, which is a group of its entries. The queue item of a page encodes its block, its
 * index among the entry pages of the block, and its nearest run.
 */
final class NearestFences {
  /** Rank that marks an item of the search queue as a page with the distance of its own box. */
  static final int PAGE_BOX = 1;

  /**
   * Rank that marks an item of the search queue as a page with the distance of its nearest run, a
   * group of neighbouring entries. When this item reaches the head of the queue, the search reads
   * the page.
   */
  static final int PAGE = 2;

  /** Rank that marks an item of the search queue as a block. */
  static final int BLOCK = 3;

  /** Rank that marks an item of the search queue as a group of blocks. */
  static final int GROUP = 4;

  private static final int PAGE_BITS = 16;
  private static final int RUN_BITS = 6;
  private static final int BLOCK_SHIFT = PAGE_BITS + RUN_BITS;

  private final NearestNodes nodes;
  private final LeastBounds bounds;
  private final NearestQueue queue;
  private final Tombstones gone;
  private final StoredTombstones deletions;
  private final FenceBoxes boxes = new FenceBoxes();
  private final FenceScan scan = new FenceScan();
  private final double[] box = new double[BoxGroups.BOX];
  private final double[] runDistances = new double[Long.SIZE];
  private boolean[] gathered =
      new boolean[16]; // whether the deletions of each interval were collected
  private boolean isBuffered;
  private View view;
  private Directory directory;
  private DistanceFrom from;
  private long wanted;

  /**
   * Creates an object that adds blocks and pages to {@code nodes}.
   *
   * @param bounds upper bound for the distances of the requested entries
   * @param queue receives entries of decoded pages
   * @param gone receives the buffered deletions that may concern entries of the visited blocks
   */
  NearestFences(
      NearestNodes nodes,
      LeastBounds bounds,
      NearestQueue queue,
      Tombstones gone,
      StoredTombstones deletions) {
    this.nodes = nodes;
    this.bounds = bounds;
    this.queue = queue;
    this.gone = gone;
    this.deletions = deletions;
  }

  /**
   * Starts a search, and queues all groups of blocks.
   *
   * @param newWanted number of entries requested; {@link Long#MAX_VALUE} if objects may be farther
   *     away than their boxes
   */
  void start(View newView, DistanceFrom newFrom, long newWanted) {
    view = newView;
    directory = newView.partition().directory();
    from = newFrom;
    wanted = newWanted;
    isBuffered = hasChanges(newView.partition());
    if (isBuffered) {
      if (gathered.length < directory.intervals()) {
        gathered = new boolean[2 * directory.intervals()];
      }
      Arrays.fill(gathered, 0, directory.intervals(), false);
    }
    for (int group = 0; group < directory.boxes().groups(); group++) {
      directory.boxes().groupBox(group, box);
      nodes.add(distance(), GROUP, group);
    }
  }

  /** Returns whether the write buffer has changes, visible or not. */
  private boolean hasChanges(Partition partition) {
    for (int group = 0; group < partition.groups(); group++) {
      partition.groupBox(group, box);
      if (box[0] <= box[2]) {
        return true;
      }
    }
    return false;
  }

  /** Ends the search. */
  void end() {
    view = null;
    directory = null;
    from = null;
  }

  static int blockOf(long item) {
    return (int) (item >>> BLOCK_SHIFT);
  }

  static int pageOf(long item) {
    return (int) item & (1 << PAGE_BITS) - 1;
  }

  /**
   * Returns the number of a page's nearest run (a group of neighbouring entries), which the page's
   * item in the queue contains.
   */
  static int runOf(long item) {
    return (int) (item >>> PAGE_BITS) & (1 << RUN_BITS) - 1;
  }

  /** Returns the metadata of a block. */
  BlockFences of(int b) {
    return directory.block(b).fences();
  }

  private double distance() {
    return from.bound(box[0], box[1], box[2], box[3]);
  }

  /** Queues the blocks of a group that lie within the distance bound of the search. */
  void expandGroup(int group) {
    int first = group * BoxGroups.GROUP;
    int to = Math.min(directory.blocks(), first + BoxGroups.GROUP);
    for (int b = first; b < to; b++) {
      BlockFences fences = of(b);
      double least = from.bound(fences.minX(), fences.minY(), fences.maxX(), fences.maxY());
      if (least <= bounds.most()) {
        nodes.add(least, BLOCK, b);
      }
    }
  }

  /**
   * Queues the pages of a block that lie within the distance bound of the search. First collects
   * the buffered deletions for the interval of the block.
   */
  void expandBlock(int b) {
    if (isBuffered) {
      gatherDeletions(directory.intervalOf(b));
    }
    BlockFences fences = of(b);
    boxes.block(fences);
    int rank = fences.subBoxes() > 1 ? PAGE_BOX : PAGE;
    setWindow();
    for (int p = scan.firstBox(fences); p >= 0; p = scan.nextBox()) {
      boxes.pageBox(p, box);
      double least = distance();
      if (least <= bounds.most()) {
        nodes.add(least, rank, (long) b << BLOCK_SHIFT | p);
        if (!fences.isCoarse()) {
          bound(least, fences.count(p));
        }
      }
    }
  }

  private void gatherDeletions(int interval) {
    if (!gathered[interval]) {
      gathered[interval] = true;
      deletions.gather(view, interval, gone);
    }
  }

  /**
   * Queues a page again, now with the distance of its nearest run, a group of neighbouring entries.
   */
  void expandPageBox(long item) {
    int b = blockOf(item);
    int p = pageOf(item);
    BlockFences fences = of(b);
    int runs = fences.subBoxes();
    int count = fences.count(p);
    boxes.block(fences);
    boxes.page(p);
    double least = Double.POSITIVE_INFINITY;
    long nearest = 0;
    for (long rest = runsNear(b, p); rest != 0; rest &= rest - 1) {
      int r = Long.numberOfTrailingZeros(rest);
      int start = KdTiling.runStart(0, count, r, runs);
      int end = KdTiling.runStart(0, count, r + 1, runs);
      if (end > start) {
        boxes.runBox(r, box);
        double ofRun = distance();
        bound(ofRun, end - start);
        if (ofRun < least) {
          least = ofRun;
          nearest = r;
        }
      }
    }
    if (least <= bounds.most()) {
      nodes.add(least, PAGE, (long) b << BLOCK_SHIFT | nearest << PAGE_BITS | p);
    }
  }

  /**
   * Returns the nearest runs of a page, as bit r for run r. Together they hold at least as many
   * entries as the search needs for a distance bound. Their entries give a bound for the other
   * runs.
   *
   * @param nearest nearest run of the page, which is always part of the result
   */
  long runsForBound(int b, int p, int nearest) {
    BlockFences fences = of(b);
    int runs = fences.subBoxes();
    int count = fences.count(p);
    long chosen = 1L << nearest;
    int missing = bounds.missing() - runLength(count, nearest, runs);
    long others = missing <= 0 ? 0 : runsNear(b, p) & ~chosen;
    if (others == 0) {
      return chosen;
    }
    boxes.block(fences);
    boxes.page(p);
    for (long rest = others; rest != 0; rest &= rest - 1) {
      int r = Long.numberOfTrailingZeros(rest);
      boxes.runBox(r, box);
      runDistances[r] = distance();
    }
    for (long rest = others; rest != 0 && missing > 0; ) {
      int next = nearestOf(rest);
      missing -= runLength(count, next, runs);
      chosen |= 1L << next;
      rest &= ~(1L << next);
    }
    return chosen;
  }

  /**
   * Queues the entries of a page that lie within the distance bound of the search, from their
   * decoded form. For planar distances only.
   *
   * @param decoded decoded entries of the page, or null
   * @param nearest nearest run (group of neighbouring entries) of the page
   * @return false if the page is not decoded, so that the caller must read its bytes
   */
  boolean queueDecoded(long[] decoded, int b, int p, int nearest) {
    BlockFences fences = of(b);
    if (decoded == null || fences.isCoarse()) {
      return false;
    }
    int count = fences.count(p);
    int size = DecodedEntries.size(decoded, count);
    if (size == 0) {
      return false;
    }
    int runs = fences.subBoxes();
    long first = runsForBound(b, p, nearest);
    queue.queueDecoded(decoded, size, count, first, runs, gone);
    // within the bound that the first runs give
    queue.queueDecoded(decoded, size, count, runsNear(b, p) & ~first, runs, gone);
    return true;
  }

  private int nearestOf(long someRuns) {
    int nearest = Long.numberOfTrailingZeros(someRuns);
    for (long rest = someRuns; rest != 0; rest &= rest - 1) {
      int r = Long.numberOfTrailingZeros(rest);
      nearest = runDistances[r] < runDistances[nearest] ? r : nearest;
    }
    return nearest;
  }

  private static int runLength(int count, int run, int runs) {
    return KdTiling.runStart(0, count, run + 1, runs) - KdTiling.runStart(0, count, run, runs);
  }

  /**
   * Returns which runs (groups of neighbouring entries) of a page may hold entries within the
   * distance bound of the search, as bit r for run r.
   */
  long runsNear(int b, int p) {
    setWindow();
    return scan.runs(of(b), p);
  }

  /**
   * Sets the window of {@link #scan} to the area within the current distance bound of the search.
   */
  private void setWindow() {
    bounds.window(from, bounds.most(), box);
    scan.window(box[0], box[1], box[2], box[3]);
  }

  /**
   * Lowers the distance bound of the search to the farthest point of {@link #box}, if the box holds
   * enough entries that are not deleted.
   *
   * @param least distance of the box
   * @param count number of entries in the box
   */
  private void bound(double least, int count) {
    if (least < bounds.most() && count - gone.left() >= wanted) {
      bounds.lower(from.most(box[2], box[3], box[0], box[1]));
    }
  }
}
