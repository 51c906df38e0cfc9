package org.flashgrove.salvage.entry;

import org.flashgrove.core.node.NodeLayout;

/** Decodes leaf entries into ids and rectangles. */
public final class LeafEntries {
  private final NodeLayout layout;

  /** Creates a decoder of entries in a layout. Entries of this layout must have bounds. */
  public LeafEntries(NodeLayout layout) {
    this.layout = layout;
  }

  /** Returns the number of words of an entry. */
  public int words() {
    return layout.words();
  }

  /** Returns the id of an entry. */
  public long id(long[] words) {
    return words[0];
  }

  /** Returns the left side of an entry. */
  public double minX(long[] words) {
    return at(words, layout.boundsWord());
  }

  /** Returns the lower side of an entry. */
  public double minY(long[] words) {
    return at(words, layout.boundsWord() + 1);
  }

  /** Returns the right side of an entry. */
  public double maxX(long[] words) {
    return at(words, layout.upperBoundsWord());
  }

  /** Returns the upper side of an entry. */
  public double maxY(long[] words) {
    return at(words, layout.upperBoundsWord() + 1);
  }

  private static double at(long[] words, int word) {
    return Double.longBitsToDouble(words[word]);
  }

  /** Returns whether the words form a rectangle that a store accepts. */
  public boolean isPlausible(long[] words) {
    boolean plausible = minX(words) <= maxX(words) && minY(words) <= maxY(words);
    for (int i = 0; i < layout.boundsWords(); i++) {
      double value = at(words, layout.boundsWord() + i);
      // Ids and node ids that are read as doubles are subnormal numbers.
      plausible &= Double.isFinite(value) && (value == 0 || Math.abs(value) >= Double.MIN_NORMAL);
    }
    return plausible;
  }
}
