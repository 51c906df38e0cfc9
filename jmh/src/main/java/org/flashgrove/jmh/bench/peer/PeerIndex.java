package org.flashgrove.jmh.bench.peer;

import org.flashgrove.jmh.bench.data.BoxFile;

/** An index of a peer that is open. What its peer is not able to do it need not have. */
public interface PeerIndex extends AutoCloseable {
  /** Inserts an entry. */
  default void insert(long id, double minX, double minY, double maxX, double maxY)
      throws Exception {
    throw new UnsupportedOperationException("insert");
  }

  /** Fills the index, which is empty, with all entries. */
  default void bulk(BoxFile data) throws Exception {
    throw new UnsupportedOperationException("bulk");
  }

  /** Moves an entry from one rectangle to another; each minX, minY, maxX, maxY. */
  default void move(long id, double[] from, double[] to) throws Exception {
    throw new UnsupportedOperationException("move");
  }

  /** Moves an entry by its id. */
  default void moveById(long id, double[] to) throws Exception {
    throw new UnsupportedOperationException("moveById");
  }

  /** Changes the amount of a row by its key. */
  default void changeAmount(long id, long amount) throws Exception {
    throw new UnsupportedOperationException("changeAmount");
  }

  /** Changes the score of a row by its key. */
  default void changeScore(long id, double score) throws Exception {
    throw new UnsupportedOperationException("changeScore");
  }

  /** Removes an entry. */
  default void delete(long id, double[] box) throws Exception {
    throw new UnsupportedOperationException("delete");
  }

  /** Begins changes that {@link #commit} ends. */
  default void begin() throws Exception {}

  /** Makes all changes durable and visible to readers that are opened from now on. */
  default void commit() throws Exception {}

  /** Brings what is in buffers to where queries find it quickest. */
  default void flush() throws Exception {}

  /** Compacts files and logs. */
  default void compact() throws Exception {
    throw new UnsupportedOperationException("compact");
  }

  /**
   * Joins the entries with rectangles on some threads, if the peer has a join of its own: else it
   * is asked with one rectangle after the other.
   *
   * @param corners minX, minY, maxX, maxY of each rectangle
   * @param radius most distance of an entry; 0 for those that intersect
   * @param answer takes the entry of each pair
   * @return whether it has one
   */
  default boolean join(double[] corners, double radius, int threads, Answer answer)
      throws Exception {
    return false;
  }

  /**
   * Joins rectangles with the entry nearest to each, as {@link #join} does.
   *
   * @return whether the peer has such a join of its own
   */
  default boolean joinNearest(double[] corners, int threads, Answer answer) throws Exception {
    return false;
  }

  /**
   * Returns how many levels of pages a query goes down: those of a tree, the levels of blocks of a
   * grove, whose directory is in memory, the components of an LSM R-tree; 0 if the peer does not
   * say.
   */
  default int levels() {
    return 0;
  }

  /** Returns whether queries are answered by threads of the peer, not by the one that asks. */
  default boolean hasOwnThreads() {
    return false;
  }

  /** Returns queries for one thread, which see what was committed. */
  PeerReader reader() throws Exception;

  @Override
  default void close() throws Exception {}
}
