package org.flashgrove.core.node;

/**
 * A node as a reader sees it: immutable from the read that gave it until it is released.
 *
 * <p>Words and slots are not checked beyond what memory safety asks; a slot is valid from 0 to
 * {@link #count()} - 1.
 */
public interface NodeView {
  /** Number of words of a node's own header, for the tree's use. */
  int HEADER_WORDS = 3;

  /** The node's id. */
  long nodeId();

  /** The node's level; leaves are 0. */
  int level();

  /** Number of entries. */
  int count();

  /** Word {@code word} of the entry in {@code slot}. */
  long word(int word, int slot);

  /** Word {@code word} of the entry in {@code slot}, read as a double. */
  double real(int word, int slot);

  /** Word {@code index} (0 to 2) of the header a tree keeps in its node. */
  long header(int index);

  /** Copies all words of the entry in {@code slot} to {@code into[at]} and on. */
  void copyEntry(int slot, long[] into, int at);

  /** Copies word {@code word} of all entries, read as doubles, to the front of {@code into}. */
  void copyReals(int word, double[] into);

  /**
   * Finds the entries whose bounds share a point with a window of finite coordinates.
   *
   * @param slots gets their slots, ascending; at least {@link #count()} long. Those behind the ones
   *     that were found may be overwritten
   * @return how many there are
   */
  int intersecting(double minX, double minY, double maxX, double maxY, int[] slots);
}
