package org.flashgrove.core.node;

/**
 * What a tree states about the entries of one level.
 *
 * <p>An entry is a fixed number of 64-bit words; doubles are kept as their raw bits. Word 0 is the
 * child's node id in internal nodes and the object's id in leaves.
 *
 * @param words words per entry, 1 to 64
 * @param identityWords the first so many words identify an entry within its node: 1 in internal
 *     nodes (the child id), the id and the rectangle in leaves
 * @param boundsWord index of the first of four words minX, minY, maxX, maxY, or -1 without bounds
 * @param logicalBytes bytes the entry counts in logical memory accounting
 * @param order the order of entries within a node, or null if any order will do
 */
public record NodeLayout(
    int words, int identityWords, int boundsWord, int logicalBytes, EntryOrder order) {

  /** Marks a layout without bounds. */
  public static final int NO_BOUNDS = -1;

  /** Checks the ranges given above. */
  public NodeLayout {
    require(words >= 1 && words <= 64, "words", words, "1 to 64");
    require(
        identityWords >= 1 && identityWords <= words, "identityWords", identityWords, "1 to words");
    require(
        boundsWord == NO_BOUNDS || (boundsWord >= 0 && boundsWord + 4 <= words),
        "boundsWord",
        boundsWord,
        "-1, or 0 to words - 4");
    require(logicalBytes >= 1, "logicalBytes", logicalBytes, "at least 1");
  }

  /** An unordered layout of id and rectangle with the given identity and logical size. */
  public static NodeLayout rectangles(int identityWords, int logicalBytes) {
    return new NodeLayout(5, identityWords, 1, logicalBytes, null);
  }

  /** Whether entries have bounds. */
  public boolean hasBounds() {
    return boundsWord != NO_BOUNDS;
  }

  private static void require(boolean holds, String name, int value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " = " + value + " (allowed: " + allowed + ")");
    }
  }
}
