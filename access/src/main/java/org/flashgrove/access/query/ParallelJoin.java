package org.flashgrove.access.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.JoinSnapshots;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.indexes.query.SpatialJoin;

/**
 * Joins of two indices, or of one with itself, on several threads; both may be of one store. Each
 * side is seen at one commit. The work is cut into many parts, of trees by pairs of nodes, else by
 * entries of the left side, and a thread that is done with one takes the next. The caller's thread
 * takes part; it alone receives the pairs, in an order that does not depend on the number of
 * threads: of trees that of {@link SpatialStore#join}. What is found waits for its turn in a
 * bounded number of parts.
 */
public final class ParallelJoin {
  private final EntryStructure left;
  private final EntryStructure right;
  private final int threads;

  private ParallelJoin(EntryStructure left, EntryStructure right, int threads) {
    this.left = left;
    this.right = right;
    this.threads = threads;
  }

  /** Joins of two indices on as many threads as there are processors. */
  public static ParallelJoin of(EntryStructure left, EntryStructure right) {
    return new ParallelJoin(
        Objects.requireNonNull(left, "left"),
        Objects.requireNonNull(right, "right"),
        Runtime.getRuntime().availableProcessors());
  }

  /** Joins of two stores, or of one with itself, on as many threads as there are processors. */
  public static ParallelJoin of(SpatialStore left, SpatialStore right) {
    return of(left.store().entries(SpatialStore.INDEX), right.store().entries(SpatialStore.INDEX));
  }

  /**
   * Returns joins of the same indices on another number of threads.
   *
   * @param number at least 1, which is the caller's alone
   */
  public ParallelJoin withThreads(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("threads = " + number + " (allowed: 1 or more)");
    }
    return new ParallelJoin(left, right, number);
  }

  /**
   * Visits all pairs of a left and a right entry for which a test holds, the left one being the
   * query.
   *
   * @param test any but disjoint, or a {@link org.flashgrove.core.geometry.WithinDistance}, which
   *     joins by a radius
   * @param visitor receives the ids; null to count only
   * @return number of pairs visited
   * @throws IllegalArgumentException for a test that a join cannot find pairs for, and for indices
   *     of two metrics
   */
  public long visit(RectangleTest test, PairVisitor visitor) {
    try (JoinCursor pairs = open(test, visitor != null)) {
      return pairs.visitAll((leftId, rightId, none) -> visitor.visit(leftId, rightId));
    }
  }

  /** Returns a cursor over the pairs that {@link #visit} visits, in the same order. Close it. */
  public JoinCursor cursor(RectangleTest test) {
    return open(test, true);
  }

  private JoinCursor open(RectangleTest test, boolean keeps) {
    SpatialJoin.requireJoinable(test, left.entries().metric(), right.entries().metric());
    return JoinRun.pairs(new Sides(left, right, threads), test, keeps);
  }

  /**
   * Visits each entry of the left side with those of the right side that are nearest to it, by the
   * distance of their rectangles; of equally near ones those of the least ids.
   *
   * @param limit most right entries for each left one, 0 or more
   * @param visitor receives the pairs, those of a left entry together, nearest first; null to count
   *     only
   * @return number of pairs visited
   * @throws IllegalArgumentException for indices of two metrics
   */
  public long visitNearest(long limit, NeighbourPairVisitor visitor) {
    try (JoinCursor pairs = openNearest(limit, visitor != null)) {
      return pairs.visitAll(visitor);
    }
  }

  /** Returns a cursor over the pairs that {@link #visitNearest} visits, in its order. Close it. */
  public JoinCursor nearest(long limit) {
    return openNearest(limit, true);
  }

  private JoinCursor openNearest(long limit, boolean keeps) {
    SpatialJoin.requireOneMetric(left.entries().metric(), right.entries().metric());
    return JoinRun.nearest(new Sides(left, right, threads), limit, keeps);
  }

  /** The entries of two indices. */
  private static final class Sides implements JoinSides {
    private final JoinSnapshots snapshots;
    private final List<EntrySnapshot> lefts = new ArrayList<>();
    private final List<EntrySnapshot> rights = new ArrayList<>();

    Sides(EntryStructure left, EntryStructure right, int threads) {
      snapshots = JoinSnapshots.of(left, right, JoinRun.snapshots(threads));
      for (int i = 0; i < snapshots.count(); i++) {
        lefts.add(snapshots.left(i));
        rights.add(snapshots.right(i));
      }
    }

    @Override
    public int count() {
      return snapshots.count();
    }

    @Override
    public EntrySnapshot left(int thread) {
      return lefts.get(thread);
    }

    @Override
    public EntrySnapshot right(int thread) {
      return rights.get(thread);
    }

    @Override
    public PairVisitor refined(int thread, PairVisitor visitor) {
      return visitor; // the objects are the rectangles
    }

    @Override
    public void nearest(
        int thread,
        long id,
        double minX,
        double minY,
        double maxX,
        double maxY,
        long limit,
        NeighbourPairVisitor visitor) {
      NeighbourVisitor adds =
          (rightId, x1, y1, x2, y2, distance) -> visitor.visit(id, rightId, distance);
      rights.get(thread).scan(EntryQuery.nearest(limit, minX, minY, maxX, maxY), adds);
    }

    @Override
    public void close() {
      snapshots.close();
    }
  }
}
