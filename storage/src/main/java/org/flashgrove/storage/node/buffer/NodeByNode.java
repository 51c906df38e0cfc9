package org.flashgrove.storage.node.buffer;

import java.util.Arrays;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongIntMap;

/**
 * Visits changes grouped by node. Nodes come in the order of their first change, and the changes of
 * each node in their original order. If a buffer writes a page between two nodes, the page
 * therefore contains either all changes of the frame to its node, or none.
 */
public final class NodeByNode {
  private static final int FEW_RECORDS = 16;

  private final TreeLayout layout;
  private final LongIntMap newest = new LongIntMap(FEW_RECORDS); // newest record of each node
  private int[] starts = new int[FEW_RECORDS];
  private int[] next = new int[FEW_RECORDS]; // next record of the same node, or 0
  private int[] firsts = new int[FEW_RECORDS];

  public NodeByNode(TreeLayout layout) {
    this.layout = layout;
  }

  /** Passes the changes in {@code words[from, to)}, which must be well-formed, to a consumer. */
  public void forEach(long[] words, int from, int to, ChangeConsumer consumer) {
    int count = findStarts(words, from, to);
    if (count <= 2 || isGrouped(words, count)) {
      Changes.decode(layout, words, from, to, consumer);
      return;
    }
    int nodes = link(words, count);
    for (int node = 0; node < nodes; node++) {
      int i = firsts[node];
      do {
        int at = starts[i];
        Changes.decode(layout, words, at, at + Changes.recordWords(layout, words, at), consumer);
        i = next[i];
      } while (i > 0);
    }
  }

  /**
   * Links the change records of each node in order, and stores the first record of each node.
   * Returns the number of nodes.
   */
  private int link(long[] words, int count) {
    if (next.length < count) {
      next = new int[starts.length];
      firsts = new int[starts.length];
    }
    Arrays.fill(next, 0, count, 0);
    int nodes = 0;
    for (int i = 0; i < count; i++) {
      long nodeId = words[starts[i] + 1];
      int before = newest.get(nodeId);
      if (before == LongIntMap.ABSENT) {
        firsts[nodes++] = i;
      } else {
        next[before] = i;
      }
      newest.put(nodeId, i);
    }
    for (int node = 0; node < nodes; node++) {
      newest.remove(words[starts[firsts[node]] + 1]);
    }
    return nodes;
  }

  /** Stores where each record starts. Returns the number of records. */
  private int findStarts(long[] words, int from, int to) {
    int count = 0;
    for (int at = from; at < to; at += Changes.recordWords(layout, words, at)) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
      }
      starts[count++] = at;
    }
    return count;
  }

  /**
   * Returns whether the records are already grouped by node. If there are many records, returns
   * false without checking.
   */
  private boolean isGrouped(long[] words, int count) {
    if (count > FEW_RECORDS) {
      return false;
    }
    for (int i = 2; i < count; i++) {
      long nodeId = words[starts[i] + 1];
      if (words[starts[i - 1] + 1] == nodeId) {
        continue;
      }
      for (int before = 0; before < i - 1; before++) {
        if (words[starts[before] + 1] == nodeId) {
          return false;
        }
      }
    }
    return true;
  }
}
