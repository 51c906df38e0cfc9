package org.flashgrove.indexes.query;

import java.util.function.BooleanSupplier;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.VisitResult;

/**
 * Join of two indexes of any kind. The caller passes the entries of one side in groups of nearby
 * entries, called parts. For each part, the join searches the other side once with the part's
 * bounding box. A plane sweep along x then finds the pairs.
 *
 * <p>At most a few thousand entries of the other side are in memory at a time.
 */
public final class PartJoin implements EntryVisitor {
  private static final int MOST_CANDIDATES = 1 << 14;

  private final EntrySource other;
  private final RectangleTest test;
  private final RectangleTest filter;
  private final double reach;
  private final boolean partIsLeft;
  private final EntryPairs pairs;
  private final SweepEntries part = new SweepEntries();
  private final SweepEntries candidates = new SweepEntries();
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private BooleanSupplier cancelled = () -> false;
  private long found;
  private boolean stopped;

  /**
   * Creates a join whose first part has no entries yet.
   *
   * @param other index that is searched for each part
   * @param test a test that {@link SpatialJoin} supports; the left entry of a pair is the query
   * @param partIsLeft whether the parts are on the left side
   * @param pairs receives each pair, left entry first; null to count only
   * @throws IllegalArgumentException if a join does not support the test
   */
  public PartJoin(EntrySource other, RectangleTest test, boolean partIsLeft, EntryPairs pairs) {
    SpatialJoin.requireJoinable(test);
    this.other = other;
    this.test = test;
    this.partIsLeft = partIsLeft;
    this.pairs = pairs;
    reach = test instanceof WithinDistance ? ((WithinDistance) test).distance() : 0;
    // An entry within a distance of another entry is also within this distance of every box around
    // the other entry. This holds even with rounding.
    filter = test instanceof WithinDistance ? test : Predicate.INTERSECTS;
  }

  /**
   * Sets a condition. When it holds, the join ends with an exception. The condition may also throw
   * an exception itself.
   *
   * @return this
   */
  public PartJoin cancelWhen(BooleanSupplier condition) {
    cancelled = condition;
    return this;
  }

  /** Adds an entry to the current part. */
  @Override
  public void visit(long id, double x1, double y1, double x2, double y2) {
    boolean first = part.count() == 0;
    minX = first ? x1 : Math.min(minX, x1);
    minY = first ? y1 : Math.min(minY, y1);
    maxX = first ? x2 : Math.max(maxX, x2);
    maxY = first ? y2 : Math.max(maxY, y2);
    part.add(id, x1, y1, x2, y2);
  }

  /**
   * Finds the pairs of the current part and begins the next part.
   *
   * @return whether the receiver wants more pairs
   */
  public boolean endPart() {
    if (part.count() > 0 && !stopped) {
      candidates.clear();
      part.sort();
      other.scan(
          EntryQuery.matching(filter, minX, minY, maxX, maxY).cancelWhen(cancelled),
          (id, x1, y1, x2, y2, distance) -> {
            candidates.add(id, x1, y1, x2, y2);
            return candidates.count() < MOST_CANDIDATES
                ? VisitResult.CONTINUE
                : VisitResult.continueIf(sweep());
          });
      sweep();
    }
    part.clear();
    return !stopped;
  }

  private boolean sweep() {
    candidates.sort();
    PlaneSweep.run(part, candidates, reach, this::meet);
    candidates.clear();
    return !stopped;
  }

  private boolean meet(int i, int j) {
    SweepEntries left = partIsLeft ? part : candidates;
    SweepEntries right = partIsLeft ? candidates : part;
    int of = partIsLeft ? i : j;
    int with = partIsLeft ? j : i;
    boolean isPair =
        test == Predicate.INTERSECTS // of the rectangles, as the sweep
            || test.matches(
                left.minX(of),
                left.minY(of),
                left.maxX(of),
                left.maxY(of),
                right.minX(with),
                right.minY(with),
                right.maxX(with),
                right.maxY(with));
    if (isPair) {
      found++;
      stopped = pairs != null && pairs.found(left, of, right, with) == VisitResult.STOP;
    }
    return !stopped;
  }

  /** Returns the number of pairs found. */
  public long found() {
    return found;
  }
}
