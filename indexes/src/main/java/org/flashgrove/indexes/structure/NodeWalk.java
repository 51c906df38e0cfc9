package org.flashgrove.indexes.structure;

import java.util.Arrays;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.indexes.chain.OverflowLink;

/** Depth-first walk over all nodes of a tree with bounding rectangles at every level. */
public final class NodeWalk {
  private final NodeReader reader;
  private final TreeLayout layout;
  private final NodeVisitor visitor;
  private long[] children = new long[256];
  private int childCount;

  private NodeWalk(NodeReader reader, TreeLayout layout, NodeVisitor visitor) {
    this.reader = reader;
    this.layout = layout;
    this.visitor = visitor;
  }

  /**
   * Visits every node and reads each once through the store. A node is pinned while its entries are
   * visited, so the visitor must not use the tree.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if a page is damaged
   */
  public static void run(NodeReader reader, TreeLayout layout, NodeVisitor visitor) {
    if (reader.root() != NodeStore.NO_NODE) {
      new NodeWalk(reader, layout, visitor)
          .visit(reader.root(), NodeStore.NO_NODE, reader.height());
    }
  }

  /** Visits the subtree of a node. The recursion is at most 63 levels deep, like a tree. */
  private void visit(long nodeId, long parentId, int level) {
    int first = childCount;
    NodeView node = reader.read(nodeId, level);
    while (node != null) {
      boolean done = false;
      try {
        visitNode(node, parentId, level);
        if (level > 0) {
          for (int slot = 0; slot < node.count(); slot++) {
            push(node.word(0, slot));
          }
        }
        done = true;
      } finally {
        if (!done || !layout.chained()) {
          reader.release(node);
        }
      }
      node = layout.chained() ? OverflowLink.next(reader, node) : null;
    }
    int last = childCount;
    if (level == 1) {
      reader.willRead(children, first, last);
    }
    for (int i = first; i < last; i++) {
      visit(children[i], nodeId, level - 1);
    }
    childCount = first;
  }

  private void push(long child) {
    if (childCount == children.length) {
      children = Arrays.copyOf(children, 2 * childCount);
    }
    children[childCount++] = child;
  }

  private void visitNode(NodeView node, long parentId, int level) {
    if (node.count() == 0) {
      return;
    }
    NodeLayout of = layout.at(level);
    int low = of.boundsWord();
    int high = of.upperBoundsWord();
    double minX = node.real(low, 0);
    double minY = node.real(low + 1, 0);
    double maxX = node.real(high, 0);
    double maxY = node.real(high + 1, 0);
    for (int slot = 1; slot < node.count(); slot++) {
      minX = Math.min(minX, node.real(low, slot));
      minY = Math.min(minY, node.real(low + 1, slot));
      maxX = Math.max(maxX, node.real(high, slot));
      maxY = Math.max(maxY, node.real(high + 1, slot));
    }
    visitor.node(level, node.nodeId(), parentId, node.count(), minX, minY, maxX, maxY);
    if (level == 0) {
      for (int slot = 0; slot < node.count(); slot++) {
        visitor.entry(
            node.word(0, slot),
            node.real(low, slot),
            node.real(low + 1, slot),
            node.real(high, slot),
            node.real(high + 1, slot));
      }
    }
  }
}
