package org.flashgrove.lab.experiment.placement;

import java.util.SplittableRandom;

/**
 * Changes of a constant number of points in the preset {@code write-right}. Each change deletes a
 * point and inserts another point.
 */
enum WriteRightWorkload {
  /** Inserts a point with random coordinates and deletes the oldest point. */
  INSERT("insert", 0),

  /** Moves a point within its area. All points move equally often. */
  EVEN_MOVE("even move", 0.2),

  /** Moves a point within its area. Four fifths of the moves are moves in the hot area. */
  MOVE("move", 0.8);

  static final double SIDE = 1000;

  /** The hot area is a fifth of the domain. A fifth of the points are always in this area. */
  private static final int HOT_PART = 5;

  private final String label;

  /** Share of the moves of points in the hot area. */
  private final double hotMoves;

  WriteRightWorkload(String label, double hotMoves) {
    this.label = label;
    this.hotMoves = hotMoves;
  }

  String label() {
    return label;
  }

  /** Creates the changes of a run with {@code points} points. */
  Changes changes(int points, long seed) {
    return new Changes(this, points, seed);
  }

  /** Points and their changes. The points initially have the identifiers from 0 on. */
  static final class Changes {
    private final WriteRightWorkload workload;
    private final int points;
    private final long seed;

    /** Number of moves of each point. */
    private final int[] moves;

    private final SplittableRandom choice;
    private long replaced;
    private long id;
    private long newId;
    private double[] before;
    private double[] after;

    private Changes(WriteRightWorkload workload, int points, long seed) {
      this.workload = workload;
      this.points = points;
      this.seed = seed;
      moves = new int[workload == INSERT ? 0 : points];
      choice = new SplittableRandom(seed);
    }

    private boolean isHot(long point) {
      return point < points / HOT_PART;
    }

    /** Returns the coordinates at which a point is inserted first. */
    double[] point(long point) {
      return place(point, 0);
    }

    private double[] place(long point, int move) {
      SplittableRandom random =
          new SplittableRandom(seed * 1_000_003 + point + ((long) move << 32));
      double x = random.nextDouble();
      double y = random.nextDouble(SIDE);
      if (workload == INSERT) {
        return new double[] {x * SIDE, y};
      }
      double hot = SIDE / HOT_PART;
      return new double[] {isHot(point) ? x * hot : hot + x * (SIDE - hot), y};
    }

    /** Chooses the next change. */
    void next() {
      if (workload == INSERT) {
        id = replaced;
        newId = replaced + points;
        before = point(id);
        after = point(newId);
      } else {
        int hot = points / HOT_PART;
        boolean isOfHot = choice.nextDouble() < workload.hotMoves;
        int moved = isOfHot ? choice.nextInt(hot) : hot + choice.nextInt(points - hot);
        id = moved;
        newId = moved;
        before = place(moved, moves[moved]);
        after = place(moved, ++moves[moved]);
      }
      replaced++;
    }

    /** Returns the number of changes chosen so far. */
    long count() {
      return replaced;
    }

    long id() {
      return id;
    }

    double[] before() {
      return before;
    }

    long newId() {
      return newId;
    }

    double[] after() {
      return after;
    }
  }
}
