package org.flashgrove.datasets.generate.motion;

import org.flashgrove.datasets.generate.Draws;
import org.flashgrove.datasets.generate.Places;

/**
 * Objects that move on straight two-way routes between any two hubs. An object accelerates evenly
 * on the first sixth of a route, and slows down evenly on the last sixth. At a hub it chooses the
 * next hub. A third of the objects reach the maximum speed, a third reach half of this speed, and a
 * third reach a quarter.
 */
final class RouteMotion implements Motion {
  private static final int CLASSES = 3;

  private final double[] hubX;
  private final double[] hubY;
  private final double maxSpeed;
  private final Draws draws;
  private final int[] from;
  private final int[] to;
  private final double[] began;
  private final int[] reported;

  RouteMotion(int objects, int hubs, Places places, double maxSpeed, Draws draws) {
    this.maxSpeed = maxSpeed;
    this.draws = draws;
    hubX = new double[hubs];
    hubY = new double[hubs];
    for (int i = 0; i < hubs; i++) {
      places.next();
      hubX[i] = places.x();
      hubY[i] = places.y();
    }
    from = new int[objects];
    to = new int[objects];
    began = new double[objects];
    reported = new int[objects];
    for (int i = 0; i < objects; i++) {
      from[i] = (int) draws.below(hubs);
      to[i] = otherThan(from[i]);
      began[i] = -draws.fraction() * duration(i);
    }
  }

  private int otherThan(int hub) {
    int other = (int) draws.below(hubX.length - 1L);
    return other < hub ? other : other + 1;
  }

  /**
   * Returns the time that an object needs for the route between its hubs. The time is at least one
   * unit, so that time advances.
   */
  private double duration(int object) {
    double distance =
        StrictMath.hypot(
            hubX[to[object]] - hubX[from[object]], hubY[to[object]] - hubY[from[object]]);
    double speed = maxSpeed / (1 << (object % CLASSES));
    // A third of the route is travelled at half of the speed on average.
    return Math.max(1, 4 * distance / (3 * speed));
  }

  @Override
  public void advance(int object, int time) {
    reported[object] = time;
    for (double took = duration(object); began[object] + took <= time; took = duration(object)) {
      began[object] += took;
      from[object] = to[object];
      to[object] = otherThan(from[object]);
    }
  }

  /** Returns the fraction of its route that an object has covered. */
  private double part(int object) {
    double quarters = 4 * (reported[object] - began[object]) / duration(object);
    if (quarters < 1) {
      return quarters * quarters / 6;
    }
    if (quarters <= 3) {
      return (2 * quarters - 1) / 6;
    }
    return 1 - (4 - quarters) * (4 - quarters) / 6;
  }

  private double at(int object, double[] hubs) {
    double part = part(object);
    return (1 - part) * hubs[from[object]] + part * hubs[to[object]];
  }

  @Override
  public double x(int object) {
    return at(object, hubX);
  }

  @Override
  public double y(int object) {
    return at(object, hubY);
  }
}
