package org.flashgrove.literature.tree.region;

import java.util.function.Consumer;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Checks of the invariants that only region trees have. The regions of a node's entries are
 * disjoint and cover the region of the node. The region of the root is the domain. Every point lies
 * in the region of its leaf.
 */
final class RegionCheck {
  private final NodeReader reader;
  private final Consumer<String> problems;
  private final Guillotine guillotine = new Guillotine();

  RegionCheck(NodeReader reader, Consumer<String> problems) {
    this.reader = reader;
    this.problems = problems;
  }

  void run(Region whole) {
    visit(reader.root(), SpatialTree.checkedHeight(reader), whole);
  }

  private void visit(long nodeId, int level, Region region) {
    NodeView node = reader.read(nodeId, level);
    EntryList entries = new EntryList(RegionLayout.NODES.at(level).words(), node.count());
    try {
      if (level == 0) {
        checkPoints(node, region);
        return;
      }
      entries.addAll(node);
    } finally {
      reader.release(node);
    }
    if (!guillotine.isPartition(entries, region)) {
      problems.accept(
          "node " + nodeId + " of level " + level + ": its regions do not partition " + region);
    }
    Region child = new Region();
    for (int i = 0; i < entries.count(); i++) {
      child.set(entries.words(), i * RegionLayout.NODE_WORDS);
      visit(entries.word(i, 0), level - 1, child);
    }
  }

  private void checkPoints(NodeView leaf, Region region) {
    for (int slot = 0; slot < leaf.count(); slot++) {
      if (!region.holds(leaf, slot)) {
        problems.accept(
            "node "
                + leaf.nodeId()
                + " of level 0: object "
                + leaf.word(0, slot)
                + " at x="
                + leaf.real(1, slot)
                + " y="
                + leaf.real(2, slot)
                + " lies outside of "
                + region);
      }
    }
  }
}
