package org.flashgrove.core.node;

/**
 * The image of a node as a reader sees it. It does not change from the read that returned it until
 * it is released.
 *
 * <p>Entries are in slots 0 to {@link #count()} - 1. Words and slots out of range are the caller's
 * mistake and are checked only as far as memory safety requires.
 */
public interface NodeView {
  /** Number of words of a node's own header, for the tree's use. */
  int HEADER_WORDS = 3;

  /** Returns the node's id. */
  long nodeId();

  /** Returns the node's level; leaves are 0. */
  int level();

  /** Returns the number of entries. */
  int count();

  /** Returns word {@code word} of the entry in {@code slot}. */
  long word(int word, int slot);

  /** Returns word {@code word} of the entry in {@code slot}, read as a double. */
  double real(int word, int slot);

  /** Returns word {@code index}, 0 to 2, of the header that the tree keeps in its node. */
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
