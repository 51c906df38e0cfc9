package org.flashgrove.lab.experiment;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Further measurements of an execution. Each component is null unless it was requested.
 *
 * @param latencies distribution of the times of queries, in nanoseconds
 * @param order page reads and writes in the order in which they happened
 * @param nodes the nodes of the tree
 */
public record Details(Histogram latencies, PageOrder order, List<Node> nodes) {
  /** No details. */
  public static final Details NONE = new Details(null, null, null);

  /**
   * A node of a tree with the bounds of its entries.
   *
   * @param height height of the node; 0 for leaves
   * @param parent id of the parent node, or -1 for the root
   */
  public record Node(
      long id, int height, long parent, double minX, double minY, double maxX, double maxY) {}
}
