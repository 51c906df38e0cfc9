package org.flashgrove.datasets;

/** Takes moves of points one by one, without an object for each. */
@FunctionalInterface
public interface MoveSink {
  /**
   * Takes one move. The coordinates are finite.
   *
   * @param id identity of the object
   * @param oldX where it was
   * @param oldY where it was
   * @param x where it is now
   * @param y where it is now
   */
  void accept(long id, double oldX, double oldY, double x, double y);
}
