package org.flashgrove.spark.join;

import java.io.Serializable;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.spark.dataset.Bounds;
import org.locationtech.jts.geom.Geometry;

/**
 * Condition for pairs of geometries in a join. Predicates have the same meaning as in JTS and
 * Sedona.
 */
public final class JoinCondition implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * Predicate between the left and the right geometry, or null for a condition on their distance.
   */
  private final Predicate predicate;

  private final double distance;

  private JoinCondition(Predicate predicate, double distance) {
    this.predicate = predicate;
    this.distance = distance;
  }

  /** Returns the condition that the left and the right geometry share a point. */
  public static JoinCondition intersects() {
    return new JoinCondition(Predicate.INTERSECTS, 0);
  }

  /** Returns the condition that the left geometry contains the right one. */
  public static JoinCondition contains() {
    return new JoinCondition(Predicate.CONTAINS, 0);
  }

  /** Returns the condition that the left geometry is within the right one. */
  public static JoinCondition within() {
    return new JoinCondition(Predicate.INSIDE, 0);
  }

  /**
   * Returns the condition that the distance between the geometries is at most {@code distance}.
   *
   * @throws IllegalArgumentException if the distance is negative or NaN
   */
  public static JoinCondition dwithin(double distance) {
    return new JoinCondition(null, new WithinDistance(distance).distance());
  }

  /** Returns the condition that holds for (b, a) if this one holds for (a, b). */
  JoinCondition reversed() {
    if (predicate == Predicate.CONTAINS) {
      return within();
    }
    return predicate == Predicate.INSIDE ? contains() : this;
  }

  /**
   * Returns the test that right geometries must pass to form a pair with {@code left}. This
   * geometry must not be empty.
   */
  GeometryTest of(Geometry left) {
    return predicate == null
        ? new DistanceQuery(left, distance)
        : new GeometryQuery(predicate, Semantics.OGC, left);
  }

  /**
   * Returns whether two geometries may form a pair, judged only by rectangles that contain them. If
   * one of the rectangles is null, there is no geometry on that side, and the result is false.
   *
   * @param left rectangle that contains the left geometry
   * @param right rectangle that contains the right geometry
   */
  boolean mayHold(Bounds left, Bounds right) {
    return left != null
        && right != null
        && WithinDistance.candidates(distance)
            .matches(
                left.minX(),
                left.minY(),
                left.maxX(),
                left.maxY(),
                right.minX(),
                right.minY(),
                right.maxX(),
                right.maxY());
  }

  /**
   * Reports the pairs of records of two tables.
   *
   * @param skipped receives the pairs that no algorithm can evaluate
   */
  void join(TableSnapshot left, TableSnapshot right, PairVisitor visitor, SkipCollector skipped) {
    JoinQuery pairs = JoinQuery.of(left).with(right);
    JoinQuery join =
        predicate == null ? pairs.within(distance) : pairs.matching(predicate, Semantics.OGC);
    try (JoinCursor cursor = join.cursor()) {
      while (cursor.next()) {
        visitor.visit(cursor.leftId(), cursor.rightId());
      }
      skipped.add(cursor.figures().skipped());
    }
  }
}
