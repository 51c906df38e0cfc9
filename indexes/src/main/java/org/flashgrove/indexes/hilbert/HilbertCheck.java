package org.flashgrove.indexes.hilbert;

import java.util.function.Consumer;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Check of the rules that are specific to Hilbert R-trees:
 *
 * <ul>
 *   <li>Hilbert values never decrease along the leaves, and stored values match the rectangles.
 *   <li>The key of each internal entry equals the key that follows from the entries below it.
 * </ul>
 */
final class HilbertCheck {
  private final HilbertLayout layout;
  private final NodeReader reader;
  private final Consumer<String> problems;
  private long last;
  private long lastLeaf = -1;

  HilbertCheck(HilbertLayout layout, NodeReader reader, Consumer<String> problems) {
    this.layout = layout;
    this.reader = reader;
    this.problems = problems;
  }

  void run() {
    visit(reader.root(), SpatialTree.checkedHeight(reader));
  }

  /** Checks the subtree of a node. Returns the key of the subtree. */
  private long visit(long nodeId, int level) {
    NodeView node = reader.read(nodeId, level);
    long key = 0;
    try {
      for (int slot = 0; slot < node.count(); slot++) {
        long own = level == 0 ? leafEntry(node, slot) : child(node, slot);
        key = slot == 0 ? own : HilbertLayout.joined(Math.min(key, own), Math.max(key, own));
      }
    } finally {
      reader.release(node);
    }
    return key;
  }

  private long leafEntry(NodeView leaf, int slot) {
    long value = layout.value(leaf, slot);
    long computed = layout.computed(leaf, slot);
    if (value != computed) {
      problems.accept(
          place(leaf)
              + ": entry "
              + slot
              + " has the Hilbert value "
              + value
              + ", its bound gives "
              + computed);
    }
    if (value < last) {
      problems.accept(
          place(leaf)
              + ": entry "
              + slot
              + " has the Hilbert value "
              + value
              + ", node "
              + lastLeaf
              + " before it "
              + last);
    }
    last = value;
    lastLeaf = leaf.nodeId();
    return HilbertLayout.keyOf(value);
  }

  private long child(NodeView node, int slot) {
    long is = visit(node.word(0, slot), node.level() - 1);
    long said = HilbertLayout.key(node, slot);
    if (said != is) {
      problems.accept(
          place(node)
              + ": entry "
              + slot
              + " says LHV "
              + describe(said)
              + ", below its child it is "
              + describe(is));
    }
    return is;
  }

  private static String describe(long key) {
    return HilbertLayout.lhv(key) + ((key & 1) != 0 ? " alone" : "");
  }

  private static String place(NodeView node) {
    return "node " + node.nodeId() + " of level " + node.level();
  }
}
