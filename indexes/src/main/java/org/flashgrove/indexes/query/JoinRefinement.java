package org.flashgrove.indexes.query;

import java.util.function.Function;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.locationtech.jts.geom.Geometry;

/**
 * Lets those candidate pairs of a join pass whose objects match. The latest objects of both sides
 * are kept, left ones prepared: a sweep asks for them again and again.
 */
public final class JoinRefinement implements PairVisitor {
  private static final int KEPT = 512; // a power of two

  private final Function<Geometry, GeometryTest> question;
  private final GeometrySource leftObjects;
  private final GeometrySource rightObjects;
  private final PairVisitor visitor;
  private final Unanswered unanswered;
  private final long[] leftIds = new long[KEPT];
  private final long[] rightIds = new long[KEPT];
  private final GeometryTest[] queries = new GeometryTest[KEPT];
  private final Geometry[] objects = new Geometry[KEPT];
  private long passed;

  /** Receives the pairs that no algorithm can evaluate. They are not among the results. */
  @FunctionalInterface
  public interface Unanswered {
    /** Receives one pair. */
    void pair(long leftId, long rightId, String reason);
  }

  /**
   * Creates the refinement of one join, which throws for a pair that no algorithm can evaluate.
   *
   * @param leftObjects objects of the left entries, the queries of the predicate
   * @param rightObjects objects of the right entries
   * @param visitor receives the pairs that match; null to count only
   */
  public JoinRefinement(
      Predicate predicate,
      Semantics semantics,
      GeometrySource leftObjects,
      GeometrySource rightObjects,
      PairVisitor visitor) {
    this(
        object -> new GeometryQuery(predicate, semantics, object),
        leftObjects,
        rightObjects,
        visitor,
        JoinRefinement::refuse);
  }

  private static void refuse(long leftId, long rightId, String reason) {
    throw new UnansweredGeometryException(
        "join: objects " + leftId + " and " + rightId + ": " + reason, null);
  }

  /**
   * Creates the refinement of one join by another test than a predicate.
   *
   * @param question what is asked with a left object; its filter is the join's test
   * @param unanswered receives the pairs that no algorithm can evaluate
   */
  public JoinRefinement(
      Function<Geometry, GeometryTest> question,
      GeometrySource leftObjects,
      GeometrySource rightObjects,
      PairVisitor visitor,
      Unanswered unanswered) {
    this.question = question;
    this.leftObjects = leftObjects;
    this.rightObjects = rightObjects;
    this.visitor = visitor;
    this.unanswered = unanswered;
  }

  /** Returns the number of pairs that matched. */
  public long passed() {
    return passed;
  }

  @Override
  public void visit(long leftId, long rightId) {
    found(leftId, rightId);
  }

  @Override
  public VisitResult found(long leftId, long rightId) {
    try {
      if (!query(leftId).matches(object(rightId))) {
        return VisitResult.CONTINUE;
      }
    } catch (UnansweredGeometryException e) {
      unanswered.pair(leftId, rightId, e.getMessage());
      return VisitResult.CONTINUE;
    }
    passed++;
    return visitor == null ? VisitResult.CONTINUE : visitor.found(leftId, rightId);
  }

  private static int place(long id) {
    return (int) (id * 0x9E3779B97F4A7C15L >>> 32) & KEPT - 1;
  }

  private GeometryTest query(long id) {
    int place = place(id);
    if (queries[place] == null || leftIds[place] != id) {
      queries[place] = ask(leftObjects.geometry(id));
      leftIds[place] = id;
    }
    return queries[place];
  }

  private GeometryTest ask(Geometry object) {
    try {
      return question.apply(object);
    } catch (UnansweredGeometryException e) {
      throw e;
    } catch (IllegalArgumentException e) { // an object that older versions stored
      throw new UnansweredGeometryException(e.getMessage(), e);
    }
  }

  private Geometry object(long id) {
    int place = place(id);
    if (objects[place] == null || rightIds[place] != id) {
      objects[place] = rightObjects.geometry(id);
      rightIds[place] = id;
    }
    return objects[place];
  }
}
