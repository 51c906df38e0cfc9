package org.flashgrove.indexes.rtree;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * What an R-tree is built with: split, fill of nodes, the way into leaves.
 *
 * @param split name of the split, one of {@code linear}, {@code quadratic}
 * @param leafCapacity most entries of a leaf (M), at least 3
 * @param leafMinimum least entries of a leaf that is not the root (m), 2 to (M + 1) / 2
 * @param nodeCapacity most entries of an internal node, at least 3
 * @param nodeMinimum least entries of an internal node that is not the root, 2 to (M + 1) / 2
 * @param blind whether an insertion goes into a leaf without reading it unless it must be split;
 *     off reproduces the papers, which read it first
 */
public record RTreeConfig(
    String split,
    int leafCapacity,
    int leafMinimum,
    int nodeCapacity,
    int nodeMinimum,
    boolean blind) {

  private static final int LEAST_CAPACITY = 3;
  private static final int LEAST_MINIMUM = 2;
  private static final double ROUNDING_GUARD = 1e-9; // 0.07 * 100 is a little more than 7

  /** Checks the ranges given above. */
  public RTreeConfig {
    if (!Arrays.asList(SplitAlgorithms.names()).contains(split)) {
      throw new SpecException(
          "split=" + split + " (allowed: " + String.join(", ", SplitAlgorithms.names()) + ")");
    }
    requireFill("leaf", leafCapacity, leafMinimum);
    requireFill("node", nodeCapacity, nodeMinimum);
  }

  private static void requireFill(String kind, int capacity, int minimum) {
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
   * Reads {@code rtree:split=quadratic,capacity=N,leafcapacity=N,nodecapacity=N,minfill=40%,
   * maxfill=100%,blind=on}, all optional.
   *
   * <p>Per level M = ⌈c · maxfill⌉, where c is the level's capacity, else {@code capacity}, else
   * what the page holds; m = max(2, ⌈M · minfill⌉).
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @throws SpecException for an unknown key or a value out of range; tells what is allowed
   */
  public static RTreeConfig of(Spec spec, int pageSize) {
    int fits = NodePage.capacity(pageSize, RTree.LAYOUT.leaf());
    String split = spec.choice("split", "quadratic", SplitAlgorithms.names());
    int both = capacity(spec, "capacity", fits, fits);
    int leaf = capacity(spec, "leafcapacity", both, fits);
    int node = capacity(spec, "nodecapacity", both, fits);
    double minFill = spec.fraction("minfill", 0.4, 0, 0.5);
    double maxFill = spec.fraction("maxfill", 1, 0.05, 1);
    boolean blind = spec.flag("blind", true);
    spec.requireAllUsed();
    int leafCapacity = filled(leaf, maxFill);
    int nodeCapacity = filled(node, maxFill);
    return new RTreeConfig(
        split,
        leafCapacity,
        Math.max(LEAST_MINIMUM, filled(leafCapacity, minFill)),
        nodeCapacity,
        Math.max(LEAST_MINIMUM, filled(nodeCapacity, minFill)),
        blind);
  }

  private static int capacity(Spec spec, String key, int fallback, int fits) {
    if (fits < LEAST_CAPACITY) {
      throw new SpecException(
          spec.name() + ": a page holds " + fits + " entries (allowed: 3 or more)");
    }
    return spec.integer(key, fallback, LEAST_CAPACITY, fits);
  }

  private static int filled(int capacity, double fill) {
    return (int) Math.ceil(capacity * fill - ROUNDING_GUARD);
  }

  /** Most entries of a node at a level. */
  int capacity(int level) {
    return level == 0 ? leafCapacity : nodeCapacity;
  }

  /** Least entries of a node at a level, unless it is the root. */
  int minimum(int level) {
    return level == 0 ? leafMinimum : nodeMinimum;
  }
}
