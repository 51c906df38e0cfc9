package org.flashgrove.access;

import org.flashgrove.core.node.NodeLayout;

/** Reads the words of leaf entries as rectangles. */
final class LeafEntries {
  private final NodeLayout layout;

  /** Entries of a layout with bounds. */
  LeafEntries(NodeLayout layout) {
    this.layout = layout;
  }

  /** Words of an entry. */
  int words() {
    return layout.words();
  }

  long id(long[] words) {
    return words[0];
  }

  double minX(long[] words) {
    return at(words, layout.boundsWord());
  }

  double minY(long[] words) {
    return at(words, layout.boundsWord() + 1);
  }

  double maxX(long[] words) {
    return at(words, layout.upperBoundsWord());
  }

  double maxY(long[] words) {
    return at(words, layout.upperBoundsWord() + 1);
  }

  private static double at(long[] words, int word) {
    return Double.longBitsToDouble(words[word]);
  }

  /** Whether these words may be a rectangle that was inserted. */
  boolean isPlausible(long[] words) {
    boolean plausible = minX(words) <= maxX(words) && minY(words) <= maxY(words);
    for (int i = 0; i < layout.boundsWords(); i++) {
      double value = at(words, layout.boundsWord() + i);
      // Ids and node ids, read as numbers, are denormal.
      plausible &= Double.isFinite(value) && (value == 0 || Math.abs(value) >= Double.MIN_NORMAL);
    }
    return plausible;
  }
}
