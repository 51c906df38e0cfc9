package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.spec.Spec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every tree with coordinates near the ends of what doubles hold, against a scan: areas, squares
 * and sums of them overflow, vanish or are no numbers.
 */
class ExtremeCoordinatesTest {
  private static final int ENTRIES = 150;
  private static final int ROUNDS = Repetitions.of(3, 5);

  /** Where coordinates lie; with the width of their domain, if that is a domain's. */
  private enum Range {
    GREATEST(Double.MAX_VALUE, false, part -> part * Double.MAX_VALUE),
    WIDEST_DOMAIN(0x1p1022, true, part -> part * 0x1p1022),
    POSITIVE(1.79e308, true, part -> Math.abs(part) * 1.79e308),
    GREAT(1e200, true, part -> part * 1e200),
    LEAST(1e-300, true, part -> part * 1e-300),
    SMALL(1e-165, true, part -> part * 1e-165),
    ALL(1e300, true, part -> Math.signum(part) * Math.pow(10, 600 * Math.abs(part) - 300));

    private final double most;
    private final boolean isDomain;
    private final DoubleUnaryOperator coordinate;

    Range(double most, boolean isDomain, DoubleUnaryOperator coordinate) {
      this.most = most;
      this.isDomain = isDomain;
      this.coordinate = coordinate;
    }

    String domain() {
      double least = this == POSITIVE ? 0 : -most;
      return least + "/" + least + "/" + most + "/" + most;
    }

    /** One of few numbers every other time, so that some are equal. */
    double next(Random random) {
      double part = 2 * random.nextDouble() - 1;
      if (random.nextBoolean()) {
        part = Math.rint(8 * part) / 8;
      }
      return random.nextInt(20) == 0 ? 0 : coordinate.applyAsDouble(part);
    }
  }

  private record Entry(long id, double[] box) {
    double distance(double[] q) {
      return Rectangles.distance(q[0], q[1], q[2], q[3], box[0], box[1], box[2], box[3]);
    }

    boolean meets(double[] q) {
      return Rectangles.intersects(q[0], q[1], q[2], q[3], box[0], box[1], box[2], box[3]);
    }
  }

  private record Neighbour(long id, double distance) {}

  static Stream<Arguments> kinds() {
    List<Arguments> kinds = new ArrayList<>();
    for (TreeFamily.Member member : TreeFamily.MEMBERS) {
      for (Range range : Range.values()) {
        if (range.isDomain || !member.spec().contains("DOMAIN")) {
          kinds.add(Arguments.of(member, range));
        }
      }
    }
    return kinds.stream();
  }

  private static double[] box(Random random, Range range, boolean point) {
    double x1 = range.next(random);
    double y1 = range.next(random);
    double x2 = point ? x1 : range.next(random);
    double y2 = point ? y1 : range.next(random);
    return new double[] {Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)};
  }

  private static SpatialTree tree(TreeFamily.Member member, Range range) {
    String text = member.spec() + (member.spec().contains(":") ? "," : ":") + member.smallNodes();
    Spec spec = Spec.parse(text.replace("DOMAIN", range.domain()));
    TreeAlgorithm algorithm = member.reader().read(spec, 1024);
    NodeStore store = new MemoryNodeStore(1024, algorithm.layout());
    return SpatialTree.open(store, algorithm);
  }

  private static List<Entry> fill(
      SpatialTree tree, TreeFamily.Member member, Range range, Random random) {
    List<Entry> entries = new ArrayList<>();
    for (int id = 0; id < ENTRIES; id++) {
      double[] box = box(random, range, member.pointsOnly() || random.nextInt(3) > 0);
      tree.insert(id, box[0], box[1], box[2], box[3]);
      entries.add(new Entry(id, box));
    }
    return entries;
  }

  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("kinds")
  void answersAreThoseOfAScan(TreeFamily.Member member, Range range) {
    Random random = Seeds.random();
    SpatialTree tree = tree(member, range);
    List<Entry> entries = fill(tree, member, range, random);
    assertThat(tree.check().problems()).isEmpty();
    assertAnswers(tree, entries, range, random);
    for (int i = entries.size() - 1; i >= 0; i -= 2) {
      Entry gone = entries.remove(i);
      assertThat(tree.delete(gone.id, gone.box[0], gone.box[1], gone.box[2], gone.box[3])).isTrue();
    }
    assertThat(tree.check().problems()).isEmpty();
    assertAnswers(tree, entries, range, random);
    assertThat(tree.structure().entries()).isEqualTo(entries.size());
    tree.close();
  }

  private static void assertAnswers(
      SpatialTree tree, List<Entry> entries, Range range, Random random) {
    for (int round = 0; round < ROUNDS; round++) {
      double[] q = box(random, range, round % 2 == 0);
      if (round % 4 == 0) {
        q = new double[4];
      }
      assertWindow(tree, entries, q);
      assertNeighbours(tree, entries, q, 1 + random.nextInt(ENTRIES));
      assertRadius(tree, entries, q, random.nextInt(entries.size()));
    }
  }

  private static void assertWindow(SpatialTree tree, List<Entry> entries, double[] q) {
    List<Long> found = new ArrayList<>();
    tree.search(
        q[0],
        q[1],
        q[2],
        q[3],
        (id, x1, y1, x2, y2) -> {
          found.add(id);
        });
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(
            entries.stream().filter(e -> e.meets(q)).map(Entry::id).toList());
  }

  private static void assertNeighbours(SpatialTree tree, List<Entry> entries, double[] q, int k) {
    double[] distances = new double[ENTRIES];
    entries.forEach(e -> distances[(int) e.id] = e.distance(q));
    assertNearest(neighbours(tree, q, k, null), entries, q, k);
    assertNearest(neighbours(tree, q, Long.MAX_VALUE, null), entries, q, Integer.MAX_VALUE);
    assertNearest(neighbours(tree, q, k, id -> distances[(int) id]), entries, q, k);
    List<Neighbour> asked = new ArrayList<>();
    try (EntryCursor cursor =
        tree.cursor(EntryQuery.nearest(Long.MAX_VALUE, q[0], q[1], q[2], q[3]))) {
      while (asked.size() < k && cursor.next()) {
        asked.add(new Neighbour(cursor.id(), cursor.distance()));
      }
    }
    assertNearest(asked, entries, q, k);
  }

  /** Distances that differ before they are rounded may come in either order of ids. */
  private static void assertNearest(List<Neighbour> found, List<Entry> entries, double[] q, int k) {
    double[] expected = entries.stream().mapToDouble(e -> e.distance(q)).sorted().toArray();
    assertThat(found.stream().mapToDouble(Neighbour::distance).toArray())
        .isEqualTo(Arrays.copyOf(expected, Math.min(k, expected.length)));
    assertThat(found)
        .doesNotHaveDuplicates()
        .isSubsetOf(entries.stream().map(e -> new Neighbour(e.id, e.distance(q))).toList());
  }

  private static List<Neighbour> neighbours(
      SpatialTree tree, double[] q, long limit, LongToDoubleFunction exact) {
    List<Neighbour> found = new ArrayList<>();
    NeighbourVisitor visitor =
        (id, x1, y1, x2, y2, distance) -> found.add(new Neighbour(id, distance));
    tree.scan(EntryQuery.nearest(limit, q[0], q[1], q[2], q[3]).byDistance(exact), visitor);
    return found;
  }

  private static void assertRadius(SpatialTree tree, List<Entry> entries, double[] q, int of) {
    double radius = Math.min(Double.MAX_VALUE, entries.get(of).distance(q));
    long[] expected =
        entries.stream().filter(e -> e.distance(q) <= radius).mapToLong(Entry::id).toArray();
    LongStream.Builder found = LongStream.builder();
    tree.forEach(
        EntryQuery.matching(new WithinDistance(radius), q[0], q[1], q[2], q[3]),
        (id, x1, y1, x2, y2) -> {
          found.add(id);
        });
    assertThat(found.build().sorted().toArray()).isEqualTo(expected);
  }

  @Tag("kinds")
  @ParameterizedTest
  @MethodSource("kinds")
  void pairsWithinADistanceAreThoseOfAScan(TreeFamily.Member member, Range range) {
    Random random = Seeds.random();
    SpatialTree left = tree(member, range);
    SpatialTree right = tree(member, range);
    List<Entry> lefts = fill(left, member, range, random);
    List<Entry> rights = fill(right, member, range, random);
    for (int round = 0; round < 3; round++) {
      double radius =
          Math.min(Double.MAX_VALUE, lefts.get(round).distance(rights.get(round).box()));
      long expected = 0;
      for (Entry entry : lefts) {
        expected += rights.stream().filter(e -> e.distance(entry.box) <= radius).count();
      }
      assertThat(left.join(right, new WithinDistance(radius), null)).isEqualTo(expected);
    }
    left.close();
    right.close();
  }
}
