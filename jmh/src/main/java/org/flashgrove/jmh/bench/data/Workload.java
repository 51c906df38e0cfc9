package org.flashgrove.jmh.bench.data;

import java.util.SplittableRandom;

/**
 * Queries and changes for a data set, which depend only on the data and a seed. Their coordinates
 * have the form of the data.
 */
public final class Workload {
  /** Areas of windows in percent of the area of the data's extent. */
  public static final double[] PERCENTS = {0.001, 0.01, 0.1};

  /** {@link #isDeleted} selects every entry whose number is a multiple of this. */
  private static final int DELETED_STEP = 10;

  private static final double STEP_SHARE = 0.001;

  private final BoxFile data;
  private final long seed;
  private final double width;
  private final double height;
  private ResultWindows byResults;

  /** Creates the workload of a data set. */
  public Workload(BoxFile data, long seed) {
    this.data = data;
    this.seed = seed;
    double[] around = data.around();
    width = around[2] - around[0];
    height = around[3] - around[1];
  }

  /** Returns the seed. */
  public long seed() {
    return seed;
  }

  /** Returns the entries in the order in which they are loaded. */
  public BoxFile data() {
    return data;
  }

  /**
   * Returns windows as a list of minX, minY, maxX and maxY. Each window contains the lower left
   * corner of an entry.
   *
   * @param percent area of a window in percent of the area of the extent
   * @param count number of windows
   * @param turn number that selects one of several random sequences of windows
   */
  public double[] windows(double percent, int count, int turn) {
    SplittableRandom random = new SplittableRandom(seed + 31L * turn + Double.hashCode(percent));
    double side = Math.sqrt(percent / 100);
    double[] corners = new double[4 * count];
    for (int i = 0; i < count; i++) {
      int at = random.nextInt(data.count());
      double x = data.minX(at) - side * width * random.nextDouble();
      double y = data.minY(at) - side * height * random.nextDouble();
      corners[4 * i] = round(x);
      corners[4 * i + 1] = round(y);
      corners[4 * i + 2] = round(x + side * width);
      corners[4 * i + 3] = round(y + side * height);
    }
    return corners;
  }

  /**
   * Returns square windows around entries, as a list of minX, minY, maxX and maxY.
   *
   * @param results approximate number of entries in each window
   * @param count number of windows
   */
  public double[] windowsOf(int results, int count) {
    if (byResults == null) {
      byResults = new ResultWindows(data);
    }
    return byResults.make(
        results, count, Math.max(width, height), new SplittableRandom(seed + 37L * results));
  }

  /** Returns points close to entries, as a list of x and y. */
  public double[] points(int count) {
    SplittableRandom random = new SplittableRandom(seed + 17);
    double side = Math.sqrt(PERCENTS[1] / 100);
    double[] points = new double[2 * count];
    for (int i = 0; i < count; i++) {
      int at = random.nextInt(data.count());
      points[2 * i] = round(data.minX(at) + side * width * (random.nextDouble() - 0.5));
      points[2 * i + 1] = round(data.minY(at) + side * height * (random.nextDouble() - 0.5));
    }
    return points;
  }

  private double round(double value) {
    return data.form().round(value);
  }

  /** Returns whether the deletions of the workload delete the entry with a number. */
  public static boolean isDeleted(int number) {
    return number % DELETED_STEP == 0;
  }

  /** Returns the distance in x by which the moves of the workload move an entry. */
  private double step() {
    return STEP_SHARE * width;
  }

  /** Returns the entries of the data set, of which the first {@code moves} entries were moved. */
  public Boxes moved(int moves) {
    return new Moved(data, moves, step());
  }

  /**
   * Entries of a data set, of which the first ones were moved: to the right by a step, and up by a
   * quarter of the step.
   */
  private record Moved(BoxFile from, int moves, double step) implements Boxes {

    private double right(int number, double x) {
      return number < moves ? from.form().round(x + step) : x;
    }

    private double up(int number, double y) {
      return number < moves ? from.form().round(y + step / 4) : y;
    }

    @Override
    public int count() {
      return from.count();
    }

    @Override
    public double minX(int number) {
      return right(number, from.minX(number));
    }

    @Override
    public double minY(int number) {
      return up(number, from.minY(number));
    }

    @Override
    public double maxX(int number) {
      return right(number, from.maxX(number));
    }

    @Override
    public double maxY(int number) {
      return up(number, from.maxY(number));
    }
  }
}
