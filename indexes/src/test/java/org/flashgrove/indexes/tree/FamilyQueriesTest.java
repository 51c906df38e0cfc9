package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.VisitResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Every kind of query on every tree of the family, against a scan of a list. */
class FamilyQueriesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int ROUNDS = Repetitions.of(4, 10);

  private record Entry(long id, double[] box, long print) {
    Entry(long id, double[] box) {
      this(id, box, FamilyQueriesTest.print(id, box[0], box[1], box[2], box[3]));
    }
  }

  /** A neighbour as a visitor gets it. */
  private record Neighbour(long id, double distance) {}

  private record Found(SpatialTree tree, List<Entry> entries, Shape shape, Random random) {
    double[] query() {
      return random.nextInt(3) == 0
          ? entries.get(random.nextInt(entries.size())).box
          : random.nextBoolean() ? shape.window(random) : point();
    }

    /** Returns a point, every other time a corner of an entry. */
    double[] point() {
      double[] of =
          random.nextBoolean()
              ? entries.get(random.nextInt(entries.size())).box
              : shape.window(random);
      return new double[] {of[0], of[3], of[0], of[3]};
    }
  }

  static Stream<Arguments> kinds() {
    List<Arguments> kinds = new ArrayList<>();
    for (TreeFamily.Member member : TreeFamily.MEMBERS) {
      for (Shape shape : Shape.values()) {
        if (member.holds(shape)) {
          kinds.add(Arguments.of(member, true, shape));
        }
      }
      kinds.add(Arguments.of(member, false, Shape.POINTS));
    }
    return kinds.stream();
  }

  private static Found fill(TreeFamily.Member member, boolean smallNodes, Shape shape) {
    assumeTrue(
        shape != Shape.POLYGON_BOXES || !RealBoxes.get().isEmpty(),
        "no folder shared/data beside the checkout: real buildings left out");
    Random random = Seeds.random();
    SpatialTree tree = smallNodes ? member.treeOfSmallNodes(shape) : member.tree(4096, shape);
    List<Entry> entries = new ArrayList<>();
    Set<List<Number>> there = new HashSet<>();
    int count = smallNodes ? 300 : 2000;
    for (int i = 0; i < count; i++) {
      double[] box = shape.next(random);
      boolean sameId = random.nextInt(10) == 0 && !entries.isEmpty();
      long id = sameId ? entries.get(entries.size() - 1).id : random.nextLong();
      if (there.add(List.of(id, box[0], box[1], box[2], box[3]))) {
        tree.insert(id, box[0], box[1], box[2], box[3]);
        entries.add(new Entry(id, box));
      }
    }
    return new Found(tree, entries, shape, random);
  }

  private static double squaredDistance(double[] q, double[] o) {
    return Rectangles.squaredDistance(q[0], q[1], q[2], q[3], o[0], o[1], o[2], o[3]);
  }

  private static List<Neighbour> sorted(List<Entry> entries, double[] q) {
    record Far(double squared, Entry entry) {}
    return entries.stream()
        .map(e -> new Far(squaredDistance(q, e.box), e))
        .sorted(
            Comparator.comparingDouble(Far::squared)
                .thenComparingLong(far -> far.entry.id)
                .thenComparing(far -> far.entry.box, Arrays::compare))
        .map(far -> new Neighbour(far.entry.id, Math.sqrt(far.squared)))
        .toList();
  }

  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("kinds")
  void neighboursComeInTheOrderOfASort(TreeFamily.Member member, boolean smallNodes, Shape shape) {
    Found found = fill(member, smallNodes, shape);
    for (int round = 0; round < ROUNDS; round++) {
      double[] q = found.query();
      List<Neighbour> expected = sorted(found.entries, q);
      int k = 1 + found.random.nextInt(round % 5 == 0 ? 2 * expected.size() : 20);
      List<Neighbour> bounded = new ArrayList<>();
      NeighbourVisitor adds = (id, x1, y1, x2, y2, d) -> bounded.add(new Neighbour(id, d));
      long visited = found.tree.scan(EntryQuery.nearest(k, q[0], q[1], q[2], q[3]), adds);
      int right = Math.min(k, expected.size());
      assertThat(visited).isEqualTo(right);
      assertThat(bounded).isEqualTo(expected.subList(0, right));
      List<Neighbour> browsed = new ArrayList<>();
      found.tree.scan(
          EntryQuery.nearest(Long.MAX_VALUE, q[0], q[1], q[2], q[3]),
          (id, x1, y1, x2, y2, d) -> {
            browsed.add(new Neighbour(id, d));
            return VisitResult.continueIf(browsed.size() < k);
          });
      assertThat(browsed).isEqualTo(bounded);
      List<Neighbour> asked = new ArrayList<>();
      try (EntryCursor cursor =
          found.tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, q[0], q[1], q[2], q[3]))) {
        while (asked.size() < k && cursor.next()) {
          asked.add(new Neighbour(cursor.id(), cursor.distance()));
        }
      }
      assertThat(asked).isEqualTo(bounded);
    }
    assertThat(found.tree.nearest(0, 0, 0, (id, x1, y1, x2, y2, d) -> {})).isZero();
  }

  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("kinds")
  void predicatesAndDistancesFindWhatAScanFinds(
      TreeFamily.Member member, boolean smallNodes, Shape shape) {
    Found found = fill(member, smallNodes, shape);
    Set<RectangleTest> tests = new LinkedHashSet<>(); // some are the same
    for (Predicate predicate : Predicate.values()) {
      tests.add(Semantics.EXCLUSIVE.of(predicate));
      tests.add(Semantics.OGC.of(predicate));
      tests.add(predicate.candidates());
    }
    for (int round = 0; round < ROUNDS; round++) {
      double[] q = found.query();
      for (RectangleTest test : tests) {
        assertFound(found, test, q);
      }
      double distance = round % 3 * 0.1 * found.random.nextDouble();
      assertFound(found, new WithinDistance(distance), q);
      assertFoundAtPoint(found, distance);
    }
  }

  /** Returns a number of an entry; sets of entries are compared by its sum. */
  private static long print(long id, double x1, double y1, double x2, double y2) {
    long mixed = id;
    for (double coordinate : new double[] {x1, y1, x2, y2}) {
      mixed = (mixed ^ Double.doubleToLongBits(coordinate)) * 0x9E3779B97F4A7C15L;
      mixed ^= mixed >>> 29;
    }
    return mixed;
  }

  /** Points have ways of their own into the index. */
  private static void assertFoundAtPoint(Found found, double distance) {
    double[] p = found.point();
    long holding = 0;
    long near = 0;
    RectangleTest within = new WithinDistance(distance);
    for (Entry entry : found.entries) {
      double[] o = entry.box;
      holding += Rectangles.covers(o[0], o[1], o[2], o[3], p[0], p[1], p[0], p[1]) ? 1 : 0;
      near += within.matches(p[0], p[1], p[0], p[1], o[0], o[1], o[2], o[3]) ? 1 : 0;
    }
    EntryVisitor visitor = (id, x1, y1, x2, y2) -> {};
    assertThat(found.tree.forEach(EntryQuery.intersecting(p[0], p[1]), visitor)).isEqualTo(holding);
    assertThat(found.tree.count(EntryQuery.intersecting(p[0], p[1]))).isEqualTo(holding);
    assertThat(found.tree.forEach(EntryQuery.withinDistance(distance, p[0], p[1]), visitor))
        .isEqualTo(near);
    assertThat(found.tree.count(EntryQuery.withinDistance(distance, p[0], p[1]))).isEqualTo(near);
  }

  private static void assertFound(Found found, RectangleTest test, double[] q) {
    long expected = 0;
    long prints = 0;
    for (Entry entry : found.entries) {
      double[] o = entry.box;
      if (test.matches(q[0], q[1], q[2], q[3], o[0], o[1], o[2], o[3])) {
        expected++;
        prints += entry.print;
      }
    }
    long[] sum = {0};
    long visited =
        found.tree.forEach(
            EntryQuery.matching(test, q[0], q[1], q[2], q[3]),
            (id, x1, y1, x2, y2) -> {
              sum[0] += print(id, x1, y1, x2, y2);
            });
    if (visited != expected || sum[0] != prints) { // a message takes its time
      assertThat(visited).as("%s of %s", test, Arrays.toString(q)).isEqualTo(expected);
      assertThat(sum[0]).as("%s of %s", test, Arrays.toString(q)).isEqualTo(prints);
    }
    long counted = found.tree.count(EntryQuery.matching(test, q[0], q[1], q[2], q[3]));
    if (counted != expected) {
      assertThat(counted).as("count of %s", test).isEqualTo(expected);
    }
  }

  /** Returns the diagonal of a rectangle: an object that is less than its bounds. */
  private static Geometry diagonal(double[] box) {
    Coordinate from = new Coordinate(box[0], box[1]);
    Coordinate to = new Coordinate(box[2], box[3]);
    return from.equals(to)
        ? GEOMETRIES.createPoint(from)
        : GEOMETRIES.createLineString(new Coordinate[] {from, to});
  }

  /** Returns a triangle over the lower left half of a window, or less if the window is. */
  private static Geometry triangle(double[] window) {
    return GEOMETRIES
        .createMultiPointFromCoords(
            new Coordinate[] {
              new Coordinate(window[0], window[1]),
              new Coordinate(window[2], window[1]),
              new Coordinate(window[0], window[3])
            })
        .convexHull();
  }

  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("kinds")
  void refinementDecidesOnTheObjects(TreeFamily.Member member, boolean smallNodes, Shape shape) {
    Found found = fill(member, smallNodes, shape);
    List<Entry> unique = new ArrayList<>();
    Map<Long, Geometry> objects = new HashMap<>();
    for (Entry entry : found.entries) {
      if (objects.putIfAbsent(entry.id, diagonal(entry.box)) == null) {
        unique.add(entry);
      } else {
        found.tree.delete(entry.id, entry.box[0], entry.box[1], entry.box[2], entry.box[3]);
      }
    }
    GeometrySource source = objects::get;
    for (int round = 0; round < Repetitions.of(2, 4); round++) {
      double[] q = found.query();
      Geometry geometry = triangle(q);
      for (Predicate predicate : Predicate.values()) {
        GeometryQuery query = new GeometryQuery(predicate, Semantics.values()[round % 2], geometry);
        List<Long> ids = new ArrayList<>();
        found.tree.forEach(EntryQuery.matching(query, source), (id, x1, y1, x2, y2) -> ids.add(id));
        ids.sort(null);
        List<Long> expected =
            unique.stream()
                .map(Entry::id)
                .filter(id -> query.matches(objects.get(id)))
                .sorted()
                .toList();
        assertThat(ids).as("%s of %s", predicate, geometry).isEqualTo(expected);
        assertThat(found.tree.count(EntryQuery.matching(query, source))).isEqualTo(ids.size());
      }
      double radius = round * 0.1 * found.random.nextDouble();
      List<Long> within = new ArrayList<>();
      found.tree.forEach(
          EntryQuery.withinDistance(radius, geometry, source),
          (id, x1, y1, x2, y2) -> within.add(id));
      assertThat(within)
          .containsExactlyInAnyOrderElementsOf(
              unique.stream()
                  .map(Entry::id)
                  .filter(id -> geometry.isWithinDistance(objects.get(id), radius))
                  .toList());
      assertThat(found.tree.count(EntryQuery.withinDistance(radius, geometry, source)))
          .isEqualTo(within.size());
      List<Neighbour> near = new ArrayList<>();
      try (EntryCursor cursor = found.tree.cursor(EntryQuery.nearest(25, geometry, source))) {
        while (cursor.next()) {
          near.add(new Neighbour(cursor.id(), cursor.distance()));
        }
      }
      double[] expected =
          unique.stream()
              .mapToDouble(e -> geometry.distance(objects.get(e.id)))
              .sorted()
              .limit(25)
              .toArray();
      assertThat(near).hasSize(Math.min(25, unique.size()));
      for (int i = 0; i < near.size(); i++) {
        assertThat(near.get(i).distance).isCloseTo(expected[i], within(1e-12));
        assertThat(near.get(i).distance)
            .isCloseTo(geometry.distance(objects.get(near.get(i).id)), within(1e-12));
      }
      try (EntryCursor cursor =
          found.tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, geometry, source))) {
        for (Neighbour neighbour : near) {
          assertThat(cursor.next()).isTrue();
          assertThat(new Neighbour(cursor.id(), cursor.distance())).isEqualTo(neighbour);
        }
      }
    }
  }
}
