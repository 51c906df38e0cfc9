package org.flashgrove.datasets.generate.motion;

import java.util.Objects;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.MoveSink;
import org.flashgrove.datasets.generate.Draws;
import org.flashgrove.datasets.generate.GenerationException;
import org.flashgrove.datasets.generate.Parameters;
import org.flashgrove.datasets.generate.Places;
import org.flashgrove.datasets.generate.QueryRegion;
import org.flashgrove.datasets.generate.Skew;

/**
 * Points that move and report their positions, after Chen, Jensen and Lin: A benchmark for
 * evaluating moving object indexes, PVLDB 1 (2008), 1574-1585. Time is counted in units. Each
 * object reports again after 1 to {@code interval} units, which are equally likely. Memory is about
 * 50 bytes for each object, whatever the number of moves.
 *
 * @param movement distribution and movement of the objects
 * @param objects number of objects, 1 to 100,000,000; ids are 1 to this number
 * @param moves number of moves, at least 0
 * @param extent extent of the objects, with an area above 0
 * @param maxSpeed maximum speed, in units of the extent per unit of time, finite, above 0
 * @param interval maximum time between two reports of an object, 1 to 1,000,000
 * @param hubs number of ends of routes, 2 to 1,000,000; for {@link Movement#NETWORK} only
 * @param seed seed that determines all moves
 */
public record MovingObjects(
    Movement movement,
    int objects,
    long moves,
    Extent extent,
    double maxSpeed,
    int interval,
    int hubs,
    long seed) {
  /**
   * Default side length of the extent. In the paper, the extent is a square with one corner at (0,
   * 0).
   */
  public static final int DEFAULT_SIDE = 100_000;

  private static final long PURPOSE = 21;
  private static final int MAX_OBJECTS = 100_000_000;
  private static final int MAX_INTERVAL = 1_000_000;
  private static final int MAX_HUBS = 1_000_000;

  /** Initial distribution and movement of objects. */
  public enum Movement {
    /**
     * Objects start at uniformly distributed places. They move straight ahead, and get a new
     * direction and speed after each report.
     */
    UNIFORM,
    /**
     * Objects start at places that are normally distributed around the centre of the extent. The
     * standard deviation is a sixth of the shorter side of the extent. The objects then move as
     * with {@link #UNIFORM}.
     */
    GAUSSIAN,
    /** Objects start and move on straight routes between hubs. */
    NETWORK
  }

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public MovingObjects {
    Objects.requireNonNull(movement, "movement");
    QueryRegion.of(extent);
    Parameters.requireCount(moves);
    requireRange("objects", objects, 1, MAX_OBJECTS);
    requireRange("interval", interval, 1, MAX_INTERVAL);
    requireRange("hubs", hubs, 2, MAX_HUBS);
    if (!(maxSpeed > 0 && maxSpeed <= Float.MAX_VALUE / MAX_INTERVAL)) {
      throw new IllegalArgumentException(
          "maximum speed is " + maxSpeed + "; allowed: a finite number above 0");
    }
  }

  private static void requireRange(String name, int value, int least, int greatest) {
    if (value < least || value > greatest) {
      throw new IllegalArgumentException(
          name + " is " + value + "; allowed: " + least + " to " + greatest);
    }
  }

  /**
   * Passes all objects as points to one sink, and then all moves in order of time to the other
   * sink. The old position in a move is the last position of this object that either sink received.
   *
   * @param points receives the objects
   * @param sink receives the moves
   */
  public void generate(EntrySink points, MoveSink sink) {
    Draws times = new Draws(seed, PURPOSE, 3);
    Motion motion = motion();
    int[] due = new int[objects];
    double[] lastX = new double[objects];
    double[] lastY = new double[objects];
    for (int i = 0; i < objects; i++) {
      due[i] = 1 + (int) times.below(interval);
      lastX[i] = motion.x(i);
      lastY[i] = motion.y(i);
      points.accept(i + 1L, lastX[i], lastY[i], lastX[i], lastY[i]);
    }
    long left = moves;
    for (int time = 1; left > 0; time++) {
      if (time > Integer.MAX_VALUE - MAX_INTERVAL) {
        throw new GenerationException("time ran out before all moves; choose more objects");
      }
      for (int i = 0; i < objects && left > 0; i++) {
        if (due[i] == time) {
          motion.advance(i, time);
          sink.accept(i + 1L, lastX[i], lastY[i], motion.x(i), motion.y(i));
          lastX[i] = motion.x(i);
          lastY[i] = motion.y(i);
          due[i] = time + 1 + (int) times.below(interval);
          left--;
        }
      }
    }
  }

  private Motion motion() {
    Draws draws = new Draws(seed, PURPOSE, 2);
    Skew skew = Skew.NONE;
    QueryRegion region = QueryRegion.of(extent);
    return switch (movement) {
      case NETWORK ->
          new RouteMotion(objects, hubs, new Places(region, skew, seed, PURPOSE), maxSpeed, draws);
      case UNIFORM ->
          new FreeMotion(objects, new Places(region, skew, seed, PURPOSE), extent, maxSpeed, draws);
      case GAUSSIAN -> {
        double sigma = Math.min(extent.width(), extent.height()) / 6;
        yield new FreeMotion(
            objects, Places.around(region, sigma, seed, PURPOSE), extent, maxSpeed, draws);
      }
    };
  }
}
