package org.flashgrove.indexes.bplus;

import java.util.function.Consumer;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Check of the rules that are specific to B+-trees:
 *
 * <ul>
 *   <li>The pairs of all leaves, taken in order, increase.
 *   <li>The entry of a child in its parent contains a lower bound of all pairs below the child.
 *   <li>The first lower bound in a node equals the lower bound of the node in its parent.
 *   <li>Every leaf except the last one has at least the minimum number of pairs.
 * </ul>
 */
final class BPlusCheck {
  private final NodeReader reader;
  private final int leafMinimum;
  private final Consumer<String> problems;
  private String tooSmall; // problem of the previous leaf, unless it is the last; or null
  private boolean any;
  private long lastKey;
  private long lastValue;

  BPlusCheck(NodeReader reader, int leafMinimum, Consumer<String> problems) {
    this.reader = reader;
    this.leafMinimum = leafMinimum;
    this.problems = problems;
  }

  void run() {
    visit(reader.root(), SpatialTree.checkedHeight(reader), Long.MIN_VALUE, Long.MIN_VALUE);
  }

  /**
   * Checks the subtree of a node.
   *
   * @param boundKey key of the smallest pair that the subtree may contain
   * @param boundValue value of this pair
   */
  private void visit(long nodeId, int level, long boundKey, long boundValue) {
    NodeView node = reader.read(nodeId, level);
    try {
      if (level == 0) {
        checkLeaf(node, boundKey, boundValue);
        return;
      }
      if (Entries.compare(node, 0, boundKey, boundValue) != 0) {
        problems.accept(
            place(node)
                + ": begins with bound "
                + pair(node.word(Entries.NODE_KEY, 0), node.word(Entries.NODE_VALUE, 0))
                + ", its parent says "
                + pair(boundKey, boundValue));
      }
      for (int slot = 0; slot < node.count(); slot++) {
        long key = node.word(Entries.NODE_KEY, slot);
        long value = node.word(Entries.NODE_VALUE, slot);
        if (any && compare(lastKey, lastValue, key, value) >= 0) {
          problems.accept(
              place(node)
                  + ": bound "
                  + pair(key, value)
                  + " is not greater than the pair before it, "
                  + pair(lastKey, lastValue));
        }
        visit(node.word(0, slot), level - 1, key, value);
      }
    } finally {
      reader.release(node);
    }
  }

  private void checkLeaf(NodeView leaf, long boundKey, long boundValue) {
    if (tooSmall != null) {
      problems.accept(tooSmall);
    }
    tooSmall =
        leaf.count() >= leafMinimum
            ? null
            : place(leaf) + ": " + leaf.count() + " pairs (allowed: at least " + leafMinimum + ")";
    for (int slot = 0; slot < leaf.count(); slot++) {
      long key = leaf.word(Entries.LEAF_KEY, slot);
      long value = leaf.word(Entries.LEAF_VALUE, slot);
      if (compare(key, value, boundKey, boundValue) < 0) {
        problems.accept(
            place(leaf)
                + ": pair "
                + pair(key, value)
                + " is less than the bound "
                + pair(boundKey, boundValue));
      }
      if (any && compare(lastKey, lastValue, key, value) >= 0) {
        problems.accept(
            place(leaf)
                + ": pair "
                + pair(key, value)
                + " is not greater than the one before it, "
                + pair(lastKey, lastValue));
      }
      any = true;
      lastKey = key;
      lastValue = value;
    }
  }

  private static int compare(long key, long value, long otherKey, long otherValue) {
    int order = Long.compare(key, otherKey);
    return order != 0 ? order : Long.compare(value, otherValue);
  }

  private static String pair(long key, long value) {
    return "(" + key + ", " + value + ")";
  }

  private static String place(NodeView node) {
    return "node " + node.nodeId() + " of level " + node.level();
  }
}
