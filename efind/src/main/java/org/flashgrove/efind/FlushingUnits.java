package org.flashgrove.efind;

import java.util.Arrays;
import org.flashgrove.efind.change.BufferedNode;

/**
 * Selects the nodes that a flush writes (Carniel's thesis, 2019, Algorithm 6, lines 1 to 7).
 * Candidates are the nodes with the oldest changes, filtered by write control and grouped into
 * units of adjacent nodes. The flushing policy compares the units.
 */
final class FlushingUnits {
  /**
   * Limit on the number of single-node units that a flush writes together: for each such unit, at
   * least this many nodes must be buffered.
   */
  private static final int NODES_A_UNIT = 8;

  private final EfindConfig.Flushing flushing;
  private final int together;
  private final FlushPolicy policy;
  private final WriteBuffer writes;
  private final WriteQueue writeQueue;
  private final EfindCosts costs;
  private final BufferedNode[] unitNodes;
  private final NodeOrder order = new NodeOrder();
  private long[] candidates = new long[256];

  /**
   * Creates the selection for a write buffer.
   *
   * @param together maximum number of units that are flushed together, if a unit is a single node
   * @param writeQueue queue of recently written nodes (WQ), or null if there is no write control
   */
  FlushingUnits(
      EfindConfig.Flushing flushing,
      int together,
      FlushPolicy policy,
      WriteBuffer writes,
      WriteQueue writeQueue,
      EfindCosts costs) {
    this.flushing = flushing;
    this.together = together;
    this.policy = policy;
    this.writes = writes;
    this.writeQueue = writeQueue;
    this.costs = costs;
    unitNodes = new BufferedNode[flushing.unit()];
  }

  /** Returns the ids of the nodes to flush next. */
  long[] best() {
    return flushing.unit() == 1 ? bestNodes() : bestUnit();
  }

  /**
   * Returns the number of candidates for a flush among {@code buffered} nodes. The candidates are
   * the nodes with the oldest changes (Carniel's thesis, Algorithm 6, line 1).
   */
  private int candidateCount(int buffered) {
    double share = policy.considersAll() ? 1 : flushing.oldest();
    int count = Math.max((int) Math.floor(buffered * share), Math.min(flushing.unit(), buffered));
    costs.collectedNodes += count;
    return count;
  }

  /**
   * Selects the nodes with the oldest changes and filters them by write control (Carniel's thesis,
   * Algorithm 6, lines 1 and 2). Returns the number of selected nodes.
   */
  private int pickCandidates() {
    int count = candidateCount(writes.size());
    if (candidates.length < count) {
      candidates = new long[count * 2];
    }
    writes.oldest(candidates, count);
    return writeQueue == null ? count : writeQueue.select(candidates, count);
  }

  /**
   * Returns the ids of the flushing unit with the greatest degree (Carniel's thesis, Algorithm 6,
   * lines 3 to 7). If several units have this degree, returns the unit with the lowest ids.
   */
  private long[] bestUnit() {
    int count = pickCandidates();
    order.sort(candidates, count);
    costs.sortedNodes += count;
    policy.survey(writes);
    int best = 0;
    double bestDegree = -1;
    for (int start = 0; start < count; start += flushing.unit()) {
      int size = Math.min(count - start, flushing.unit());
      for (int i = 0; i < size; i++) {
        unitNodes[i] = writes.get(candidates[start + i]);
      }
      double degree = policy.degree(unitNodes, size);
      costs.comparedUnits++;
      if (degree > bestDegree) {
        bestDegree = degree;
        best = start;
      }
    }
    return Arrays.copyOfRange(candidates, best, Math.min(count, best + flushing.unit()));
  }

  /**
   * Returns the best units in ascending order of ids, if a unit is a single node. If several units
   * are flushed together, the second unit is the best one after the first is flushed, and so on.
   */
  private long[] bestNodes() {
    if (writeQueue != null || !policy.looksAtUnitAlone()) {
      return new long[] {bestNode()};
    }
    int buffered = writes.size();
    long[] nodeIds = new long[Math.max(1, Math.min(together, buffered / NODES_A_UNIT))];
    for (int i = 0; i < nodeIds.length; i++) {
      int count = candidateCount(buffered - i);
      costs.comparedUnits += count;
      nodeIds[i] = writes.takeBest(policy, count, i).nodeId;
    }
    Arrays.sort(nodeIds);
    return nodeIds;
  }

  private long bestNode() {
    int count = writeQueue == null ? candidateCount(writes.size()) : pickCandidates();
    policy.survey(writes);
    BufferedNode next = writes.oldest();
    double bestDegree = -1;
    long best = 0;
    for (int i = 0; i < count; i++) {
      BufferedNode node = writeQueue == null ? next : writes.get(candidates[i]);
      next = next.newer;
      unitNodes[0] = node;
      double degree = policy.degree(unitNodes, 1);
      if (degree > bestDegree || degree == bestDegree && node.nodeId < best) {
        bestDegree = degree;
        best = node.nodeId;
      }
    }
    costs.comparedUnits += count;
    return best;
  }
}
