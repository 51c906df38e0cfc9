package org.flashgrove.datasets;

/** Takes query windows one by one, without an object for each. */
@FunctionalInterface
public interface WindowSink {
  /**
   * Takes one window. The coordinates are finite, {@code minX <= maxX} and {@code minY <= maxY}.
   *
   * @param minX left side
   * @param minY lower side
   * @param maxX right side
   * @param maxY upper side
   */
  void accept(double minX, double minY, double maxX, double maxY);
}
