package org.flashgrove.datasets;

/** Receives moves of points one by one, without an object for each move. */
@FunctionalInterface
public interface MoveSink {
  /**
   * Receives a move. Coordinates are finite.
   *
   * @param id id of the object
   * @param oldX x before the move
   * @param oldY y before the move
   * @param x x after the move
   * @param y y after the move
   */
  void accept(long id, double oldX, double oldY, double x, double y);
}
