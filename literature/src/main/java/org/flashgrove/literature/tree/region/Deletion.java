package org.flashgrove.literature.tree.region;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Deletion from a region tree. It merges a node with a neighbour under three conditions:
 *
 * <ul>
 *   <li>The union of their regions is a box.
 *   <li>Together they fill at most a given share of a page.
 *   <li>After the merge, the regions in the parent can still be separated by planes that cut from
 *       side to side. Otherwise the regions could form a pattern in which no later deletion could
 *       merge anything.
 * </ul>
 *
 * <p>An empty node is always removed. The plane that separated the node from its neighbours then
 * disappears, and the nodes on the plane's other side extend over the removed region. A root with
 * one child is replaced by the child.
 *
 * <p>The sources leave reorganisation open (Robinson 1981) or merge buddies or neighbours
 * (Nievergelt, Hinterberger and Sevcik 1984, who call such patterns deadlocks). The removal of
 * empty nodes is our choice, because forced splits of a K-D-B-tree would otherwise accumulate empty
 * nodes.
 */
final class Deletion {
  private final NodeFill fill;
  private final double mergeFill;
  private final RegionPath regions;
  private final NodePath path;
  private final Guillotine guillotine = new Guillotine();
  private final EntryList leafOwn;
  private final EntryList[] nodeLists = new EntryList[2];
  private final EntryList united;
  private final long[] leafEntry = new long[RegionLayout.LEAF_WORDS];
  private final long[] scratch = new long[RegionLayout.NODE_WORDS];
  private NodeOperation operation;
  private EntryList own;
  private EntryList parent;

  Deletion(RegionConfig config, RegionPath regions) {
    this.fill = config.fill();
    this.mergeFill = config.mergeFill();
    this.regions = regions;
    this.path = regions.nodes();
    leafOwn = new EntryList(RegionLayout.LEAF_WORDS, fill.leafCapacity());
    united = new EntryList(RegionLayout.NODE_WORDS, fill.nodeCapacity());
    // one list for a node and one for its parent, alternating
    for (int i = 0; i < nodeLists.length; i++) {
      nodeLists[i] = new EntryList(RegionLayout.NODE_WORDS, fill.nodeCapacity());
    }
  }

  /**
   * Deletes an entry of five words: an id and the four sides of a rectangle, which is a point.
   * Returns whether the entry existed.
   */
  boolean delete(NodeOperation openOperation, long[] entry) {
    System.arraycopy(entry, 0, leafEntry, 0, leafEntry.length);
    operation = openOperation;
    try {
      regions.follow(operation, leafEntry);
      int found = RegionLayout.slotOf(path.read(0), leafEntry);
      if (found < 0) {
        return false;
      }
      leafOwn.clear();
      leafOwn.addAll(path.view(0));
      leafOwn.remove(found);
      settle();
      return true;
    } finally {
      path.releaseAll();
    }
  }

  /**
   * Writes the changed nodes of the path from the leaf upwards. Stops at the first node that is not
   * removed from its parent, because the parent of such a node does not change.
   */
  private void settle() {
    own = leafOwn;
    for (int level = 0; level < path.height(); level++) {
      int most = (int) (mergeFill * fill.capacity(level));
      if (own.count() > 0 && own.count() >= most) {
        path.writeChanges(level, own);
        return;
      }
      parent = nodeLists[level & 1];
      parent.clear();
      parent.addAll(path.view(level + 1));
      if (!removeFromParent(level, most)) {
        path.writeChanges(level, own);
        return;
      }
      own = parent;
    }
    if (path.height() > 0 && own.count() == 1) {
      shrink();
    } else {
      path.writeChanges(path.height(), own);
    }
  }

  /**
   * Removes the node at a level of the path from its parent. Returns false if the node is not empty
   * and no neighbour can take its entries.
   *
   * @param most maximum number of entries of a neighbour after the merge
   */
  private boolean removeFromParent(int level, int most) {
    int at = path.slot(level);
    if (own.count() > 0) {
      if (!merge(level, at, most)) {
        return false;
      }
    } else if (parent.count() > 1) {
      if (!guillotine.findSiblings(parent, at)) {
        throw new DamagedStoreException(
            "tree", "page " + path.node(level + 1), "its regions overlap or leave gaps");
      }
      growSiblings(level, at);
    }
    operation.delete(path.node(level), level);
    parent.remove(at);
    return true;
  }

  /**
   * Moves the entries and the region of the node at a level of the path to a neighbour with enough
   * room. Returns false if there is no such neighbour.
   *
   * @param most maximum number of entries of the neighbour after the merge
   */
  private boolean merge(int level, int at, int most) {
    for (int other = 0; other < parent.count(); other++) {
      int dimension = RegionLayout.commonBorder(parent, at, other);
      if (dimension >= 0
          && own.count() + operation.entryCount(parent.word(other, 0), level) <= most
          && staysCuttable(at, other, dimension)
          && takesAll(parent.word(other, 0), level, most)) {
        unite(parent, at, other, dimension);
        return true;
      }
    }
    return false;
  }

  private boolean staysCuttable(int at, int other, int dimension) {
    united.copyFrom(parent);
    unite(united, at, other, dimension);
    united.remove(at);
    return guillotine.isCuttable(united);
  }

  private static void unite(EntryList entries, int at, int other, int dimension) {
    boolean upwards =
        RegionLayout.high(entries, other, dimension) == RegionLayout.low(entries, at, dimension);
    double end =
        upwards
            ? RegionLayout.high(entries, at, dimension)
            : RegionLayout.low(entries, at, dimension);
    extend(entries.words(), other * RegionLayout.NODE_WORDS, dimension, upwards, end);
  }

  private boolean takesAll(long otherNode, int level, int most) {
    NodeView node = operation.read(otherNode, level);
    boolean fits =
        // the counts used before may be too high, but never too low
        own.count() + node.count() <= most;
    if (fits) {
      own.addAll(node);
    }
    operation.release(node);
    if (fits) {
      operation.replace(otherNode, level, null, own, 0, own.count());
    }
    return fits;
  }

  /**
   * Enlarges the regions of siblings so that they cover the region of a removed node. These
   * siblings touch the removed region at the plane that separated the removed node from its
   * neighbours.
   */
  private void growSiblings(int level, int at) {
    int dimension = guillotine.cut().dimension();
    boolean upwards = guillotine.isUpper();
    double border = guillotine.cut().value();
    double end =
        upwards
            ? RegionLayout.high(parent, at, dimension)
            : RegionLayout.low(parent, at, dimension);
    for (int i = 0; i < guillotine.siblings(); i++) {
      int sibling = guillotine.sibling(i);
      long[] words = parent.words();
      int entry = sibling * RegionLayout.NODE_WORDS;
      if (ends(words, entry, dimension, upwards, border)) {
        extend(words, entry, dimension, upwards, end);
        if (level > 0) {
          growBelow(words[entry], level, dimension, upwards, border, end);
        }
      }
    }
  }

  private void growBelow(
      long nodeId, int level, int dimension, boolean upwards, double border, double end) {
    NodeView node = operation.read(nodeId, level);
    try {
      for (int slot = 0; slot < node.count(); slot++) {
        node.copyEntry(slot, scratch, 0);
        if (ends(scratch, 0, dimension, upwards, border)) {
          extend(scratch, 0, dimension, upwards, end);
          operation.change(nodeId, level, scratch);
          if (level > 1) {
            growBelow(scratch[0], level - 1, dimension, upwards, border, end);
          }
        }
      }
    } finally {
      operation.release(node);
    }
  }

  private static boolean ends(long[] words, int at, int dimension, boolean upwards, double border) {
    return upwards
        ? RegionLayout.high(words, at, dimension) == border
        : RegionLayout.low(words, at, dimension) == border;
  }

  private static void extend(long[] words, int at, int dimension, boolean upwards, double end) {
    if (upwards) {
      RegionLayout.setHigh(words, at, dimension, end);
    } else {
      RegionLayout.setLow(words, at, dimension, end);
    }
  }

  /** Replaces the root by its child as long as the root is an internal node with a single child. */
  private void shrink() {
    operation.delete(path.node(path.height()), path.height());
    long root = own.word(0, 0);
    int height = path.height() - 1;
    while (height > 0) {
      NodeView node = operation.read(root, height);
      boolean single = node.count() == 1;
      long child = node.word(0, 0);
      operation.release(node);
      if (!single) {
        break;
      }
      operation.delete(root, height);
      root = child;
      height--;
    }
    operation.root(root, height);
  }
}
