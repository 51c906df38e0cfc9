package org.flashgrove.indexes.rtree;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of an R*-tree.
 *
 * @param fill limits on the number of entries in a node
 * @param reinsertLeaf share of an overflowing leaf's entries that are reinserted, 0 to 0.5; 0 for
 *     none
 * @param reinsertInner share of an overflowing internal node's entries that are reinserted, 0 to
 *     0.5; 0 for none
 * @param order order of reinsertion
 * @param neighbours number of children with the least enlargement that are compared by overlap, at
 *     least 1
 * @param blind whether an insertion adds to a leaf without reading it unless the leaf overflows. If
 *     false, the leaf is read first, as in the R*-tree paper (Beckmann et al. 1990)
 */
public record RStarConfig(
    NodeFill fill,
    double reinsertLeaf,
    double reinsertInner,
    Order order,
    int neighbours,
    boolean blind) {

  /** Order in which the entries of an overflowing node are reinserted. */
  public enum Order {
    /**
     * The entry nearest to the node's centre comes first. Beckmann et al. (1990) found this order
     * better.
     */
    CLOSE,
    /** The entry farthest from the node's centre comes first. */
    FAR
  }

  private static final double MOST_REINSERTED = 0.5;
  private static final int MOST_NEIGHBOURS = 65_536;

  /**
   * Throws a {@link SpecException} if a reinsertion share or {@code neighbours} is out of range.
   */
  public RStarConfig {
    requireShare("reinsertleaf", reinsertLeaf);
    requireShare("reinsertinner", reinsertInner);
    if (neighbours < 1) {
      throw new SpecException("neighbours=" + neighbours + " (allowed: 1 or more)");
    }
  }

  private static void requireShare(String key, double share) {
    if (!(share >= 0 && share <= MOST_REINSERTED)) {
      throw new SpecException(key + "=" + share + " (allowed: 0 to " + MOST_REINSERTED + ")");
    }
  }

  /**
   * Reads {@code rstar:reinsert=30%,reinsertleaf=P,reinsertinner=P,order=close,neighbours=32,
   * capacity=N,leafcapacity=N,nodecapacity=N,minfill=40%,maxfill=100%,blind=on}, all optional.
   * {@code reinsertleaf} and {@code reinsertinner} override {@code reinsert}. {@link NodeFill#of}
   * describes capacities and fills.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws SpecException if a key is unknown or a value is out of range; the message lists the
   *     allowed values
   */
  public static RStarConfig of(Spec spec, int pageSize) {
    double both = spec.fraction("reinsert", 0.3, 0, MOST_REINSERTED);
    double leaf = spec.fraction("reinsertleaf", both, 0, MOST_REINSERTED);
    double inner = spec.fraction("reinsertinner", both, 0, MOST_REINSERTED);
    String order = spec.choice("order", "close", "close", "far");
    int neighbours = spec.integer("neighbours", 32, 1, MOST_NEIGHBOURS);
    NodeFill fill = NodeFill.of(spec, RTree.LAYOUT, pageSize);
    boolean blind = spec.flag("blind", true);
    spec.requireAllUsed();
    return new RStarConfig(
        fill, leaf, inner, Order.valueOf(order.toUpperCase(Locale.ROOT)), neighbours, blind);
  }
}
