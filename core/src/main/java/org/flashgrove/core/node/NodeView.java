package org.flashgrove.core.node;

/**
 * Read-only image of a node. It does not change until it is released.
 *
 * <p>Entries are in slots 0 to {@link #count()} - 1. Words and slots out of range are programming
 * errors and are checked only as far as memory safety requires.
 */
public interface NodeView {
  /** Number of words that a tree may use in the header of a node. */
  int HEADER_WORDS = 3;

  /** Returns the node's id. */
  long nodeId();

  /** Returns the node's level; leaves have level 0. */
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
   * Finds the entries whose bounds intersect a window of finite coordinates.
   *
   * @param slots receives the slots of the matching entries, ascending; its length must be at least
   *     {@link #count()}. Later elements may be overwritten
   * @return the number of matching entries
   */
  int intersecting(double minX, double minY, double maxX, double maxY, int[] slots);
}
