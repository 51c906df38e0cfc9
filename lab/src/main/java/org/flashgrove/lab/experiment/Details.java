package org.flashgrove.lab.experiment;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Details of an execution. Each part is null unless it was requested.
 *
 * @param latencies nanoseconds of single queries
 * @param order pages read and written
 * @param nodes the nodes of the tree
 */
public record Details(Histogram latencies, PageOrder order, List<Node> nodes) {
  /** Nothing. */
  public static final Details NONE = new Details(null, null, null);

  /**
   * A node of a tree with the bounds of its entries.
   *
   * @param height 0 for leaves
   * @param parent the node above, or -1
   */
  public record Node(
      long id, int height, long parent, double minX, double minY, double maxX, double maxY) {}
}
