package org.flashgrove.jmh.bench.peer;

/** Queries of one thread. */
public interface PeerReader extends AutoCloseable {
  /** Adds all entries that intersect a window. */
  void window(double minX, double minY, double maxX, double maxY, Answer answer) throws Exception;

  /** Adds the entries nearest to a point, nearest first. */
  default void nearest(double x, double y, int limit, Answer answer) throws Exception {
    throw new UnsupportedOperationException("nearest");
  }

  @Override
  default void close() throws Exception {}
}
