package org.flashgrove.literature.tree.fortree;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of a FOR-tree.
 *
 * @param fill most entries of nodes, and least below which deletions take them in
 * @param blind whether an insertion goes into a leaf without reading it and its overflow nodes,
 *     whose counts are known; off reads them
 * @param policy when overflow nodes are merged back
 * @param accounting which accesses count
 * @param order how a merge-back shares out entries
 */
public record ForTreeConfig(
    NodeFill fill,
    boolean blind,
    MergeBackPolicy policy,
    OverflowAccounting accounting,
    MergeBackOrder order) {
  private static final double DEFAULT_READ_COST = 30; // µs: thesis, table 12
  private static final double DEFAULT_RATIO = 10; // 300 µs

  /**
   * Checks that chains are bounded where they are said to be: the first overflow node must reach
   * its threshold before it is full. If it does not, none ever does without queries: with k nodes
   * there were less than kM accesses, and the threshold is about 2.5 k y / x.
   */
  public ForTreeConfig {
    int least = Math.min(fill.leafCapacity(), fill.nodeCapacity());
    if (accounting == OverflowAccounting.ALL && policy.threshold(1) > least - 1) {
      throw new SpecException(
          "y/x="
              + policy.writeCost() / policy.readCost()
              + " with "
              + least
              + " entries a node: overflow nodes would fill up before they are merged back"
              + " (allowed: 2*y/x below the capacity, or accounting=root|paper)");
    }
  }

  /**
   * Reads {@code fortree:x=30,y=300,accounting=all,mergeback=arrival,capacity=N,leafcapacity=N,
   * nodecapacity=N,minfill=40%,maxfill=100%,blind=on}, all optional. x and y are the costs of a
   * page's read and write in any one unit; y is 10 x if it is not said, or what nodes of few
   * entries allow with {@code accounting=all}. Capacities and fills as {@link NodeFill#of} says.
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @throws SpecException for an unknown key or a value out of range; the message lists what is
   *     allowed
   */
  public static ForTreeConfig of(Spec spec, int pageSize) {
    String accounting = spec.choice("accounting", "all", "all", "root", "paper");
    String order = spec.choice("mergeback", "arrival", "arrival", "even", "hilbert", "quadratic");
    NodeFill fill = NodeFill.of(spec, ForTree.LAYOUT, pageSize);
    double readCost = cost(spec, "x", DEFAULT_READ_COST);
    double ratio = DEFAULT_RATIO;
    if (accounting.equals("all")) {
      // The first threshold is 2 y/x accesses, and an overflow node takes one entry without one.
      ratio = Math.min(ratio, (Math.min(fill.leafCapacity(), fill.nodeCapacity()) - 1) / 2.0);
    }
    double writeCost = cost(spec, "y", readCost * ratio);
    boolean blind = spec.flag("blind", true);
    spec.requireAllUsed();
    return new ForTreeConfig(
        fill,
        blind,
        new MergeBackPolicy(readCost, writeCost),
        OverflowAccounting.valueOf(accounting.toUpperCase(Locale.ROOT)),
        MergeBackOrder.valueOf(order.toUpperCase(Locale.ROOT)));
  }

  private static double cost(Spec spec, String key, double fallback) {
    return spec.value(key, Double.toString(fallback), "a number above 0", Double::parseDouble);
  }
}
