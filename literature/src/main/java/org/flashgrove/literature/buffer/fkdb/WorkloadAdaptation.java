package org.flashgrove.literature.buffer.fkdb;

import java.util.Arrays;

/**
 * Decides online when a node's logging entries are merged on one page.
 *
 * <p>The paper's abstract names a workload adaptive online algorithm and work on metrical task
 * systems (Borodin, Linial and Saks 1992); its rule was not at hand. This is an instance of ours,
 * the rule of ski rental: a node has a credit of what its retrievals cost beyond one page each;
 * updates, which a merge does not help, take a share of a read off it; when the credit pays for the
 * merge, which reads all pages and writes one, the node is merged. With no updates that costs at
 * most twice what knowing all retrievals beforehand would.
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
   * Notes a retrieval that read {@code pages} pages; returns whether the node should be merged now.
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
