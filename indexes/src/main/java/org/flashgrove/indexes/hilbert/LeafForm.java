package org.flashgrove.indexes.hilbert;

import org.flashgrove.core.node.EntryOrder;
import org.flashgrove.core.node.NodeLayout;

/** Content of a leaf entry: a rectangle or a point, with or without its Hilbert value. */
enum LeafForm {
  /** Id, rectangle, value: 6 words. */
  STORED_RECTANGLES(4, true),
  /** Id and rectangle: 5 words. The value is computed on demand. */
  COMPUTED_RECTANGLES(4, false),
  /** Id, x, y, value: 4 words. */
  STORED_POINTS(2, true),
  /** Id, x and y: 3 words. The value is computed on demand. */
  COMPUTED_POINTS(2, false);

  private static final int LOGICAL_ID_BYTES = 4;

  private final int boundsWords;
  private final boolean stored;

  LeafForm(int boundsWords, boolean stored) {
    this.boundsWords = boundsWords;
    this.stored = stored;
  }

  static LeafForm of(boolean points, boolean stored) {
    if (points) {
      return stored ? STORED_POINTS : COMPUTED_POINTS;
    }
    return stored ? STORED_RECTANGLES : COMPUTED_RECTANGLES;
  }

  /** Returns whether the last word of an entry is its Hilbert value. */
  boolean isStored() {
    return stored;
  }

  /** Returns the number of words in an entry. */
  int words() {
    return 1 + boundsWords + (stored ? 1 : 0);
  }

  /** Returns the number of words that identify an entry: its id and its coordinates. */
  int identityWords() {
    return 1 + boundsWords;
  }

  /**
   * Returns the layout of a leaf. An id counts as 4 logical bytes, as in the C implementation
   * FESTIval.
   */
  NodeLayout layout(EntryOrder order) {
    int logicalBytes = LOGICAL_ID_BYTES + (words() - 1) * Long.BYTES;
    return new NodeLayout(words(), identityWords(), 1, boundsWords, logicalBytes, order);
  }
}
