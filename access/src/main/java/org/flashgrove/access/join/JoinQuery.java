package org.flashgrove.access.join;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.indexes.query.SpatialJoin;
import org.jspecify.annotations.Nullable;

/**
 * A join of two sides. Each side is a table, a store or a spatial index. Joins are immutable: each
 * method returns a new join. {@link #forEach}, {@link #cursor} and {@link #count} run the join.
 *
 * <pre>{@code
 * JoinQuery.of(parcels).with(stops).within(100).limit(1_000)
 *     .forEach((parcel, stop) -> show(parcel, stop));
 * }</pre>
 *
 * <p>A pair has two ids: the RID of a record, or the id of an entry. The join compares records by
 * their geometries, and entries of stores by their rectangles. Records with a missing or empty
 * geometry belong to no pair. The join reads each side at one commit. A side may be joined with
 * itself; then each object forms a pair with itself, and two objects form a pair in each order. To
 * see each pair of different objects once, use only pairs whose left id is less than the right id.
 *
 * <p>The left object is the subject of each condition: {@link #containing} finds pairs whose left
 * object contains the right one. The default condition is {@link #intersecting}. A query with a
 * second condition throws an {@link IllegalStateException}.
 *
 * <p>Several threads share the work, and the calling thread takes part. Only the calling thread
 * receives pairs, in an order that does not depend on the number of threads. The join skips pairs
 * that no algorithm can evaluate; {@link JoinCursor#figures} lists them. If the rectangle of an
 * entry is a point, the join uses that point and does not read the record.
 *
 * <p>For each thread, the join needs memory for up to 8 undelivered results of about 2 MB each, and
 * for buffers of some pages. It also needs memory for decoded objects: for each thread up to 2 MB
 * of WKB, or one larger object. A join by nearness and a join of a table with itself also use up to
 * an eighth of the heap for decoded objects.
 *
 * <p>A table needs no index on its geometries. Without one, the join scans the records, and keeps a
 * tree of one side and its objects in memory, up to a quarter of the heap. Each undelivered result
 * may then need 5 MB more. If a side does not fit, the join scans the other side several times, or
 * it builds a temporary index of up to 100 bytes for each entry in the temporary directory of the
 * JVM. Other joins use no temporary files.
 */
public final class JoinQuery {
  private final Parts parts;

  /**
   * All settings of a join.
   *
   * @param test condition on pairs
   * @param neighbours maximum number of right objects for each left object; -1 for a join by
   *     condition
   * @param limit maximum number of pairs
   * @param isOrdered whether pairs come in the order of left ids
   * @param threads number of threads
   * @param watch ends a run on a timeout or a cancellation; null for none
   */
  record Parts(
      JoinSource left,
      JoinSource right,
      PairQuestion test,
      long neighbours,
      long limit,
      boolean isOrdered,
      int threads,
      @Nullable QueryWatch watch) {
    Parts withBounds() {
      return new Parts(left, right, test.ofBounds(), neighbours, limit, isOrdered, threads, watch);
    }

    Parts withTest(PairQuestion other, long most) {
      if (test.isChosen() || isOfNeighbours()) {
        throw new IllegalStateException("join: a second condition; use one condition");
      }
      PairQuestion same = test.byBounds() ? other.ofBounds() : other;
      return new Parts(left, right, same, most, limit, isOrdered, threads, watch);
    }

    Parts withLimit(long other) {
      return new Parts(left, right, test, neighbours, other, isOrdered, threads, watch);
    }

    Parts ordered() {
      return new Parts(left, right, test, neighbours, limit, true, threads, watch);
    }

    Parts withThreads(int other) {
      return new Parts(left, right, test, neighbours, limit, isOrdered, other, watch);
    }

    Parts withWatch(@Nullable QueryWatch other) {
      return new Parts(left, right, test, neighbours, limit, isOrdered, threads, other);
    }

    boolean isOfNeighbours() {
      return neighbours >= 0;
    }

    /** Returns whether this is a join by distance under a metric that is not planar. */
    private boolean isOfMetres() {
      return !isOfNeighbours()
          && test.predicate() == null
          && left.metricWith(right) != Metric.PLANAR;
    }

    /** Returns whether the join searches the right side by distance from each left object. */
    boolean isByNearness() {
      return isOfNeighbours() || isOfMetres();
    }

    /**
     * Returns the maximum number of right objects that a join by nearness finds for each left
     * object.
     */
    long mostNeighbours() {
      return isOfNeighbours() ? neighbours : Long.MAX_VALUE;
    }

    /** Returns the maximum distance between the objects of a pair. */
    double farthest() {
      return isOfNeighbours() ? Double.POSITIVE_INFINITY : test.distance();
    }
  }

  /** The left side of a join. Call {@code with} to add the right side. */
  public static final class Left {
    private final JoinSource source;

    private Left(JoinSource source) {
      this.source = source;
    }

    /** Joins with the records of a table. */
    public JoinQuery with(Table right) {
      return joined(JoinSource.of(Objects.requireNonNull(right, "right")));
    }

    /**
     * Joins with the records of a snapshot. The join then uses one thread. The caller closes the
     * snapshot afterwards.
     */
    public JoinQuery with(TableSnapshot right) {
      return joined(JoinSource.of(Objects.requireNonNull(right, "right")));
    }

    /** Joins with the entries of a store. */
    public JoinQuery with(SpatialStore right) {
      return with(Objects.requireNonNull(right, "right").store().entries(SpatialStore.INDEX));
    }

    /** Joins with the entries of a spatial index. */
    public JoinQuery with(EntryStructure right) {
      return joined(JoinSource.of(Objects.requireNonNull(right, "right")));
    }

    private JoinQuery joined(JoinSource right) {
      return new JoinQuery(
              new Parts(
                  source,
                  right,
                  PairQuestion.DEFAULT,
                  -1,
                  Long.MAX_VALUE,
                  false,
                  Runtime.getRuntime().availableProcessors(),
                  null))
          .requireJoinable();
    }
  }

  private JoinQuery(Parts parts) {
    this.parts = parts;
  }

  /** Starts a join with the records of a table on the left. */
  public static Left of(Table left) {
    return new Left(JoinSource.of(Objects.requireNonNull(left, "left")));
  }

  /**
   * Starts a join with the records of a snapshot on the left. The join uses one thread. The caller
   * closes the snapshot afterwards.
   */
  public static Left of(TableSnapshot left) {
    return new Left(JoinSource.of(Objects.requireNonNull(left, "left")));
  }

  /** Starts a join with the entries of a store on the left. */
  public static Left of(SpatialStore left) {
    return of(Objects.requireNonNull(left, "left").store().entries(SpatialStore.INDEX));
  }

  /** Starts a join with the entries of a spatial index on the left. */
  public static Left of(EntryStructure left) {
    return new Left(JoinSource.of(Objects.requireNonNull(left, "left")));
  }

  /**
   * Starts a join with selected records of a table on the left. {@code TableQuery.join} uses this
   * method.
   */
  public static Left of(Table left, RecordSelection selection) {
    return new Left(JoinSource.of(Objects.requireNonNull(left, "left")).where(selection));
  }

  /**
   * Starts a join with selected records of a snapshot on the left. The caller closes the snapshot
   * afterwards.
   */
  public static Left of(TableSnapshot left, RecordSelection selection) {
    return new Left(JoinSource.of(Objects.requireNonNull(left, "left")).where(selection));
  }

  /** Finds pairs whose objects share a point. */
  public JoinQuery intersecting() {
    return matching(Predicate.INTERSECTS, Semantics.OGC);
  }

  /** Finds pairs whose left object contains the right one. */
  public JoinQuery containing() {
    return matching(Predicate.CONTAINS, Semantics.OGC);
  }

  /** Finds pairs whose left object lies within the right one. */
  public JoinQuery within() {
    return matching(Predicate.INSIDE, Semantics.OGC);
  }

  /**
   * Finds pairs whose distance is at most {@code distance}, in units of the coordinates. If the
   * metric of the sides is not planar, the distance is in the unit of that metric, such as metres.
   * In this case the pairs of each left object come nearest first.
   *
   * @throws IllegalArgumentException for a negative distance, and if the metrics differ
   */
  public JoinQuery within(double distance) {
    return new JoinQuery(parts.withTest(PairQuestion.within(distance), -1)).requireJoinable();
  }

  /**
   * Finds pairs that satisfy a predicate. The left object is the subject of the predicate: with
   * {@link Predicate#CONTAINS} it contains the right object.
   *
   * @param predicate any but {@link Predicate#DISJOINT}
   * @param semantics definition of the predicate
   * @throws IllegalArgumentException for {@link Predicate#DISJOINT}
   */
  public JoinQuery matching(Predicate predicate, Semantics semantics) {
    return new JoinQuery(parts.withTest(PairQuestion.of(predicate, semantics), -1))
        .requireJoinable();
  }

  /**
   * Finds for each left object the {@code k} nearest right objects. The pairs of a left object
   * follow each other, nearest first. Among objects at the same distance, smaller ids are
   * preferred.
   *
   * @param k maximum number of right objects for each left object, at least 0
   */
  public JoinQuery nearest(long k) {
    requireCount("k", k);
    return new JoinQuery(parts.withTest(parts.test(), k)).requireJoinable();
  }

  /**
   * Compares bounding rectangles instead of geometries. The join reads no records of tables with an
   * index on their geometries.
   */
  public JoinQuery byBounds() {
    return new JoinQuery(parts.withBounds());
  }

  private JoinQuery requireJoinable() {
    Metric left = parts.left().metricWith(parts.right());
    Metric right = parts.right().metricWith(parts.left());
    if (parts.isByNearness()) {
      SpatialJoin.requireOneMetric(left, right);
    } else {
      requireJoinable(parts.test(), left, right);
    }
    return this;
  }

  private static void requireJoinable(PairQuestion test, Metric left, Metric right) {
    SpatialJoin.requireJoinable(test.candidates(true), left, right);
  }

  /**
   * Rejects a join by distance if the metrics of the sides do not allow it. The sides need not be
   * open.
   *
   * @throws IllegalArgumentException for a negative distance, and if the metrics differ
   */
  public static void requireDistances(double distance, Metric left, Metric right) {
    PairQuestion.within(distance);
    SpatialJoin.requireOneMetric(left, right);
  }

  /**
   * Rejects a join by predicate if the metrics of the sides do not allow it. The sides need not be
   * open.
   *
   * @throws IllegalArgumentException if the metrics differ, and for {@link Predicate#DISJOINT}
   */
  public static void requireJoinable(Predicate predicate, Metric left, Metric right) {
    requireJoinable(PairQuestion.of(predicate, Semantics.OGC), left, right);
  }

  /**
   * Returns a join that returns at most {@code most} pairs.
   *
   * @param most maximum number of pairs, at least 0
   */
  public JoinQuery limit(long most) {
    return new JoinQuery(parts.withLimit(requireCount("limit", most)));
  }

  /**
   * Orders pairs by the left id, and pairs with the same left id by the right id. In a join by
   * nearness, pairs with the same left id stay nearest first. The join sorts at most a quarter of a
   * million entries in memory. So it scans a left index with more entries several times.
   */
  public JoinQuery ordered() {
    return new JoinQuery(parts.ordered());
  }

  /**
   * Sets the number of threads. The default is the number of processors.
   *
   * @param number number of threads, at least 1; the caller's thread counts as one of them
   */
  public JoinQuery threads(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("threads = " + number + " (allowed: 1 or more)");
    }
    return new JoinQuery(parts.withThreads(number));
  }

  /**
   * Sets a condition that cancels a run with {@link
   * org.flashgrove.core.failure.QueryCancelledException}. All threads of the run evaluate it.
   */
  public JoinQuery cancelWhen(BooleanSupplier cancelled) {
    return new JoinQuery(parts.withWatch(QueryWatch.cancelledBy(parts.watch(), cancelled)));
  }

  /**
   * Limits the time of a run. A run that takes longer throws {@link
   * org.flashgrove.core.failure.QueryTimeoutException}. For a cursor the time begins when the
   * cursor is created.
   *
   * @param timeout maximum time, more than zero
   */
  public JoinQuery timeout(Duration timeout) {
    return new JoinQuery(parts.withWatch(QueryWatch.withTimeout(parts.watch(), timeout)));
  }

  private static long requireCount(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " " + value + " (allowed: 0 or more)");
    }
    return value;
  }

  /**
   * Passes all pairs to a visitor. In a join by nearness, a {@link #cursor} also returns the
   * distances.
   *
   * @param visitor receives the ids of each pair, in the caller's thread
   * @return number of pairs visited
   */
  public long forEach(PairVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    try (JoinCursor pairs = open(true)) {
      return pairs.visitAll(visitor);
    }
  }

  /** Returns a cursor over the pairs, in the order in which {@link #forEach} visits them. */
  public JoinCursor cursor() {
    return open(true);
  }

  /** Returns the number of pairs without storing them. */
  public long count() {
    try (JoinCursor pairs = open(false)) {
      return pairs.visitAll((left, right) -> {});
    }
  }

  /** Returns the plan that a run would choose now, its estimated cost, and the rejected plans. */
  public JoinPlan explain() {
    try (JoinSides sides = new JoinSides(parts.withThreads(1), new JoinMeter(parts.watch()))) {
      return plan(sides);
    }
  }

  private JoinPlan plan(JoinSides sides) {
    JoinSide left = sides.left(0);
    JoinSide right = sides.right(0);
    JoinChoice.Input one = JoinChoice.Input.of(left);
    JoinChoice.Input other = JoinChoice.Input.of(right);
    if (parts.isByNearness()) {
      boolean isPlanar = left.entries().metric() == Metric.PLANAR;
      return JoinChoice.ofNeighbours(one, other, isPlanar);
    }
    boolean areTrees =
        left.entries().treeJoin(right.entries(), parts.test().candidates(true)) != null;
    if (!left.isIndexed() || !right.isIndexed()) {
      one = one.withObjects(left, parts.test());
      other = other.withObjects(right, parts.test());
    }
    return JoinChoice.ofPairs(one, other, parts.isOrdered(), areTrees);
  }

  private JoinCursor open(boolean keeps) {
    Parts started = parts.watch() == null ? parts : parts.withWatch(parts.watch().started());
    JoinMeter meter = new JoinMeter(started.watch());
    JoinSides sides = new JoinSides(started, meter);
    try {
      JoinPlan.Option plan = plan(sides).chosen();
      if (plan.kind() == JoinPlan.Kind.TEMPORARY_INDEX) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        sides.index(!plan.outerIsLeft(), meter, temporary);
      }
      return started.isByNearness()
          ? new NeighbourRun(started, plan, sides, meter, keeps).start()
          : new PairRun(started, plan, sides, meter, keeps).start();
    } catch (RuntimeException | Error e) {
      JoinSides.closeAfter(sides::close, e);
      throw e;
    }
  }
}
