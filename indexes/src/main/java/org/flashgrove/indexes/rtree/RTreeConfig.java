package org.flashgrove.indexes.rtree;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.split.SplitAlgorithms;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Settings of an R-tree: the split algorithm, the fill of nodes and the descent.
 *
 * @param split name of the split: {@code linear}, {@code quadratic}, {@code exponential}, {@code
 *     greene}, {@code angtan} or {@code rstar}
 * @param fill most and least entries of nodes; most 16 for the exponential split
 * @param blind whether an insertion goes into a leaf without reading it unless it must be split;
 *     off reproduces the papers, which read it first
 */
public record RTreeConfig(String split, NodeFill fill, boolean blind) {
  /** Checks the ranges given above. */
  public RTreeConfig {
    SplitAlgorithms.requireValid(split, fill);
  }

  /**
   * Reads {@code rtree:split=quadratic,capacity=N,leafcapacity=N,nodecapacity=N,minfill=40%,
   * maxfill=100%,blind=on}, all optional; capacities and fills as {@link NodeFill#of} says.
   *
   * @param pageSize bytes of a page, which bound the capacities
   * @throws org.flashgrove.core.spec.SpecException for an unknown key or a value out of range; the
   *     message lists what is allowed
   */
  public static RTreeConfig of(Spec spec, int pageSize) {
    String split = spec.choice("split", "quadratic", SplitAlgorithms.names());
    NodeFill fill = NodeFill.of(spec, RTree.LAYOUT, pageSize);
    boolean blind = spec.flag("blind", true);
    spec.requireAllUsed();
    return new RTreeConfig(split, fill, blind);
  }
}
