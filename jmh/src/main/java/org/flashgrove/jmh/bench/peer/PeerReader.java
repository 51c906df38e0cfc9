package org.flashgrove.jmh.bench.peer;

/**
 * Runs queries on the index of a peer (library in the benchmark). Each thread needs its own reader.
 */
public interface PeerReader extends AutoCloseable {
  /** Finds all entries that intersect a window, and adds them to {@code answer}. */
  void window(double minX, double minY, double maxX, double maxY, Answer answer) throws Exception;

  /** Returns the number of entries that intersect a window. */
  default long count(double minX, double minY, double maxX, double maxY) throws Exception {
    Answer answer = new Answer();
    window(minX, minY, maxX, maxY, answer);
    return answer.results();
  }

  /** Finds the entries nearest to a point, and adds them to {@code answer}, the nearest first. */
  default void nearest(double x, double y, int limit, Answer answer) throws Exception {
    throw new UnsupportedOperationException("nearest");
  }

  /**
   * Finds the rows of a category that intersect a window, and adds them to {@code answer}.
   *
   * @param window minX, minY, maxX and maxY
   */
  default void windowOfCategory(double[] window, String category, Answer answer) throws Exception {
    throw new UnsupportedOperationException("windowOfCategory");
  }

  /** Finds the row with a key, and adds it to {@code answer}. */
  default void byKey(long key, Answer answer) throws Exception {
    throw new UnsupportedOperationException("byKey");
  }

  /** Finds the row with a name, and adds it to {@code answer}. */
  default void byName(String name, Answer answer) throws Exception {
    throw new UnsupportedOperationException("byName");
  }

  /**
   * Finds the rows with the smallest amounts, and adds them to {@code answer} in ascending order of
   * the amount.
   */
  default void leastAmounts(int limit, Answer answer) throws Exception {
    throw new UnsupportedOperationException("leastAmounts");
  }

  @Override
  default void close() throws Exception {}
}
