package org.flashgrove.literature.tree.fortree;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of a FOR-tree, whose full nodes continue in overflow nodes.
 *
 * @param fill maximum number of entries in a node, and the minimum number below which a deletion
 *     dissolves the node
 * @param blind whether an insertion adds an entry to a leaf without reading the leaf and its
 *     overflow nodes
 * @param policy rule for when a merge-back is due, which turns overflow nodes into ordinary nodes
 * @param accounting rule for which accesses count towards a merge-back
 * @param order rule for distributing the entries over nodes in a merge-back
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
   * Checks that a chain of overflow nodes cannot grow without limit if there are no queries. The
   * insertions that fill the first overflow node must be enough accesses for a merge-back, which
   * ends the chain. Otherwise no chain would ever be merged back. To fill k nodes of M entries
   * takes fewer than kM accesses, while the threshold is about 2.5 k y / x accesses. Here x is the
   * cost of reading a page, and y is the cost of writing a page.
   */
  public ForTreeConfig {
    int least = Math.min(fill.leafCapacity(), fill.nodeCapacity());
    if (accounting == OverflowAccounting.ALL && policy.threshold(1) > least - 1) {
      throw new SpecException(
          "y/x="
              + policy.writeCost() / policy.readCost()
              + " with "
              + least
              + " entries per node: overflow nodes would fill up before they are merged back"
              + " (allowed: 2*y/x below the capacity, or accounting=root|paper)");
    }
  }

  /**
   * Parses {@code fortree:x=30,y=300,accounting=all,mergeback=arrival,capacity=N,leafcapacity=N,
   * nodecapacity=N,minfill=40%,maxfill=100%,blind=on}. All keys are optional. x and y are the costs
   * of reading and writing a page, in the same unit. The default of y is 10 x; with {@code
   * accounting=all} and few entries per node, the default is lower. {@link NodeFill#of} describes
   * capacities and fills.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws SpecException if a key or value is invalid; the message lists the allowed values
   */
  public static ForTreeConfig of(Spec spec, int pageSize) {
    String accounting = spec.choice("accounting", "all", "all", "root", "paper");
    String order = spec.choice("mergeback", "arrival", "arrival", "even", "hilbert", "quadratic");
    NodeFill fill = NodeFill.of(spec, ForTree.LAYOUT, pageSize);
    double readCost = cost(spec, "x", DEFAULT_READ_COST);
    double ratio = DEFAULT_RATIO;
    if (accounting.equals("all")) {
      // The first threshold is 2 y/x accesses, and the first entry of an overflow node does not
      // count.
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
