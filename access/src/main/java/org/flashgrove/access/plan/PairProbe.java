package org.flashgrove.access.plan;

import java.util.function.LongConsumer;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * A probe of ranges of keys. The pairs of ranges that it has not read are estimated from the nodes
 * above the leaves.
 */
final class PairProbe extends IndexProbe {
  private static final int MOST_ESTIMATED_RANGES = 8;

  private final PairIndex index;
  private final TableSnapshot at;
  private final PairRanges ranges;
  private PairRanges.@Nullable Leaves pairs;
  private int rangesRead;
  private int mostOfLeaf = 1;
  private double estimate = -1;

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
      if (nextLeaf()) {
        for (int i = 0; i < pairs.count(); i++) {
          add(pairs.value(i));
        }
      }
    }
    estimate = -1;
  }

  /** Reads the next leaf, of this range or the next one; returns false if it has no pairs. */
  private boolean nextLeaf() {
    if (pairs == null) {
      if (rangesRead == ranges.count()) {
        complete();
        return false;
      }
      pairs = ranges.open(rangesRead, this::looked);
    }
    if (pairs.nextLeaf()) {
      mostOfLeaf = Math.max(mostOfLeaf, pairs.count());
      return true;
    }
    pairs = null;
    rangesRead++;
    return false;
  }

  /**
   * Visits all RIDs once, those read before first. Of a probe that is not complete it can be called
   * once.
   */
  void visitAll(LongConsumer visitor, @Nullable QueryWatch watch) {
    for (long rid : sorted()) {
      visitor.accept(rid);
    }
    while (!isComplete()) {
      QueryWatch.check(watch);
      if (nextLeaf()) {
        for (int i = 0; i < pairs.count(); i++) {
          visitor.accept(pairs.value(i));
        }
      }
    }
  }

  @Override
  double records() {
    if (isComplete()) {
      return count();
    }
    if (estimate < 0) {
      estimate = Math.min(index.size(at), Math.max(count() + 1, estimated()));
    }
    return estimate;
  }

  private double estimated() {
    int some = Math.min(ranges.count(), MOST_ESTIMATED_RANGES);
    double pairs = 0;
    for (int i = 0; i < some; i++) {
      int range = (int) ((long) i * ranges.count() / some);
      double least = (double) count() / Math.max(1, rangesRead + 1);
      pairs += Math.max(ranges.estimate(range, mostOfLeaf), rangesRead == 0 ? 0 : least);
    }
    return pairs * ranges.count() / some;
  }

  @Override
  double pagesLeft() {
    return isComplete() ? 0 : Math.max(1, (records() - count()) / mostOfLeaf);
  }
}
