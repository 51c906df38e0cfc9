package org.flashgrove.literature.buffer.fkdb;

import java.util.Arrays;

/**
 * Decides online when a node's logging entries are merged into one page.
 *
 * <p>The paper's abstract mentions a workload-adaptive online algorithm and metrical task systems
 * (Borodin, Linial and Saks 1992), but its rule was not available. This class uses the ski-rental
 * rule. The cost of each page that a read needs beyond the first adds to a node's credit. Updates,
 * which do not benefit from a merge, subtract a share of a read. When the credit pays for reading
 * all pages and writing one, the node is merged. Without updates the total cost is at most twice
 * that of an algorithm that knows all reads in advance.
 */
final class WorkloadAdaptation {
  private final int readCost;
  private final int writeCost;
  private final double updateCost;
  private double[] credits = new double[64];

  WorkloadAdaptation(FkdbConfig config) {
    readCost = config.readCost();
    writeCost = config.writeCost();
    updateCost = config.updateWeight() * config.readCost();
  }

  /** Notes an update of a node. */
  void updated(long nodeId) {
    if (nodeId < credits.length) {
      credits[(int) nodeId] = Math.max(0, credits[(int) nodeId] - updateCost);
    }
  }

  /**
   * Records that reading a node took {@code pages} pages; returns whether the node should be merged
   * now.
   */
  boolean retrieved(long nodeId, int pages) {
    if (nodeId >= credits.length) {
      credits = Arrays.copyOf(credits, (int) Math.max(nodeId + 1, 2L * credits.length));
    }
    int node = (int) nodeId;
    credits[node] += Math.max(0, pages - 1) * (double) readCost;
    return pages > 1 && credits[node] >= (double) pages * readCost + writeCost;
  }

  /** Sets the credit of a node to 0: the node was merged, or its id now belongs to another one. */
  void restart(long nodeId) {
    if (nodeId < credits.length) {
      credits[(int) nodeId] = 0;
    }
  }

  /** Returns the credit of a node. */
  double credit(long nodeId) {
    return nodeId < credits.length ? credits[(int) nodeId] : 0;
  }
}
