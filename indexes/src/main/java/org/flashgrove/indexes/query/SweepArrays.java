package org.flashgrove.indexes.query;

/** A side of a plane sweep in arrays, sorted by minX. */
abstract class SweepArrays implements SweepSide {
  int count;
  long[] ids;
  double[] minX;
  double[] minY;
  double[] maxX;
  double[] maxY;

  /** Creates arrays for a number of entries. Any previous entries are lost. */
  final void allocate(int room) {
    ids = new long[room];
    minX = new double[room];
    minY = new double[room];
    maxX = new double[room];
    maxY = new double[room];
  }

  /**
   * Returns the next entry whose distance from a rectangle of the other side along each axis is at
   * most the reach, given that no entry begins before this rectangle.
   *
   * @param from index of the first entry to compare
   * @return index of the entry, or -1 if there is none
   */
  final int nextNear(int from, SweepArrays other, int index, double reach) {
    double east = other.maxX[index];
    double south = other.minY[index];
    double north = other.maxY[index];
    double[] lowX = minX;
    double[] lowY = minY;
    double[] highY = maxY;
    int end = count;
    for (int i = from; i < end && lowX[i] - east <= reach; i++) {
      double gap = Math.max(lowY[i] - north, south - highY[i]); // no branch, unlike two comparisons
      if (gap <= reach) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public final int count() {
    return count;
  }

  @Override
  public final long id(int index) {
    return ids[index];
  }

  @Override
  public final double minX(int index) {
    return minX[index];
  }

  @Override
  public final double minY(int index) {
    return minY[index];
  }

  @Override
  public final double maxX(int index) {
    return maxX[index];
  }

  @Override
  public final double maxY(int index) {
    return maxY[index];
  }
}
