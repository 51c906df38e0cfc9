package org.flashgrove.indexes.bulk;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.flashgrove.core.spec.SpecException;

/** Order in which entries are packed into nodes. */
public enum BulkOrder {
  /**
   * Sort-Tile-Recursive (S. T. Leutenegger, M. A. Lopez, J. Edgington, ICDE 1997, 497-506). For a
   * level of P nodes, entries are sorted by the x of their centres. They are divided into about √P
   * vertical slices of about √P nodes each. Each slice is then sorted by y.
   */
  STR,

  /**
   * Hilbert packing (I. Kamel, C. Faloutsos, <em>On Packing R-trees</em>, CIKM 1993, 490-499).
   * Entries are sorted once by the Hilbert value of their centres. Upper levels have the same
   * order.
   */
  HILBERT,

  /**
   * Nearest-X, the packed R-tree of N. Roussopoulos and D. Leifker (SIGMOD 1985, 17-31), which
   * Kamel and Faloutsos call lowx. Entries are sorted once by their lower x. Upper levels have the
   * same order.
   */
  NEARESTX,

  /**
   * Preorder of quadrants, which is a Z-order. Only trees whose nodes are quadrants are packed in
   * this order.
   */
  ZORDER;

  /** Returns the name on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the order with the given name.
   *
   * @throws SpecException if there is no such order; the message lists the allowed names
   */
  public static BulkOrder of(String word) {
    for (BulkOrder order : values()) {
      if (order.word().equals(word)) {
        return order;
      }
    }
    throw new SpecException("bulk order '" + word + "' (allowed: " + words() + ")");
  }

  /** Returns the names of all orders, for messages. */
  public static String words() {
    return words(EnumSet.allOf(BulkOrder.class));
  }

  /** Returns the names of some orders, for messages. */
  public static String words(Set<BulkOrder> orders) {
    return orders.stream().map(BulkOrder::word).collect(Collectors.joining(", "));
  }
}
