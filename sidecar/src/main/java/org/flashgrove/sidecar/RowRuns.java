package org.flashgrove.sidecar;

import java.util.Arrays;
import org.flashgrove.datasets.EntrySink;

/**
 * Combines consecutive rows into runs if the file is sorted along a curve. One entry of the index
 * then stands for up to {@value #MOST_ROWS} rows. The first rows of the file decide whether it is
 * sorted. In a sorted file, the distance between neighbouring rows is small compared with the area
 * that many rows cover. A row without a geometry ends a run. Not safe for use by several threads.
 */
final class RowRuns implements EntrySink {
  /** Maximum number of rows in a run. */
  static final int MOST_ROWS = 32;

  private static final int LENGTH_BITS = 5;

  /**
   * Sign bit that marks an entry for a single row. If a file is indexed without runs, all entries
   * have this bit.
   */
  private static final long SINGLE = Long.MIN_VALUE;

  private static final int SAMPLE = 1 << 14;

  /**
   * Limit for the step (the distance between neighbouring rows) within a run, as a multiple of the
   * median step. A longer step ends the run, because the curve along which the file is sorted jumps
   * there.
   */
  private static final double LONG_STEP = 8;

  /**
   * Criterion for a sorted file. If each row covered a square with the median step as its side, all
   * these squares together would form a large square. The side of the area that the rows cover must
   * be at least this fraction of the side of the large square.
   */
  private static final double LEAST_SPREAD = 0.25;

  private final long rows;
  private final EntrySink target;
  private final long[] sampleRows = new long[SAMPLE];
  private final double[] sample = new double[4 * SAMPLE];
  private int sampled;
  private boolean isDecided;
  private double longest;
  private BoxGrid grid = BoxGrid.of(0);
  private long firstRow;
  private int length;
  private double centerX;
  private double centerY;
  private final double[] box = new double[4];

  /**
   * Starts the runs of a file.
   *
   * @param rows approximate number of rows of the file
   * @param target receives an entry for each run, with the bounds of the run
   */
  RowRuns(long rows, EntrySink target) {
    this.rows = Math.max(1, rows);
    this.target = target;
  }

  /** Returns the number of the first row that an entry of the index stands for. */
  static long firstRow(long entry) {
    return entry < 0 ? entry - SINGLE : entry >>> LENGTH_BITS;
  }

  /** Returns the number of rows that an entry of the index stands for. */
  static int length(long entry) {
    return entry < 0 ? 1 : (int) (entry & MOST_ROWS - 1) + 1;
  }

  @Override
  public void accept(long row, double minX, double minY, double maxX, double maxY) {
    if (isDecided) {
      add(row, minX, minY, maxX, maxY);
      return;
    }
    sampleRows[sampled] = row;
    sample[4 * sampled] = minX;
    sample[4 * sampled + 1] = minY;
    sample[4 * sampled + 2] = maxX;
    sample[4 * sampled + 3] = maxY;
    sampled++;
    if (sampled == SAMPLE) {
      decide();
    }
  }

  /**
   * Passes to the target the run that is still in memory. Must be called once after the last row.
   */
  void end() {
    if (!isDecided) {
      decide();
    }
    flush();
  }

  private void decide() {
    isDecided = true;
    longest = longestStep();
    for (int i = 0; i < sampled; i++) {
      add(sampleRows[i], sample[4 * i], sample[4 * i + 1], sample[4 * i + 2], sample[4 * i + 3]);
    }
  }

  /**
   * Returns the maximum distance between neighbouring rows of a run. Returns a negative number if
   * the file is not sorted. Also sets {@link #grid}.
   */
  private double longestStep() {
    if (sampled < 2) {
      return -1;
    }
    double[] steps = new double[sampled - 1];
    double[] sides = new double[sampled];
    double lowX = Double.POSITIVE_INFINITY;
    double lowY = Double.POSITIVE_INFINITY;
    double highX = Double.NEGATIVE_INFINITY;
    double highY = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < sampled; i++) {
      double x = center(i, 0);
      double y = center(i, 1);
      lowX = Math.min(lowX, x);
      lowY = Math.min(lowY, y);
      highX = Math.max(highX, x);
      highY = Math.max(highY, y);
      sides[i] = Math.max(sample[4 * i + 2] - sample[4 * i], sample[4 * i + 3] - sample[4 * i + 1]);
      if (i > 0) {
        steps[i - 1] = step(x - center(i - 1, 0), y - center(i - 1, 1));
      }
    }
    Arrays.sort(steps);
    Arrays.sort(sides);
    double usual = steps[steps.length / 2];
    double side = Math.max(highX - lowX, highY - lowY);
    boolean isSorted = side >= LEAST_SPREAD * usual * Math.sqrt(sampled);
    double spacing = isSorted ? usual : side / Math.sqrt(rows);
    grid = BoxGrid.of(Math.max(sides[sampled / 2], spacing));
    return isSorted ? LONG_STEP * usual : -1;
  }

  /**
   * Returns the length of a step. It need not be exact, unlike {@link Math#hypot}, which is slow.
   */
  private static double step(double x, double y) {
    return Math.sqrt(x * x + y * y);
  }

  private double center(int i, int axis) {
    return 0.5 * sample[4 * i + axis] + 0.5 * sample[4 * i + 2 + axis];
  }

  private void add(long row, double minX, double minY, double maxX, double maxY) {
    double x = 0.5 * minX + 0.5 * maxX;
    double y = 0.5 * minY + 0.5 * maxY;
    boolean follows =
        length > 0
            && length < MOST_ROWS
            && row == firstRow + length
            && step(x - centerX, y - centerY) <= longest;
    if (!follows) {
      flush();
      firstRow = row;
      box[0] = minX;
      box[1] = minY;
      box[2] = maxX;
      box[3] = maxY;
    } else {
      box[0] = Math.min(box[0], minX);
      box[1] = Math.min(box[1], minY);
      box[2] = Math.max(box[2], maxX);
      box[3] = Math.max(box[3], maxY);
    }
    length++;
    centerX = x;
    centerY = y;
  }

  /**
   * Passes the current run to the target. Rounds the bounds of the run outwards to the grid. This
   * can only make queries read more rows, because queries also compare geometries.
   */
  private void flush() {
    if (length == 0) {
      return;
    }
    target.accept(
        longest < 0 ? SINGLE + firstRow : firstRow << LENGTH_BITS | length - 1,
        grid.below(box[0]),
        grid.below(box[1]),
        grid.above(box[2]),
        grid.above(box[3]));
    length = 0;
  }
}
