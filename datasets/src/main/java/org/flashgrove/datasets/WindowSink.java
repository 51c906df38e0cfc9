package org.flashgrove.datasets;

/** Receives query windows one by one, without an object for each window. */
@FunctionalInterface
public interface WindowSink {
  /**
   * Receives a window. Coordinates are finite, with {@code minX <= maxX} and {@code minY <= maxY}.
   */
  void accept(double minX, double minY, double maxX, double maxY);
}
