package org.flashgrove.access.plan;

import java.util.function.LongConsumer;
import org.flashgrove.access.cost.IndexStatistics;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.indexes.statistics.IndexEstimate;
import org.flashgrove.indexes.statistics.KeyHistogram;
import org.flashgrove.indexes.tree.PairLeaves;
import org.jspecify.annotations.Nullable;

/**
 * Probe of key ranges in a B+-tree. The inner nodes tell the probe how many leaves it has not read
 * yet.
 */
final class PairProbe extends IndexProbe {
  private static final int MOST_COUNTED_RANGES = 8;
  private static final double USUAL_FILL = 0.7;
  private static final int PAIR_BYTES = 16;

  private final PairIndex index;
  private final TableSnapshot at;
  private final PairRanges ranges;
  private @Nullable PairLeaves pairs;
  private int rangesRead;
  private int leavesRead;
  private int leavesOfRange;
  private int mostOfLeaf = 1;
  private long mostCounted = Long.MAX_VALUE;

  /**
   * Number of pairs read from inner leaves of ranges, that is, leaves that are neither the first
   * nor the last leaf of their range.
   */
  private long pairsInside;

  private long leavesInside;
  private int lastOfRange;

  /** Number of leaves of all ranges; negative if not counted yet. */
  private double leaves = -1;

  PairProbe(PairIndex index, TableSnapshot at, PairRanges ranges) {
    super(index);
    this.index = index;
    this.at = at;
    this.ranges = ranges;
  }

  PairRanges ranges() {
    return ranges;
  }

  @Override
  void read(int mostRids, long mostPages) {
    while (!isComplete() && count() < mostRids && pagesRead() < mostPages) {
      PairLeaves leaf = nextLeaf();
      for (int i = 0; leaf != null && i < leaf.count(); i++) {
        add(leaf.value(i));
      }
    }
    if (pairs != null && pairs.isDone() && rangesRead == ranges.count() - 1) {
      nextLeaf(); // reads no page
      complete();
    }
  }

  /**
   * Reads the next leaf of the current range, or the first leaf of the next range. Returns null at
   * the end of a range.
   */
  private @Nullable PairLeaves nextLeaf() {
    PairLeaves open = pairs;
    if (open == null) {
      if (rangesRead == ranges.count()) {
        complete();
        return null;
      }
      open = ranges.open(rangesRead, this::looked);
      pairs = open;
      leavesOfRange = 0;
    }
    if (open.nextLeaf()) {
      if (leavesOfRange > 1) {
        pairsInside += lastOfRange;
        leavesInside++;
      }
      lastOfRange = open.count();
      mostOfLeaf = Math.max(mostOfLeaf, lastOfRange);
      leavesOfRange++;
      leavesRead++;
      return open;
    }
    pairs = null;
    rangesRead++;
    return null;
  }

  /**
   * Visits each RID once, including the RIDs that the probe has read before. An incomplete probe
   * allows only one call.
   */
  void visitAll(LongConsumer visitor, @Nullable QueryWatch watch) {
    for (long rid : sorted()) {
      visitor.accept(rid);
    }
    while (!isComplete()) {
      QueryWatch.check(watch);
      PairLeaves leaf = nextLeaf();
      for (int i = 0; leaf != null && i < leaf.count(); i++) {
        visitor.accept(leaf.value(i));
      }
    }
  }

  private double pairsOfLeaf() {
    return leavesInside > 0
        ? (double) pairsInside / leavesInside
        : Math.max(mostOfLeaf, USUAL_FILL * at.table().store().design().pageSize() / PAIR_BYTES);
  }

  @Override
  @Nullable IndexEstimate estimated() {
    return ranges.estimate();
  }

  @Override
  IndexStatistics<KeyHistogram> statistics() {
    return index.statistics();
  }

  @Override
  double extrapolatedRecords() {
    return Math.min(index.size(at), count() + extrapolatedPages() * pairsOfLeaf());
  }

  /**
   * Sets the number of leaves at which counting may stop.
   *
   * @param leaves number of leaves, at least 1
   */
  void stopCountingAt(long leaves) {
    mostCounted = leaves;
  }

  /** Estimates the number of leaves of all ranges from a sample of ranges. */
  private double countedLeaves() {
    int ahead = pairs == null ? 0 : pairs.leavesAhead();
    if (ahead >= mostCounted) {
      return (double) leavesRead + ahead;
    }
    int some = Math.min(ranges.count(), MOST_COUNTED_RANGES);
    double sum = 0;
    for (int i = 0; i < some; i++) {
      int range = (int) ((long) i * ranges.count() / some);
      sum += ranges.leaves(range, pairsOfLeaf(), mostCounted, this::looked);
    }
    return sum * ranges.count() / some;
  }

  @Override
  double extrapolatedPages() {
    if (leaves < 0) {
      leaves = countedLeaves();
    }
    return Math.max(1, leaves - leavesRead);
  }
}
