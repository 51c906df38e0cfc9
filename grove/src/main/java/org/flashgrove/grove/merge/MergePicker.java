package org.flashgrove.grove.merge;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.EmptiedUnits;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.memtable.Memtable;
import org.flashgrove.grove.memtable.Partition;

/**
 * Chooses the range of neighbouring intervals that the next merge takes. The range costs the least
 * device time for each of its buffered changes. {@link DeviceCost} estimates this time from pages
 * read, pages written and blocks erased.
 *
 * <p>If the device places pages in units, a merge costs less if it leaves units without valid
 * pages. The device resets these units without moving pages.
 *
 * <p>A merge may increase the number of blocks only if the new blocks are full enough.
 *
 * <p>Grove uses two levels of blocks when blocks hold many entries for each buffered change. A
 * merge may then write its changes to blocks of an upper level, and leave the blocks of the lower
 * level unchanged. When upper blocks hold enough entries, the picker takes a single interval and
 * merges all its blocks. The merge of this interval has the least cost for each entry of an upper
 * block.
 */
public final class MergePicker {
  /**
   * Number of entries from which on a range of intervals is large enough, so that the picker adds
   * no further interval to it.
   */
  public static final int MOST_ENTRIES = 1 << 16;

  /** Approximate bytes of memory for each buffered change when the buffer is full. */
  private static final int CHANGE_BYTES = 40;

  /**
   * Maximum number of intervals whose changes one merge writes to blocks of the upper level, which
   * hold newer entries than the lower level.
   */
  private static final int MOST_INTERVALS = 64;

  /**
   * Factor for the least limit on the number of entries in blocks of the upper level, which hold
   * newer entries; {@link #MOST_UPPER} is the factor for the greatest. Both are multiplied by the
   * geometric mean of two numbers: the entries in blocks, and the changes that the buffer can hold.
   * The limit grows with the ratio of these two numbers. A higher limit makes loads faster, but a
   * search window meets more blocks.
   */
  private static final double LEAST_UPPER = 0.3;

  private static final double MOST_UPPER = 1.1;
  private static final double UPPER_FROM = 60;
  private static final double UPPER_GROWTH = 64;

  /**
   * Factor that limits how many blocks of the lower level lie under one block of the upper level,
   * which holds newer entries. The factor is multiplied by the square root of the ratio of stored
   * entries to the changes that the buffer can hold.
   */
  private static final double WIDEST = 1.5;

  /**
   * Factor for the cost of later moving an entry from a block of the upper level (newer entries) to
   * the lower level. The factor is below 1 because the intervals with the most entries in upper
   * blocks are merged first. For each entry, these merges cost less than the average.
   */
  private static final double DENSEST_FIRST = 0.8;

  /**
   * If more than this fraction of the changes are deletions, merges reserve memory for deletions.
   */
  private static final double DELETIONS_OF_MOVES = 0.25;

  /**
   * Number of page writes that a merge saves for each page of a unit that the merge leaves without
   * valid pages. The factor is below 1 because some of these units would become empty without this
   * merge. Measured with the preset {@code write-right}.
   */
  private static final double EMPTIED = 0.6;

  /** Maximum share of the cost of a merge that emptied units save. */
  private static final double MOST_SAVED = 0.5;

  private final GroveConfig config;
  private final Workspace workspace;
  private final ComponentStore store;
  private EmptiedUnits emptied;
  private int[] changes = new int[16];
  private int[] deletions = new int[16];
  private long allChanges;
  private long allDeletions;
  private double perPage;
  private double best;
  private int bestFirst;
  private int bestCount;
  private boolean bestIsUpper;
  private long lo;
  private long hi;

  MergePicker(GroveConfig config, Workspace workspace, ComponentStore store) {
    this.config = config;
    this.workspace = workspace;
    this.store = store;
  }

  /** Returns the start of the chosen range. */
  long lo() {
    return lo;
  }

  /** Returns the end of the chosen range, exclusive. */
  long hi() {
    return hi;
  }

  /** Returns whether the chosen merge leaves lower blocks unchanged. */
  boolean isUpper() {
    return bestIsUpper;
  }

  /** Chooses a merge. The buffer must not be empty. */
  void choose(Memtable buffer) {
    Partition partition = buffer.partition();
    Directory directory = partition.directory();
    countChanges(partition, buffer.deletions() > 0);
    long stored = 0;
    long upper = 0;
    for (int b = 0; b < directory.blocks(); b++) {
      stored += directory.block(b).entries();
      upper += directory.block(b).fences().isUpper() ? directory.block(b).entries() : 0;
    }
    workspace.lifetime().note(directory);
    perPage = entriesPerPage(directory);
    emptied = store.emptiedUnits();
    best = Double.MAX_VALUE;
    bestIsUpper = false;
    double room = (double) config.memory() / CHANGE_BYTES;
    double part = (stored / room - UPPER_FROM) / UPPER_GROWTH;
    part = Math.max(LEAST_UPPER, Math.min(MOST_UPPER, part));
    double mostUpper = part * Math.sqrt(stored * room);
    boolean twoLevels = stored > config.merges().twoLevels() * room;
    workspace.noteKind(twoLevels, DELETIONS_OF_MOVES * allChanges < allDeletions);
    if (twoLevels && upper > mostUpper) {
      weighUpperBlocks(directory);
    } else {
      weighRuns(directory);
      if (twoLevels) {
        weighUpperRuns(directory, stored / mostUpper, Math.sqrt(stored / room));
      }
    }
    lo = directory.start(bestFirst);
    hi = directory.end(bestFirst + bestCount - 1);
    if (bestCount == 1 && !directory.hasBlock(bestFirst)) {
      hi = boundedEnd(partition);
    }
  }

  private void weighRuns(Directory directory) {
    switch (config.merges().design().order()) {
      case ROLLING:
        weighNext(directory);
        break;
      case ALL:
        takeAll(directory);
        break;
      default:
        for (int first = 0; first < directory.intervals(); first++) {
          weighRuns(directory, first);
        }
        break;
    }
  }

  /**
   * Considers, for the next merge, only the ranges that begin with one certain interval. It is the
   * first interval with changes that follows the last merge on the curve.
   */
  private void weighNext(Directory directory) {
    int intervals = directory.intervals();
    int first = directory.find(hi % CurveOrder.END);
    for (int i = 0; i < intervals && best == Double.MAX_VALUE; i++) {
      weighRuns(directory, (first + i) % intervals);
    }
  }

  /**
   * Takes all intervals of normal entries. If only oversized entries have changes, takes the
   * intervals of oversized entries.
   */
  private void takeAll(Directory directory) {
    int oversized = directory.find(CurveOrder.OVERSIZED);
    for (int first = 0; first < directory.intervals(); first++) {
      if (changes[first] > 0) {
        boolean ofCurve = first < oversized;
        take(
            ofCurve ? 0 : oversized,
            ofCurve ? oversized : directory.intervals() - oversized,
            0,
            false);
        return;
      }
    }
  }

  /** Counts the buffered changes of each interval of the directory. */
  private void countChanges(Partition partition, boolean anyDeletes) {
    Directory directory = partition.directory();
    if (changes.length < directory.intervals()) {
      changes = new int[2 * directory.intervals()];
      deletions = new int[changes.length];
    }
    int buffer = partition.first();
    int beyond = partition.beyond();
    allChanges = 0;
    allDeletions = 0;
    for (int i = 0; i < directory.intervals(); i++) {
      int sum = 0;
      int less = 0;
      while (buffer < beyond && partition.start(buffer) < directory.end(i)) {
        sum += partition.changes(buffer);
        less += anyDeletes ? partition.buffer(buffer).state().deletions() : 0;
        buffer = partition.next(buffer);
      }
      changes[i] = sum;
      deletions[i] = less;
      allChanges += sum;
      allDeletions += less;
    }
  }

  private double entriesPerPage(Directory directory) {
    long entries = 0;
    long pages = 0;
    for (int i = 0; i < directory.blocks(); i++) {
      entries += directory.block(i).entries();
      pages += directory.block(i).block().pages() - 1;
    }
    return pages == 0 ? workspace.entries(1) : (double) entries / pages;
  }

  /**
   * Considers, for the next merge, all ranges of intervals that begin with interval {@code first}.
   */
  private void weighRuns(Directory directory, int first) {
    int most = Math.min(config.merges().intervals(), directory.intervalsOfCurve(first) - first);
    long buffered = 0;
    long entries = 0;
    int pages = 0;
    int block = directory.firstBlock(first);
    emptied.clear();
    for (int count = 1; count <= most; count++) {
      buffered += changes[first + count - 1];
      for (; block < directory.firstBlock(first + count); block++) {
        pages += directory.block(block).block().pages() - 1;
        entries += directory.block(block).entries();
        emptied.add(directory.block(block).block());
      }
      int blocks = block - directory.firstBlock(first);
      boolean longest =
          count == most || entries + buffered + entries(directory, first + count) > MOST_ENTRIES;
      if (buffered > 0) {
        weigh(first, count, longest, buffered, pages, blocks);
      }
      if (longest) {
        return;
      }
    }
  }

  /**
   * Returns the number of entries in the blocks of an interval plus its number of buffered changes.
   */
  private long entries(Directory directory, int interval) {
    long sum = changes[interval];
    for (int b = directory.firstBlock(interval); b < directory.firstBlock(interval + 1); b++) {
      sum += directory.block(b).entries();
    }
    return sum;
  }

  private void weigh(int first, int count, boolean longest, long buffered, int pages, int blocks) {
    int blockPages = workspace.blockPages();
    double newPages = Math.max(1, Math.ceil(pages + buffered / perPage));
    double newBlocks = Math.ceil(newPages / blockPages);
    boolean full = newPages / (blockPages * newBlocks) >= config.merges().fill();
    if (newBlocks <= blocks || full || longest) {
      take(first, count, cost(pages, blocks, newPages, newBlocks) / buffered, false);
    }
  }

  /** Returns the cost of a merge, less the cost that emptied units save. */
  private double cost(double oldPages, double oldBlocks, double newPages, double newBlocks) {
    double cost = DeviceCost.ofMerge(oldPages, oldBlocks, newPages, newBlocks);
    double saved = EMPTIED * DeviceCost.WRITE * emptied.bytes() / store.pageSize();
    return cost - Math.min(saved, MOST_SAVED * cost);
  }

  private void take(int first, int count, double cost, boolean upper) {
    if (cost < best) {
      best = cost;
      bestFirst = first;
      bestCount = count;
      bestIsUpper = upper;
    }
  }

  // Two levels

  /**
   * Considers, for the next merge, the intervals that have blocks of the upper level (with newer
   * entries), one at a time. A merge of such an interval combines all its blocks into blocks of the
   * lower level.
   */
  private void weighUpperBlocks(Directory directory) {
    for (int i = 0; i < directory.intervals(); i++) {
      int pages = 0;
      long upper = 0;
      emptied.clear();
      for (int b = directory.firstBlock(i); b < directory.firstBlock(i + 1); b++) {
        StoredBlock block = directory.block(b);
        pages += block.block().pages() - 1;
        upper += block.fences().isUpper() ? block.entries() : 0;
        emptied.add(block.block());
      }
      if (upper > 0) {
        double newPages = pages + changes[i] / perPage;
        int blocks = directory.firstBlock(i + 1) - directory.firstBlock(i);
        double cost = cost(pages, blocks, newPages, newPages / workspace.blockPages());
        take(i, 1, cost / (upper + changes[i]), false);
      }
    }
  }

  /**
   * Considers, for the next merge, ranges of intervals whose changes it would write to blocks of
   * the upper level (with newer entries). The cost of a range includes moving these changes to the
   * lower level later.
   *
   * @param ratio number of entries in blocks divided by the number allowed in upper blocks
   * @param mean square root of a ratio: the number of entries in blocks divided by the number of
   *     changes that the buffer can hold
   */
  private void weighUpperRuns(Directory directory, double ratio, double mean) {
    double block = (DeviceCost.FOOTER + DeviceCost.ERASE) / workspace.blockPages();
    double page = DeviceCost.READ + DeviceCost.WRITE + block;
    double later = DENSEST_FIRST * (ratio + 1) * page / perPage;
    int mostLower = Math.max(2, (int) (WIDEST * mean));
    for (int first = 0; first < directory.intervals(); first++) {
      weighUpperRuns(directory, first, later, mostLower);
    }
  }

  private void weighUpperRuns(Directory directory, int first, double later, int mostLower) {
    int most = Math.min(MOST_INTERVALS, directory.intervalsOfCurve(first) - first);
    long buffered = 0;
    int pages = 0;
    int upper = 0;
    int lower = 0;
    emptied.clear();
    for (int count = 1; count <= most && deletions[first + count - 1] == 0; count++) {
      int at = first + count - 1;
      buffered += changes[at];
      for (int b = directory.firstBlock(at); b < directory.firstBlock(at + 1); b++) {
        StoredBlock block = directory.block(b);
        if (block.fences().isUpper()) {
          pages += block.block().pages() - 1;
          emptied.add(block.block());
          upper++;
        } else {
          lower++;
        }
      }
      double newPages = Math.max(1, Math.ceil(pages + buffered / perPage));
      double newBlocks = Math.ceil(newPages / workspace.blockPages());
      boolean full = newPages / (workspace.blockPages() * newBlocks) >= config.merges().fill();
      boolean longest = count == most || lower >= mostLower;
      if (buffered > 0 && lower > 0 && (newBlocks <= upper || full || longest)) {
        take(first, count, cost(pages, upper, newPages, newBlocks) / buffered + later, true);
      }
      if (longest) {
        return;
      }
    }
  }

  /**
   * Returns the curve position at which a merge of an interval without blocks ends. This is before
   * the end of the interval if the interval has too many changes for one merge.
   */
  private long boundedEnd(Partition partition) {
    long end = hi;
    int taken = 0;
    int beyond = partition.firstFrom(end);
    for (int i = partition.firstFrom(lo); i < beyond; i = partition.next(i)) {
      int more = partition.changes(i);
      if (taken > 0 && taken + more > MOST_ENTRIES) {
        return partition.start(i);
      }
      taken += more;
    }
    return end;
  }
}
