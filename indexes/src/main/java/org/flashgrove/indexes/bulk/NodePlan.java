package org.flashgrove.indexes.bulk;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.indexes.check.TreeRules;

/**
 * Distribution of a level's entries over nodes. All nodes get the same number of entries, and the
 * last node gets the rest. If the rest is below the minimum, the last two nodes share their entries
 * evenly or are merged.
 */
final class NodePlan {
  private final long entries;
  private final int usual;
  private final long nodes;
  private final int lastButOne;
  private final int last;

  /**
   * Creates a plan.
   *
   * @param entries number of entries in the level
   * @param usual target number of entries per node, from {@code minimum} to {@code capacity}
   * @param minimum minimum number of entries in a node
   * @param capacity maximum number of entries in a node, at least {@code 2 * minimum - 1}
   */
  NodePlan(long entries, int usual, int minimum, int capacity) {
    this.entries = entries;
    this.usual = usual;
    long full = entries / usual;
    int rest = (int) (entries % usual);
    if (full == 0) {
      nodes = 1;
      lastButOne = 0;
      last = rest;
    } else if (rest == 0 || rest >= minimum) {
      nodes = full + (rest == 0 ? 0 : 1);
      lastButOne = usual;
      last = rest == 0 ? usual : rest;
    } else if (usual + rest <= capacity) {
      nodes = full;
      lastButOne = usual;
      last = usual + rest;
    } else {
      nodes = full + 1;
      last = (usual + rest) / 2;
      lastButOne = usual + rest - last;
    }
  }

  /**
   * Returns the plans of all levels, leaves first. The last level has one node.
   *
   * @param fill target fill of nodes as a share of their capacity
   */
  static List<NodePlan> levels(long entries, TreeRules rules, double fill) {
    List<NodePlan> plans = new ArrayList<>();
    NodePlan plan = level(entries, rules.leafMinimum(), rules.leafCapacity(), fill);
    plans.add(plan);
    while (plan.nodes() > 1) {
      plan = level(plan.nodes(), rules.nodeMinimum(), rules.nodeCapacity(), fill);
      plans.add(plan);
    }
    return plans;
  }

  private static NodePlan level(long count, int minimum, int capacity, double fill) {
    int least = Math.max(2, minimum);
    int usual = Math.max(least, Math.min(capacity, (int) Math.round(capacity * fill)));
    return new NodePlan(count, usual, least, capacity);
  }

  /** Returns the number of entries in the level. */
  long entries() {
    return entries;
  }

  /** Returns the number of nodes in the level. */
  long nodes() {
    return nodes;
  }

  /** Returns the number of entries in a node. Nodes are numbered from 0. */
  int size(long node) {
    if (node == nodes - 1) {
      return last;
    }
    return node == nodes - 2 ? lastButOne : usual;
  }

  /**
   * Returns the number of entries in {@code count} nodes from {@code first} on. Nodes after the
   * last one count as empty.
   */
  long size(long first, long count) {
    long end = Math.min(nodes, first + count);
    long sum = 0;
    for (long node = Math.max(first, nodes - 2); node < end; node++) {
      sum += size(node);
    }
    return sum + usual * Math.max(0, Math.min(end, nodes - 2) - first);
  }
}
