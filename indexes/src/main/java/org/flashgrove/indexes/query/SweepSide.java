package org.flashgrove.indexes.query;

/** Rectangles of one side of a plane sweep, numbered from 0 on in the ascending order of minX. */
interface SweepSide {
  int count();

  double minX(int index);

  double minY(int index);

  double maxX(int index);

  double maxY(int index);
}
