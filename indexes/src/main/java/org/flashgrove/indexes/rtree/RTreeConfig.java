package org.flashgrove.indexes.rtree;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.split.SplitAlgorithms;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of an R-tree.
 *
 * @param split name of the split: {@code linear}, {@code quadratic}, {@code exponential}, {@code
 *     greene}, {@code angtan} or {@code rstar}
 * @param fill limits on the number of entries in a node; capacities of at most 16 for the
 *     exponential split
 * @param blind whether an insertion adds to a leaf without reading it unless the leaf must be
 *     split. If false, the leaf is read first, as in Guttman's paper (1984)
 */
public record RTreeConfig(String split, NodeFill fill, boolean blind) {
  /**
   * Throws a {@link org.flashgrove.core.spec.SpecException} if the split is unknown or a capacity
   * exceeds its limit.
   */
  public RTreeConfig {
    SplitAlgorithms.requireValid(split, fill);
  }

  /**
   * Reads {@code rtree:split=quadratic,capacity=N,leafcapacity=N,nodecapacity=N,minfill=40%,
   * maxfill=100%,blind=on}, all optional. {@link NodeFill#of} describes capacities and fills.
   *
   * @param pageSize page size in bytes, which limits the capacities
   * @throws org.flashgrove.core.spec.SpecException if a key is unknown or a value is out of range;
   *     the message lists the allowed values
   */
  public static RTreeConfig of(Spec spec, int pageSize) {
    String split = spec.choice("split", "quadratic", SplitAlgorithms.names());
    NodeFill fill = NodeFill.of(spec, RTree.LAYOUT, pageSize);
    boolean blind = spec.flag("blind", true);
    spec.requireAllUsed();
    return new RTreeConfig(split, fill, blind);
  }
}
