package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.EntryOrder;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Deletion from an xBR+-tree. The papers on the xBR+-tree do not describe deletion. This algorithm
 * reverses insertion.
 *
 * <p>An empty node is removed. A node below its minimum merges with the node that encloses it, or
 * with a node that it encloses. Node A encloses node B if the quadrant of B was cut out of the
 * quadrant of A. Of these candidates, the node with the fewest entries is chosen. Both nodes merge
 * only if the result is no fuller than a node can be after a split. Otherwise the node remains
 * below the minimum.
 *
 * <p>A merge removes the smaller quadrant from the parent. The enclosing node then receives the
 * entries that were moved out of it when this quadrant was cut.
 *
 * <p>A root with a single child is replaced by the child. The region of the child becomes the whole
 * space.
 */
final class Deletion {
  private final XbrPlusLayout layout;
  private final NodeFill fill;
  private final double splitFraction;
  private final RegionPath regions;
  private final NodePath path;
  private final AddressTable addresses;
  private final Address point = new Address();
  private final Address quadrant = new Address();
  private final Address other = new Address();
  private final EntryList leafOwn;
  private final EntryList leafMerged;
  private final EntryList nodeMerged;
  private final long[] leafEntry = new long[XbrPlusLayout.LEAF_WORDS];
  private final long[] scratch = new long[XbrPlusLayout.NODE_WORDS];
  private final EntryList[] nodeLists = new EntryList[2];
  private EntryList own;
  private EntryList parent;

  Deletion(XbrPlusConfig config, XbrPlusLayout layout, RegionPath regions) {
    this.layout = layout;
    this.fill = config.fill();
    this.splitFraction = config.splitFraction();
    this.regions = regions;
    this.path = regions.nodes();
    addresses = new AddressTable(layout, fill.nodeCapacity());
    leafOwn = new EntryList(XbrPlusLayout.LEAF_WORDS, fill.leafCapacity());
    leafMerged = new EntryList(XbrPlusLayout.LEAF_WORDS, fill.leafCapacity());
    nodeMerged = new EntryList(XbrPlusLayout.NODE_WORDS, fill.nodeCapacity());
    for (int i = 0; i < nodeLists.length; i++) { // for a node and its parent in turn
      nodeLists[i] = new EntryList(XbrPlusLayout.NODE_WORDS, fill.nodeCapacity());
    }
  }

  /**
   * Removes an entry of five words: id and rectangle, which is a point. Returns whether it existed.
   */
  boolean delete(NodeOperation operation, long[] entry) {
    System.arraycopy(entry, 0, leafEntry, 0, leafEntry.length);
    layout.pointAddress(leafEntry, 0, point);
    try {
      if (regions.follow(operation, point) > 0 || !isInBounds()) {
        return false;
      }
      int found = layout.nodes().leaf().order().find(path.read(0), leafEntry, 0);
      if (found < 0) {
        return false;
      }
      leafOwn.clear();
      leafOwn.addAll(path.view(0));
      leafOwn.remove(found);
      settle(operation);
      return true;
    } finally {
      path.releaseAll();
    }
  }

  private boolean isInBounds() {
    if (path.height() == 0) {
      return true;
    }
    NodeView above = path.view(1);
    int slot = path.slot(0);
    double x = Double.longBitsToDouble(leafEntry[1]);
    double y = Double.longBitsToDouble(leafEntry[2]);
    return Rectangles.covers(
        above.real(1, slot),
        above.real(2, slot),
        above.real(3, slot),
        above.real(4, slot),
        x,
        y,
        x,
        y);
  }

  /**
   * Writes the changed nodes to the operation, from the leaf upwards. Stops at the first node whose
   * entry in its parent is unchanged.
   */
  private void settle(NodeOperation operation) {
    own = leafOwn;
    for (int level = 0; level < path.height(); level++) {
      parent = nodeLists[level & 1];
      parent.clear();
      parent.addAll(path.view(level + 1));
      int at = path.slot(level);
      if (own.count() == 0) {
        operation.delete(path.node(level), level);
        remove(level + 1, at);
      } else if (own.count() >= fill.minimum(level) || !merge(operation, level, at)) {
        path.writeChanges(level, own);
        layout.bound(path.node(level), level, own, parent.words(), at * parent.stride());
        if (isSame(path.view(level + 1), at, parent, at)) {
          return;
        }
      }
      own = parent;
    }
    if (path.height() > 0 && own.count() == 1) {
      shrink(operation);
    } else {
      path.writeChanges(path.height(), own);
    }
  }

  /**
   * Removes an entry from the parent. The quadrant out of which the removed quadrant was cut (the
   * enclosing quadrant) is marked as whole if no other quadrant is cut out of it.
   */
  private void remove(int parentLevel, int at) {
    addresses.loadQuadrants(parent);
    addresses.get(at, quadrant);
    int enclosing = addresses.smallestCovering(at, quadrant);
    parent.remove(at);
    if (enclosing >= 0) {
      addresses.get(enclosing, quadrant);
      updateCut(parentLevel, enclosing);
    }
  }

  /**
   * Updates the flag of an entry in the parent. The flag says whether a smaller quadrant was cut
   * out of the entry's quadrant.
   */
  private void updateCut(int parentLevel, int at) {
    boolean cut = regions.isCutAbove(parentLevel, quadrant);
    if (!cut && at + 1 < parent.count()) {
      layout.quadrant(parent.words(), (at + 1) * parent.stride(), other);
      cut = quadrant.covers(other);
    }
    XbrPlusLayout.setCut(parent.words(), at * parent.stride(), cut);
  }

  /**
   * Merges the node at a level with another node. Returns false if there is no suitable node.
   *
   * @param at index of the node's entry in the parent
   */
  private boolean merge(NodeOperation operation, int level, int at) {
    addresses.loadQuadrants(parent);
    int partner = partner(operation, level, at);
    if (partner < 0) {
      return false;
    }
    int enclosing = Math.min(at, partner); // the enclosing quadrant comes first in preorder
    int enclosed = Math.max(at, partner);
    EntryList merged = level == 0 ? leafMerged : nodeMerged;
    mergeInto(merged, operation, level, parent.word(partner, 0));
    long kept = parent.word(enclosing, 0);
    addresses.get(enclosing, quadrant);
    long[] header = regions.header(level, quadrant);
    operation.replace(kept, level, header, merged, 0, merged.count());
    operation.delete(parent.word(enclosed, 0), level);
    layout.bound(kept, level, merged, parent.words(), enclosing * parent.stride());
    parent.remove(enclosed);
    updateCut(level + 1, enclosing);
    return true;
  }

  /**
   * Returns the index, in the parent, of the entry of the node with which the node at a level
   * should merge. Among the nodes with which it can merge, this is the one with the fewest entries.
   * Returns -1 if there is no such node.
   */
  private int partner(NodeOperation operation, int level, int at) {
    int most = (int) (splitFraction * fill.capacity(level)) - own.count();
    addresses.get(at, quadrant);
    int best = addresses.smallestCovering(at, quadrant);
    int least = Integer.MAX_VALUE;
    if (best >= 0) {
      least = operation.entryCount(parent.word(best, 0), level);
    }
    for (int i = at + 1; i < parent.count() && addresses.isIn(i, quadrant); i++) {
      addresses.get(i, other);
      if (addresses.smallestCovering(i, other) == at) {
        int count = operation.entryCount(parent.word(i, 0), level);
        if (count < least) {
          least = count;
          best = i;
        }
      }
    }
    return least <= most ? best : -1;
  }

  /**
   * Collects the entries of the node and of another node of the same level, sorted, in {@code
   * merged}.
   */
  private void mergeInto(EntryList merged, NodeOperation operation, int level, long partner) {
    EntryOrder order = layout.nodes().at(level).order();
    NodeView node = operation.read(partner, level);
    merged.clear();
    int slot = 0;
    for (int i = 0; i < own.count(); i++) {
      int at = i * own.stride();
      while (slot < node.count() && order.compare(node, slot, own.words(), at) < 0) {
        node.copyEntry(slot++, scratch, 0);
        merged.add(scratch, 0);
      }
      merged.add(own.words(), at);
    }
    while (slot < node.count()) {
      node.copyEntry(slot++, scratch, 0);
      merged.add(scratch, 0);
    }
    operation.release(node);
  }

  private static boolean isSame(NodeView node, int slot, EntryList entries, int index) {
    for (int word = 0; word < entries.stride(); word++) {
      if (node.word(word, slot) != entries.word(index, word)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Replaces a root that has a single child. The new root is the first node below it that has
   * several entries, or a leaf.
   */
  private void shrink(NodeOperation operation) {
    int level = path.height();
    operation.delete(path.node(level), level);
    long child = own.word(0, 0);
    for (level--; level > 0; level--) {
      NodeView node = operation.read(child, level);
      int count = node.count();
      long only = node.word(0, 0);
      operation.release(node);
      if (count > 1) {
        quadrant.setWhole();
        operation.header(child, level, regions.header(level, quadrant));
        break;
      }
      operation.delete(child, level);
      child = only;
    }
    operation.root(child, level);
  }
}
