package org.flashgrove.jmh.bench.peer;

import org.flashgrove.jmh.bench.data.BoxFile;

/**
 * Open index of a peer (library in the benchmark). If a peer lacks an ability, its index need not
 * implement the methods for this ability.
 */
public interface PeerIndex extends AutoCloseable {
  /** Inserts an entry. */
  default void insert(long id, double minX, double minY, double maxX, double maxY)
      throws Exception {
    throw new UnsupportedOperationException("insert");
  }

  /** Loads all entries into the empty index. */
  default void bulk(BoxFile data) throws Exception {
    throw new UnsupportedOperationException("bulk");
  }

  /** Moves an entry from one rectangle to another, each given as minX, minY, maxX and maxY. */
  default void move(long id, double[] from, double[] to) throws Exception {
    throw new UnsupportedOperationException("move");
  }

  /** Moves an entry, given its id. */
  default void moveById(long id, double[] to) throws Exception {
    throw new UnsupportedOperationException("moveById");
  }

  /** Changes the amount of a row, given its key. */
  default void changeAmount(long id, long amount) throws Exception {
    throw new UnsupportedOperationException("changeAmount");
  }

  /** Changes the score of a row, given its key. */
  default void changeScore(long id, double score) throws Exception {
    throw new UnsupportedOperationException("changeScore");
  }

  /** Deletes an entry. */
  default void delete(long id, double[] box) throws Exception {
    throw new UnsupportedOperationException("delete");
  }

  /** Begins a set of changes, which {@link #commit} ends. */
  default void begin() throws Exception {}

  /**
   * Makes all changes since {@link #begin} durable, and visible to readers that are opened later.
   */
  default void commit() throws Exception {}

  /** Moves buffered changes to the structure in which queries find them fastest. */
  default void flush() throws Exception {}

  /** Compacts files and logs. */
  default void compact() throws Exception {
    throw new UnsupportedOperationException("compact");
  }

  /**
   * Finds all pairs of an entry and a given rectangle that are at most {@code radius} apart, if the
   * peer has a join. If not, the caller runs a query for each rectangle.
   *
   * @param corners minX, minY, maxX and maxY of each rectangle
   * @param radius maximum distance between entry and rectangle; 0 to join by intersection
   * @param threads number of threads
   * @param answer receives the entry of each pair
   * @return false if the peer has no such join
   */
  default boolean join(double[] corners, double radius, int threads, Answer answer)
      throws Exception {
    return false;
  }

  /**
   * Finds the nearest entry of each given rectangle, if the peer has such a join.
   *
   * @param corners minX, minY, maxX and maxY of each rectangle
   * @param answer receives the nearest entry of each rectangle
   * @return false if the peer has no such join
   */
  default boolean joinNearest(double[] corners, int threads, Answer answer) throws Exception {
    return false;
  }

  /**
   * Returns the number of levels of pages that a query visits, or 0 if unknown. These are the
   * levels of a tree, the levels of blocks of a Grove index, or the components of an LSM R-tree.
   * The directory of a Grove index is in memory and does not count.
   */
  default int levels() {
    return 0;
  }

  /** Returns whether the peer runs queries in its own threads rather than in the calling thread. */
  default boolean hasOwnThreads() {
    return false;
  }

  /** Returns a reader for one thread, which sees all committed changes. */
  PeerReader reader() throws Exception;

  @Override
  default void close() throws Exception {}
}
