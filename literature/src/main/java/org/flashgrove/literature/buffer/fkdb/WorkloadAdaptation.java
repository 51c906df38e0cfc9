package org.flashgrove.literature.buffer.fkdb;

import java.util.Arrays;

/**
 * Decides online when a node's logging entries, which are scattered over several pages, are merged
 * into one page.
 *
 * <p>The paper's abstract mentions a workload-adaptive online algorithm and metrical task systems
 * (Borodin, Linial and Saks 1992), but the rule of that algorithm was not available. This class
 * uses the ski-rental rule. Each node has a credit. A read of the node adds the cost of all pages
 * that were read for it, except the first. An update, which does not benefit from a merge,
 * subtracts a share of the cost of a page read. The node is merged when its credit is at least the
 * cost of the merge: reading all pages of the node and writing one page. Without updates the total
 * cost is at most twice the cost of an algorithm that knows all reads in advance.
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

  /** Takes note of a logging entry that was added to a node. */
  void updated(long nodeId) {
    if (nodeId < credits.length) {
      credits[(int) nodeId] = Math.max(0, credits[(int) nodeId] - updateCost);
    }
  }

  /**
   * Takes note of {@code pages} page reads for a node. Returns whether the node should be merged
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

  /**
   * Sets the credit of a node to zero. Called when the node was merged, or when another node gets
   * its id.
   */
  void restart(long nodeId) {
    if (nodeId < credits.length) {
      credits[(int) nodeId] = 0;
    }
  }

  double credit(long nodeId) {
    return nodeId < credits.length ? credits[(int) nodeId] : 0;
  }
}
