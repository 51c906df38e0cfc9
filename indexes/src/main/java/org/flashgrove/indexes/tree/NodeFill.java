package org.flashgrove.indexes.tree;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Limits on the number of entries in a node.
 *
 * @param leafCapacity maximum number of entries in a leaf (M), at least 3
 * @param leafMinimum minimum number of entries in a leaf other than the root (m), 2 to (M + 1) / 2
 * @param nodeCapacity maximum number of entries in an internal node, at least 3
 * @param nodeMinimum minimum number of entries in an internal node other than the root, 2 to (M +
 *     1) / 2
 */
public record NodeFill(int leafCapacity, int leafMinimum, int nodeCapacity, int nodeMinimum) {
  private static final int LEAST_CAPACITY = 3;
  private static final int LEAST_MINIMUM = 2;
  private static final double MOST_MINIMUM_FILL = 0.5;
  private static final double LEAST_MAXIMUM_FILL = 0.05;
  private static final double ROUNDING_GUARD = 1e-9; // 0.07 * 100 is a little more than 7

  /** Throws a {@link SpecException} if a limit is out of range. */
  public NodeFill {
    require("leaf", leafCapacity, leafMinimum);
    require("node", nodeCapacity, nodeMinimum);
  }

  private static void require(String kind, int capacity, int minimum) {
    if (capacity < LEAST_CAPACITY) {
      throw new SpecException(
          kind + "capacity=" + capacity + " (allowed: " + LEAST_CAPACITY + " or more)");
    }
    if (minimum < LEAST_MINIMUM || minimum > (capacity + 1) / 2) {
      throw new SpecException(
          kind + " minimum " + minimum + " (allowed: 2 to " + (capacity + 1) / 2 + ")");
    }
  }

  /**
   * Reads the optional keys {@code capacity=N,minfill=40%,maxfill=100%}. {@code
   * leafcapacity,leafminfill,leafmaxfill} override them for leaves, and {@code
   * nodecapacity,nodeminfill,nodemaxfill} override them for internal nodes.
   *
   * <p>The limits are M = ⌈c · maxfill⌉ and m = max(2, ⌈M · minfill⌉). Here c is the given
   * capacity, or by default the number of entries that fit in a page.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws SpecException if a value is out of range; the message names the allowed range
   */
  public static NodeFill of(Spec spec, TreeLayout layout, int pageSize) {
    return of(spec, layout, pageSize, 0.4);
  }

  /**
   * Reads the keys like {@link #of(Spec, TreeLayout, int)}, with another default minimum fill.
   *
   * @param usualMinFill default minimum fill, 0 to 0.5
   */
  public static NodeFill of(Spec spec, TreeLayout layout, int pageSize, double usualMinFill) {
    int leafFits = fits(spec, pageSize, layout, 0);
    int nodeFits = fits(spec, pageSize, layout, 1);
    int least = Math.min(leafFits, nodeFits);
    int both = spec.integer("capacity", least, LEAST_CAPACITY, least);
    boolean given = spec.has("capacity");
    int leaf = spec.integer("leafcapacity", given ? both : leafFits, LEAST_CAPACITY, leafFits);
    int node = spec.integer("nodecapacity", given ? both : nodeFits, LEAST_CAPACITY, nodeFits);
    double minFill = spec.fraction("minfill", usualMinFill, 0, MOST_MINIMUM_FILL);
    double maxFill = spec.fraction("maxfill", 1, LEAST_MAXIMUM_FILL, 1);
    int leafCapacity = filled(leaf, spec.fraction("leafmaxfill", maxFill, LEAST_MAXIMUM_FILL, 1));
    int nodeCapacity = filled(node, spec.fraction("nodemaxfill", maxFill, LEAST_MAXIMUM_FILL, 1));
    double leafMinFill = spec.fraction("leafminfill", minFill, 0, MOST_MINIMUM_FILL);
    double nodeMinFill = spec.fraction("nodeminfill", minFill, 0, MOST_MINIMUM_FILL);
    return new NodeFill(
        leafCapacity,
        Math.max(LEAST_MINIMUM, filled(leafCapacity, leafMinFill)),
        nodeCapacity,
        Math.max(LEAST_MINIMUM, filled(nodeCapacity, nodeMinFill)));
  }

  private static int fits(Spec spec, int pageSize, TreeLayout layout, int level) {
    int fits = NodePage.capacity(pageSize, layout.at(level));
    if (fits < LEAST_CAPACITY) {
      throw new SpecException(
          spec.name()
              + ": a page has room for "
              + fits
              + " entries only (allowed: 3 or more); use a larger page size");
    }
    return fits;
  }

  private static int filled(int capacity, double fill) {
    return (int) Math.ceil(capacity * fill - ROUNDING_GUARD);
  }

  /**
   * Checks that the entries of full nodes fit in a page.
   *
   * @throws SpecException if they do not; the message names the maximum capacity for this page size
   */
  public void requireFits(TreeLayout layout, int pageSize) {
    requireFits("leafcapacity", leafCapacity, NodePage.capacity(pageSize, layout.leaf()));
    requireFits("nodecapacity", nodeCapacity, NodePage.capacity(pageSize, layout.internal()));
  }

  private static void requireFits(String key, int capacity, int fits) {
    if (capacity > fits) {
      throw new SpecException(key + "=" + capacity + " (allowed: 3 to " + fits + ")");
    }
  }

  /** Returns the maximum number of entries in a node at a level. */
  public int capacity(int level) {
    return level == 0 ? leafCapacity : nodeCapacity;
  }

  /** Returns the minimum number of entries in a node at a level. It does not apply to the root. */
  public int minimum(int level) {
    return level == 0 ? leafMinimum : nodeMinimum;
  }
}
