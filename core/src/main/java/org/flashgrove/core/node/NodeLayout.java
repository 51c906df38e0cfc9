package org.flashgrove.core.node;

/**
 * Layout of the entries of one level of a tree.
 *
 * <p>An entry is a fixed number of 64-bit words; doubles are stored as their raw bits. Word 0 is
 * the child's node id in internal nodes and the object's id in leaves.
 *
 * @param words words per entry, 1 to 64
 * @param identityWords number of words, from word 0 on, that identify an entry within its node, 1
 *     to {@code words}. In internal nodes this is 1 (the child's node id); in leaves the words
 *     include the id and the rectangle
 * @param boundsWord index of the first word of the bounds, or -1 without bounds
 * @param boundsWords 4 for bounds minX, minY, maxX, maxY; 2 for a point x, y; 0 without bounds
 * @param logicalBytes size of an entry in bytes for logical memory accounting
 * @param order the order of entries within a node, or null if they are unordered
 * @param isRaw whether a node contains bytes in a format that only its tree knows. Each word of the
 *     node then counts as an entry with a fixed position, and {@link NodeOperation#patch} changes
 *     the bytes
 */
public record NodeLayout(
    int words,
    int identityWords,
    int boundsWord,
    int boundsWords,
    int logicalBytes,
    EntryOrder order,
    boolean isRaw) {

  /** Layout of nodes that contain bytes in a format that only their tree knows ({@link #isRaw}). */
  public static final NodeLayout RAW = new NodeLayout(1, 1, -1, 0, Long.BYTES, null, true);

  /** Value of {@link #boundsWord} in a layout without bounds. */
  public static final int NO_BOUNDS = -1;

  /** Throws an {@link IllegalArgumentException} if a component is out of range. */
  public NodeLayout {
    require(words >= 1 && words <= 64, "words", words, "1 to 64");
    require(
        identityWords >= 1 && identityWords <= words, "identityWords", identityWords, "1 to words");
    require(
        boundsWord == NO_BOUNDS ? boundsWords == 0 : boundsWords == 2 || boundsWords == 4,
        "boundsWords",
        boundsWords,
        "2 or 4; 0 without bounds");
    require(
        boundsWord == NO_BOUNDS || (boundsWord >= 0 && boundsWord + boundsWords <= words),
        "boundsWord",
        boundsWord,
        "-1, or 0 to words - boundsWords");
    require(logicalBytes >= 1, "logicalBytes", logicalBytes, "at least 1");
  }

  /** Creates a layout of entries that are not raw bytes. */
  public NodeLayout(
      int words,
      int identityWords,
      int boundsWord,
      int boundsWords,
      int logicalBytes,
      EntryOrder order) {
    this(words, identityWords, boundsWord, boundsWords, logicalBytes, order, false);
  }

  /** Creates a layout with bounds of four words, or without bounds. */
  public NodeLayout(
      int words, int identityWords, int boundsWord, int logicalBytes, EntryOrder order) {
    this(words, identityWords, boundsWord, boundsWord == NO_BOUNDS ? 0 : 4, logicalBytes, order);
  }

  /** Returns an unordered layout whose entries are an id and a rectangle. */
  public static NodeLayout rectangles(int identityWords, int logicalBytes) {
    return new NodeLayout(5, identityWords, 1, logicalBytes, null);
  }

  /**
   * Returns the index of the word maxX, which is followed by maxY. For points, this is the index of
   * x.
   */
  public int upperBoundsWord() {
    return boundsWord + boundsWords - 2;
  }

  /**
   * Returns whether a node may contain several equal entries, as leaves may. If so, {@link
   * NodeOperation#add} always adds an entry, and {@link NodeOperation#remove} removes one of the
   * equal entries.
   */
  public boolean repeats() {
    return identityWords > 1;
  }

  /** Returns whether entries have bounds. */
  public boolean hasBounds() {
    return boundsWord != NO_BOUNDS;
  }

  private static void require(boolean holds, String name, int value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " = " + value + " (allowed: " + allowed + ")");
    }
  }
}
