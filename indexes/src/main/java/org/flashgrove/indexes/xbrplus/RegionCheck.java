package org.flashgrove.indexes.xbrplus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Check of the rules that are specific to xBR+-trees. They ensure that regions do not overlap.
 *
 * <p>The region of a node is its quadrant without its holes. A hole is a smaller quadrant inside
 * the quadrant of the node. The hole belongs to another entry of the node's parent, or of a node
 * above the parent. The check verifies:
 *
 * <ul>
 *   <li>The header of an internal node contains the address of the node's quadrant.
 *   <li>The quadrants of an internal node's entries are distinct, lie in the node's quadrant, and
 *       lie in no hole.
 *   <li>A region marked as whole has no hole.
 *   <li>Every point lies in its leaf's quadrant and in no hole.
 * </ul>
 *
 * <p>Consequently, exactly one path leads to each point. In every node, it follows the smallest
 * quadrant that contains the point.
 */
final class RegionCheck {
  private final XbrPlusLayout layout;
  private final NodeReader reader;
  private final Consumer<String> problems;
  private final Address point = new Address();

  RegionCheck(XbrPlusLayout layout, NodeReader reader, Consumer<String> problems) {
    this.layout = layout;
    this.reader = reader;
    this.problems = problems;
  }

  void run() {
    Address whole = new Address();
    visit(reader.root(), SpatialTree.checkedHeight(reader), whole, List.of());
  }

  private void visit(long nodeId, int level, Address quadrant, List<Address> holes) {
    NodeView node = reader.read(nodeId, level);
    try {
      if (level == 0) {
        checkPoints(node, quadrant, holes);
        return;
      }
      Address header = new Address();
      header.setHeader(node);
      if (!header.isSame(quadrant)) {
        report(node, "the header says " + header + ", its parent " + quadrant);
      }
      List<Address> children = children(node);
      for (int slot = 0; slot < children.size(); slot++) {
        Address child = children.get(slot);
        checkPlace(node, slot, children, quadrant, holes);
        List<Address> inside = new ArrayList<>();
        addInside(inside, child, holes);
        addInside(inside, child, children);
        if (!inside.isEmpty() && !XbrPlusLayout.isCut(node, slot)) {
          report(node, "entry " + slot + ", " + child + ", is called whole, but lacks " + inside);
        }
        visit(node.word(0, slot), level - 1, child, inside);
      }
    } finally {
      reader.release(node);
    }
  }

  private List<Address> children(NodeView node) {
    List<Address> children = new ArrayList<>();
    for (int slot = 0; slot < node.count(); slot++) {
      Address child = new Address();
      layout.quadrant(node, slot, child);
      children.add(child);
    }
    return children;
  }

  private void checkPlace(
      NodeView node, int slot, List<Address> children, Address quadrant, List<Address> holes) {
    Address child = children.get(slot);
    if (slot > 0 && child.isSame(children.get(slot - 1))) {
      report(node, "entries " + (slot - 1) + " and " + slot + " both have the quadrant " + child);
    }
    if (!quadrant.covers(child)) {
      report(node, "entry " + slot + ", " + child + ", lies outside of " + quadrant);
    }
    for (Address hole : holes) {
      if (hole.covers(child)) {
        report(node, "entry " + slot + ", " + child + ", lies in " + hole + ", a node's above");
      }
    }
  }

  private static void addInside(List<Address> inside, Address quadrant, List<Address> others) {
    for (Address other : others) {
      if (quadrant.covers(other) && !quadrant.isSame(other)) {
        inside.add(other);
      }
    }
  }

  private void checkPoints(NodeView leaf, Address quadrant, List<Address> holes) {
    for (int slot = 0; slot < leaf.count(); slot++) {
      layout.pointAddress(leaf, slot, point);
      if (!quadrant.covers(point)) {
        report(leaf, "entry " + slot + ", at " + point + ", lies outside of " + quadrant);
      }
      for (Address hole : holes) {
        if (hole.covers(point)) {
          report(leaf, "entry " + slot + ", at " + point + ", lies in " + hole + ", another's");
        }
      }
    }
  }

  private void report(NodeView node, String what) {
    problems.accept("node " + node.nodeId() + " of level " + node.level() + ": " + what);
  }
}
