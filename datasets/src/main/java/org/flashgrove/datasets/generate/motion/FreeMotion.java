package org.flashgrove.datasets.generate.motion;

import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.Draws;
import org.flashgrove.datasets.generate.Places;

/**
 * Objects that move in a straight line between reports, and choose a new direction and speed at
 * each report. They bounce off the sides of the extent.
 */
final class FreeMotion implements Motion {
  private final Extent extent;
  private final double maxSpeed;
  private final Draws draws;
  private final double[] x;
  private final double[] y;
  private final float[] velocityX;
  private final float[] velocityY;
  private final int[] reported;

  FreeMotion(int objects, Places places, Extent extent, double maxSpeed, Draws draws) {
    this.extent = extent;
    this.maxSpeed = maxSpeed;
    this.draws = draws;
    x = new double[objects];
    y = new double[objects];
    velocityX = new float[objects];
    velocityY = new float[objects];
    reported = new int[objects];
    for (int i = 0; i < objects; i++) {
      places.next();
      x[i] = places.x();
      y[i] = places.y();
      turn(i);
    }
  }

  private void turn(int object) {
    double direction = draws.between(0, 2 * Math.PI);
    double speed = draws.between(0, maxSpeed);
    velocityX[object] = (float) (speed * StrictMath.cos(direction));
    velocityY[object] = (float) (speed * StrictMath.sin(direction));
  }

  @Override
  public void advance(int object, int time) {
    int passed = time - reported[object];
    reported[object] = time;
    x[object] = folded(x[object] + passed * velocityX[object], extent.minX(), extent.maxX());
    y[object] = folded(y[object] + passed * velocityY[object], extent.minY(), extent.maxY());
    turn(object);
  }

  /**
   * Returns the coordinate at which a straight movement between two walls ends. The object bounces
   * off a wall each time that it reaches one.
   *
   * @param at coordinate where the movement would end without walls
   * @param low coordinate of the lower wall
   * @param high coordinate of the upper wall
   */
  private static double folded(double at, double low, double high) {
    double width = high - low;
    double rest = (at - low) % (2 * width);
    double forward = rest < 0 ? rest + 2 * width : rest;
    double place = forward <= width ? forward : 2 * width - forward;
    return Math.max(low, Math.min(high, low + place));
  }

  @Override
  public double x(int object) {
    return x[object];
  }

  @Override
  public double y(int object) {
    return y[object];
  }
}
