package org.flashgrove.indexes.query;

import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;

/**
 * Pairs of entries of two indices, where one is no tree: the entries of one side come in parts that
 * lie near each other, such as those of a block; for each part the other side is asked once for
 * what is near the part's box, and a plane sweep along x finds the pairs.
 */
public final class PartJoin implements EntryVisitor {
  private final EntrySource other;
  private final RectangleTest test;
  private final RectangleTest filter;
  private final double reach;
  private final boolean partIsLeft;
  private final PairVisitor visitor;
  private final SweepEntries part = new SweepEntries();
  private final SweepEntries candidates = new SweepEntries();
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;
  private long found;
  private boolean stopped;

  /**
   * Creates a join without a part.
   *
   * @param other searches the other side
   * @param test as for {@link SpatialJoin}; the left entry is the query
   * @param partIsLeft whether the entries of parts are the left ones
   * @param visitor receives each pair, left one first; null to count only
   * @throws IllegalArgumentException for a test that a join cannot find pairs for
   */
  public PartJoin(EntrySource other, RectangleTest test, boolean partIsLeft, PairVisitor visitor) {
    SpatialJoin.requireJoinable(test);
    this.other = other;
    this.test = test;
    this.partIsLeft = partIsLeft;
    this.visitor = visitor;
    reach = test instanceof WithinDistance ? ((WithinDistance) test).distance() : 0;
    // What is within a distance of an entry is so of a box that holds it: rounding keeps the order.
    filter = test instanceof WithinDistance ? test : Predicate.INTERSECTS;
  }

  /** Adds an entry to the part. */
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
   * Visits the pairs of the entries of the part, and begins another part.
   *
   * @return whether the visitor wants more
   */
  public boolean endPart() {
    if (part.count() > 0 && !stopped) {
      candidates.clear();
      EntryVisitor adds = candidates::add;
      other.scan(EntryQuery.matching(filter, minX, minY, maxX, maxY), adds);
      part.sort();
      candidates.sort();
      PlaneSweep.run(part, candidates, reach, this::meet);
    }
    part.clear();
    return !stopped;
  }

  private boolean meet(int i, int j) {
    SweepEntries left = partIsLeft ? part : candidates;
    SweepEntries right = partIsLeft ? candidates : part;
    int of = partIsLeft ? i : j;
    int with = partIsLeft ? j : i;
    if (test.matches(
        left.minX(of),
        left.minY(of),
        left.maxX(of),
        left.maxY(of),
        right.minX(with),
        right.minY(with),
        right.maxX(with),
        right.maxY(with))) {
      found++;
      stopped = visitor != null && visitor.found(left.id(of), right.id(with)) == VisitResult.STOP;
    }
    return !stopped;
  }

  /** Returns the number of pairs visited. */
  public long found() {
    return found;
  }
}
