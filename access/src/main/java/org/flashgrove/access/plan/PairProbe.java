package org.flashgrove.access.plan;

import java.util.function.LongConsumer;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.indexes.tree.PairLeaves;
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
  private @Nullable PairLeaves pairs;
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
      PairLeaves leaf = nextLeaf();
      for (int i = 0; leaf != null && i < leaf.count(); i++) {
        add(leaf.value(i));
      }
    }
    estimate = -1;
  }

  /** Reads the next leaf, of this range or the next one; returns null if it has no pairs. */
  private @Nullable PairLeaves nextLeaf() {
    PairLeaves leaves = pairs;
    if (leaves == null) {
      if (rangesRead == ranges.count()) {
        complete();
        return null;
      }
      leaves = ranges.open(rangesRead, this::looked);
      pairs = leaves;
    }
    if (leaves.nextLeaf()) {
      mostOfLeaf = Math.max(mostOfLeaf, leaves.count());
      return leaves;
    }
    pairs = null;
    rangesRead++;
    return null;
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
      PairLeaves leaf = nextLeaf();
      for (int i = 0; leaf != null && i < leaf.count(); i++) {
        visitor.accept(leaf.value(i));
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
