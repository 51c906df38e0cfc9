package org.flashgrove.access.structure;

import java.util.Arrays;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.statistics.KeyHistogram;
import org.flashgrove.indexes.tree.LevelVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Collects keys of a B+-tree for a histogram. It receives levels of nodes from the root down, and
 * keeps the least keys of the children of the last level received.
 */
final class LeastKeys implements LevelVisitor {
  private static final int MOST_PARTS = 2_048;

  private long[] least = new long[64];
  private int count;
  private int lastLevel;
  private int lastNodes;

  @Override
  public void level(int level, int nodes) {
    lastLevel = level;
    lastNodes = nodes;
    count = 0;
  }

  @Override
  public void node(NodeView node) {
    if (count + node.count() > least.length) {
      least = Arrays.copyOf(least, Math.max(count + node.count(), 2 * least.length));
    }
    for (int slot = 0; slot < node.count(); slot++) {
      least[count++] = node.word(BPlusTree.KEY_WORD, slot);
    }
  }

  /**
   * Returns the histogram of a tree, or null if fewer than two children were received.
   *
   * @param pairs number of pairs in the tree
   */
  @Nullable KeyHistogram histogram(long pairs, int height) {
    if (count < 2) {
      return null;
    }
    double pagesOfChild = Math.pow((double) count / lastNodes, lastLevel - 1);
    int children = (count + MOST_PARTS - 1) / MOST_PARTS;
    long[] parts = new long[(count + children - 1) / children];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = least[i * children];
    }
    return new KeyHistogram(parts, pairs, pagesOfChild * children, height);
  }
}
