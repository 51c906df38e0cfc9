package org.flashgrove.datasets.generate.motion;

/** Positions of moving objects at the times at which they report. */
interface Motion {
  /** Moves an object on to a time, not before that of its report before. */
  void advance(int object, int time);

  double x(int object);

  double y(int object);
}
