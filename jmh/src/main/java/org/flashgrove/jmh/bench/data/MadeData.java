package org.flashgrove.jmh.bench.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.datasets.generate.EntryGenerator;
import org.flashgrove.datasets.generate.UniformPoints;

/** Kinds of generated data sets. The kind, the number of entries and a seed determine the data. */
public enum MadeData {
  /** Points in the 125 clusters of Carniel's thesis (2019), with a standard deviation of 0.02. */
  CLUSTERED_POINTS(true, (count, seed, sink) -> pointsAt(clustered(count, seed), sink)),
  /** Points distributed uniformly in the unit square. */
  UNIFORM_POINTS(true, (count, seed, sink) -> pointsAt(uniform(count, seed), sink)),
  /** Points in small clusters of 100 points, with much empty space between clusters. */
  SPARSE_POINTS(true, (count, seed, sink) -> pointsAt(sparse(count, seed), sink)),
  /** Boxes whose lower left corners are clustered points. */
  CLUSTERED_BOXES(false, (count, seed, sink) -> boxesAt(clustered(count, seed), count, seed, sink)),
  /** Boxes whose lower left corners are uniform points. */
  UNIFORM_BOXES(false, (count, seed, sink) -> boxesAt(uniform(count, seed), count, seed, sink)),
  /** Boxes whose lower left corners are sparsely clustered points. */
  SPARSE_BOXES(false, (count, seed, sink) -> boxesAt(sparse(count, seed), count, seed, sink)),
  /**
   * Boxes with sides from 0 to 1, distributed uniformly in a square of side 100 (Flatbush,
   * bench.js).
   */
  FLATBUSH_BOXES(false, MadeData::flatbushBoxes),
  /** Cells of side 1 that tile a square, column by column (JTS, STRtreePerfTest). */
  UNIT_CELLS(false, MadeData::unitCells),
  /**
   * Points in 10,000 squares of side 0.00001, square by square. The centres of the squares lie on a
   * horizontal line. TinSpin has this data as CLUSTER with parameter 3.5, from the paper on the
   * priority R-tree.
   */
  LINE_CLUSTERS(true, MadeData::lineClusters),
  /**
   * Boxes around the points of a grid, in random order. Each box is as wide as the distance between
   * neighbouring points (RTree2D, overlap 1).
   */
  GRID_BOXES(false, MadeData::gridBoxes);

  /** Side length of the squares of {@link #LINE_CLUSTERS}. */
  public static final double LINE_CLUSTER_SIDE = 0.00001;

  private static final long LINE_CLUSTERS_MOST = 10_000;
  private static final double FLATBUSH_SIDE = 99;
  private static final double SIGMA = 0.02;

  private static final int SPARSE_CLUSTER = 100;
  private static final double SPARSE_SIGMA = 0.05;

  private final boolean isPoints;
  private final Maker maker;

  MadeData(boolean isPoints, Maker maker) {
    this.isPoints = isPoints;
    this.maker = maker;
  }

  /** Makes entries. */
  @FunctionalInterface
  private interface Maker {
    void make(long count, long seed, Sink sink);
  }

  /** Receives entries. */
  @FunctionalInterface
  interface Sink {
    void put(double minX, double minY, double maxX, double maxY);
  }

  /** Returns whether the entries are points. */
  boolean isPoints() {
    return isPoints;
  }

  /** Returns the name of this kind on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Generates at most {@code count} entries. The same seed gives the same entries. */
  void make(long count, long seed, Sink sink) {
    maker.make(count, seed, sink);
  }

  /** Returns the kind with a name on the command line, or null. */
  static MadeData of(String word) {
    return Arrays.stream(values()).filter(data -> data.word().equals(word)).findAny().orElse(null);
  }

  /** Returns the names of all kinds on the command line. */
  static List<String> words() {
    return Arrays.stream(values()).map(MadeData::word).toList();
  }

  private static EntryGenerator clustered(long count, long seed) {
    return new ClusteredPoints(count, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, seed);
  }

  /**
   * Generates clusters whose standard deviation is a twentieth of the mean distance between
   * clusters.
   */
  private static EntryGenerator sparse(long count, long seed) {
    int clusters = (int) Math.max(1, count / SPARSE_CLUSTER);
    double sigma = SPARSE_SIGMA / Math.sqrt(clusters);
    return new ClusteredPoints(count, clusters, sigma, Extent.UNIT, seed);
  }

  private static EntryGenerator uniform(long count, long seed) {
    return new UniformPoints(count, Extent.UNIT, seed);
  }

  /**
   * Generates boxes. Their side lengths are uniform from 0 to the spacing of a square grid of
   * {@code count} points in the unit square.
   *
   * @param corners generates the lower left corners
   */
  private static void boxesAt(EntryGenerator corners, long count, long seed, Sink sink) {
    SplittableRandom sides = new SplittableRandom(seed);
    double most = 1 / Math.sqrt(count);
    corners.generate(
        (id, x, y, maxX, maxY) ->
            sink.put(x, y, x + most * sides.nextDouble(), y + most * sides.nextDouble()));
  }

  private static void pointsAt(EntryGenerator points, Sink sink) {
    points.generate((id, x, y, maxX, maxY) -> sink.put(x, y, x, y));
  }

  private static void flatbushBoxes(long count, long seed, Sink sink) {
    SplittableRandom random = new SplittableRandom(seed);
    for (long i = 0; i < count; i++) {
      double x = FLATBUSH_SIDE * random.nextDouble();
      double y = FLATBUSH_SIDE * random.nextDouble();
      sink.put(x, y, x + random.nextDouble(), y + random.nextDouble());
    }
  }

  private static void unitCells(long count, long seed, Sink sink) {
    int side = (int) Math.sqrt(count);
    for (int x = 0; x < side; x++) {
      for (int y = 0; y < side; y++) {
        sink.put(x, y, x + 1, y + 1);
      }
    }
  }

  private static void lineClusters(long count, long seed, Sink sink) {
    SplittableRandom random = new SplittableRandom(seed);
    long clusters = Math.min(LINE_CLUSTERS_MOST, count);
    for (long cluster = 0; cluster < clusters; cluster++) {
      for (long i = 0; i < count / clusters; i++) {
        double x = (cluster + 0.5) / clusters + (random.nextDouble() - 0.5) * LINE_CLUSTER_SIDE;
        double y = 0.5 + (random.nextDouble() - 0.5) * LINE_CLUSTER_SIDE;
        sink.put(x, y, x, y);
      }
    }
  }

  private static void gridBoxes(long count, long seed, Sink sink) {
    int side = (int) Math.sqrt(count);
    double step = 1 / Math.sqrt(count);
    int[] order = new int[Math.toIntExact(count)];
    Arrays.setAll(order, i -> i);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    for (int at : order) {
      double x = at / side * step;
      double y = at % side * step;
      sink.put(x - step / 2, y - step / 2, x + step / 2, y + step / 2);
    }
  }
}
