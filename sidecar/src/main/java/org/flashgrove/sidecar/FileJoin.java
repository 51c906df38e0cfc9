package org.flashgrove.sidecar;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/**
 * Join of two indexed files. An entry of an index may stand for a run of neighbouring rows. The
 * join first finds pairs of runs whose bounds match. It then tests the rows of these pairs exactly,
 * one batch of pairs at a time. In each batch, it reads each row once, and keeps the rows of the
 * left file in memory. Not safe for use by several threads.
 */
public final class FileJoin {
  /** Maximum number of pairs of runs in a batch. */
  private static final int MOST_PAIRS = 1 << 16;

  /**
   * Maximum number of rows of the left file in a batch. All of these rows are in memory at the same
   * time.
   */
  private static final int MOST_LEFT_ROWS = 1 << 14;

  static final Comparator<Long> BY_ROW = Comparator.comparingLong(RowRuns::firstRow);

  private final FileIndex left;
  private final FileIndex right;
  private final JoinQuery runs;
  private final Function<Geometry, GeometryTest> test;

  private FileJoin(
      FileIndex left, FileIndex right, JoinQuery runs, Function<Geometry, GeometryTest> test) {
    requireOneSystem(left, right);
    this.left = left;
    this.right = right;
    this.runs = runs;
    this.test = test;
  }

  private static void requireOneSystem(FileIndex left, FileIndex right) {
    CoordinateSystem one = left.coordinateSystem();
    CoordinateSystem other = right.coordinateSystem();
    if (one.isKnown() && other.isKnown() && !one.isSame(other)) {
      throw new IllegalArgumentException(
          left.file()
              + " is in "
              + one
              + ", and "
              + right.file()
              + " is in "
              + other
              + "; write one of them in the other system with 'convert --reproject'");
    }
  }

  /**
   * Returns a join that finds the pairs of features for which a predicate holds. The left feature
   * of a pair acts as the query geometry of the predicate, and the right feature as the object.
   *
   * @param left an open index
   * @param right another open index, or the same
   * @param predicate any but {@link Predicate#DISJOINT}
   * @throws IllegalArgumentException for {@link Predicate#DISJOINT}, or if the files name different
   *     coordinate systems
   */
  public static FileJoin matching(
      FileIndex left, FileIndex right, Predicate predicate, Semantics semantics) {
    JoinQuery runs = JoinQuery.of(left.store()).with(right.store());
    runs.matching(predicate, semantics); // rejects a predicate that cannot be joined
    return new FileJoin(
        left,
        right,
        runs.intersecting(),
        geometry -> new GeometryQuery(predicate, semantics, geometry));
  }

  /**
   * Returns a join that finds the pairs of features within a distance of each other.
   *
   * @param distance 0 or more, in the units of the coordinates
   * @throws IllegalArgumentException if the files name different coordinate systems
   */
  public static FileJoin within(FileIndex left, FileIndex right, double distance) {
    return new FileJoin(
        left,
        right,
        JoinQuery.of(left.store()).with(right.store()).within(distance),
        geometry -> new DistanceQuery(geometry, distance));
  }

  /**
   * Reads all rows of some runs.
   *
   * @param runs entries of the index, which stand for runs of rows, in the order of their rows
   * @param consumer receives each entry with each feature of its run
   */
  static void forEach(
      FileIndex file, Collection<Long> runs, BiConsumer<Long, IndexedFeature> consumer) {
    RowNumbers numbers = new RowNumbers();
    runs.forEach(numbers::addRun);
    try (FeatureCursor features = file.rows().rows(numbers.ascending())) {
      for (long run : runs) {
        for (int i = 0; i < RowRuns.length(run); i++) {
          FeatureMatches.requireNext(features, true);
          consumer.accept(run, IndexedFeature.of(RowRuns.firstRow(run) + i, features));
        }
      }
    }
  }

  /** Runs the join and returns the number of pairs that it finds. */
  public long count() {
    return forEach((one, other) -> {});
  }

  /**
   * Runs the join. Pairs are found in no particular order.
   *
   * @param consumer receives the left and the right feature of each pair
   * @return number of pairs
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can evaluate a
   *     geometry
   * @throws org.flashgrove.datasets.InputException if a page of a file is damaged or changed
   */
  public long forEach(BiConsumer<IndexedFeature, IndexedFeature> consumer) {
    long count = 0;
    Batch batch = new Batch();
    try (JoinCursor pairs = runs.cursor()) {
      while (pairs.next()) {
        batch.add(pairs.leftId(), pairs.rightId());
        if (batch.isFull()) {
          count += batch.refine(consumer);
          batch = new Batch();
        }
      }
    }
    return count + batch.refine(consumer);
  }

  /**
   * Feature of the left file, with its test for right features. The test is created on first use.
   */
  private final class Asking {
    private final IndexedFeature feature;
    private GeometryTest question;

    Asking(IndexedFeature feature) {
      this.feature = feature;
    }

    boolean matches(Geometry other) {
      if (question == null) {
        question = test.apply(feature.geometry());
      }
      return RunTest.matches(question, other);
    }
  }

  /** Pairs of a left and a right run whose bounds match. */
  private final class Batch {
    private final TreeSet<Long> leftRuns = new TreeSet<>(BY_ROW);
    private final TreeMap<Long, List<Long>> leftOfRight = new TreeMap<>(BY_ROW);
    private int pairs;
    private int leftRows;

    void add(long leftRun, long rightRun) {
      pairs++;
      if (leftRuns.add(leftRun)) {
        leftRows += RowRuns.length(leftRun);
      }
      leftOfRight.computeIfAbsent(rightRun, each -> new ArrayList<>()).add(leftRun);
    }

    boolean isFull() {
      return pairs >= MOST_PAIRS || leftRows >= MOST_LEFT_ROWS;
    }

    long refine(BiConsumer<IndexedFeature, IndexedFeature> consumer) {
      Map<Long, Asking> asking = new HashMap<>(2 * leftRows);
      FileJoin.forEach(
          left, leftRuns, (run, feature) -> asking.put(feature.row(), new Asking(feature)));
      long[] count = new long[1];
      FileJoin.forEach(
          right,
          leftOfRight.keySet(),
          (run, feature) -> {
            for (long leftRun : leftOfRight.get(run)) {
              for (int i = 0; i < RowRuns.length(leftRun); i++) {
                Asking one = asking.get(RowRuns.firstRow(leftRun) + i);
                if (one.matches(feature.geometry())) {
                  count[0]++;
                  consumer.accept(one.feature, feature);
                }
              }
            }
          });
      return count[0];
    }
  }
}
