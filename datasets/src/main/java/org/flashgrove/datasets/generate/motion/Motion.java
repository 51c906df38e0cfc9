package org.flashgrove.datasets.generate.motion;

/** Positions of moving objects at the times of their reports. */
interface Motion {
  /**
   * Moves an object to its position at {@code time}, which must not be before the object's last
   * report.
   */
  void advance(int object, int time);

  double x(int object);

  double y(int object);
}
