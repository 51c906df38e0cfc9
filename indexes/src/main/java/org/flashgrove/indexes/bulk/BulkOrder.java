package org.flashgrove.indexes.bulk;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.flashgrove.core.spec.SpecException;

/** The order in which entries are packed into nodes. */
public enum BulkOrder {
  /**
   * Sort-Tile-Recursive (S. T. Leutenegger, M. A. Lopez, J. Edgington, ICDE 1997, 497-506): at each
   * level, entries sorted by the x of their centres are cut into about √P vertical slices of about
   * √P nodes each, P being the level's nodes, and each slice is sorted by y.
   */
  STR,

  /**
   * Hilbert packing (I. Kamel, C. Faloutsos, <em>On Packing R-trees</em>, CIKM 1993, 490-499):
   * entries sorted once by the Hilbert value of their centres; upper levels keep the order.
   */
  HILBERT,

  /**
   * Nearest-X, the packed R-tree of N. Roussopoulos and D. Leifker (SIGMOD 1985, 17-31), as Kamel
   * and Faloutsos compare it under the name lowx: entries sorted once by their lower x; upper
   * levels keep the order.
   */
  NEARESTX,

  /**
   * The preorder of quadrants, which is a Z-order: trees of quadrants are cut out of points in this
   * order, no other tree is packed in it.
   */
  ZORDER;

  /** Returns the word of the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the order of a word.
   *
   * @throws SpecException whose message lists the allowed words
   */
  public static BulkOrder of(String word) {
    for (BulkOrder order : values()) {
      if (order.word().equals(word)) {
        return order;
      }
    }
    throw new SpecException("bulk order '" + word + "' (allowed: " + words() + ")");
  }

  /** Returns all words, for messages. */
  public static String words() {
    return words(EnumSet.allOf(BulkOrder.class));
  }

  /** Returns the words of some orders, for messages. */
  public static String words(Set<BulkOrder> orders) {
    return orders.stream().map(BulkOrder::word).collect(Collectors.joining(", "));
  }
}
