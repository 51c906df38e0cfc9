package org.flashgrove.efind;

import java.util.Arrays;
import org.flashgrove.core.order.RadixSort;
import org.flashgrove.efind.change.BufferedNode;

/**
 * Selects the nodes that a flush writes (Carniel's thesis, 2019, Algorithm 6, lines 1 to 7). It
 * first takes the nodes with the oldest changes. From these nodes, write control (Algorithm 7) may
 * remove nodes that do not fit the pattern of recent writes. The remaining nodes are sorted by id
 * and divided into flushing units, and the policy chooses the unit with the greatest degree.
 */
final class FlushingUnits {
  /**
   * Number of buffered nodes that allows a flush to write one more single-node unit. A flush writes
   * at most one such unit per {@value} buffered nodes, but always at least one.
   */
  private static final int NODES_A_UNIT = 8;

  private final EfindConfig.Flushing flushing;
  private final int together;
  private final FlushPolicy policy;
  private final WriteBuffer writes;
  private final WriteQueue writeQueue;
  private final EfindCosts costs;
  private final BufferedNode[] unitNodes;
  private final RadixSort order = new RadixSort();
  private long[] candidates = new long[256];

  /**
   * Creates the selection for a write buffer.
   *
   * @param together maximum number of units that one flush writes if a unit is a single node
   * @param policy policy that ranks the units
   * @param writeQueue queue of recently written nodes (WQ), or null if write control is off
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

  /** Returns the ids of the nodes that the next flush should write. */
  long[] best() {
    return flushing.unit() == 1 ? bestNodes() : bestUnit();
  }

  /**
   * Returns the number of nodes among which a flush may choose if {@code buffered} nodes are in the
   * write buffer (Carniel's thesis, Algorithm 6, line 1).
   */
  private int candidateCount(int buffered) {
    double share = policy.considersAll() ? 1 : flushing.oldest();
    int count = Math.max((int) Math.floor(buffered * share), Math.min(flushing.unit(), buffered));
    costs.collectedNodes += count;
    return count;
  }

  /**
   * Writes to {@link #candidates} the ids of the nodes with the oldest changes, and lets write
   * control filter them (Carniel's thesis, Algorithm 6, lines 1 and 2). Returns the number of
   * remaining ids.
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
    order.sortNext(candidates, count);
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
   * Returns the ids of the single-node units to flush, in ascending order. Selects the best unit,
   * then the best of the remaining units, and so on.
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
