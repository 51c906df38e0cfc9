package org.flashgrove.indexes.region;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Deletion. A node whose entries fill, together with those of its buddy, the one node it was cut
 * apart from last, no more than a share of a page is merged with it. An empty node goes in any
 * case: the nodes it was cut apart from grow over its region, those below them included. A root
 * with one child gives way to it.
 *
 * <p>The sources leave reorganisation open or optional (Robinson 1981) or say that buddies are
 * merged (Nievergelt, Hinterberger and Sevcik 1984); that empty nodes always go is a judgment: the
 * forced splits of a K-D-B-tree would leave ever more of them.
 */
final class Deletion {
  private final NodeFill fill;
  private final double mergeFill;
  private final RegionPath regions;
  private final NodePath path;
  private final Guillotine guillotine = new Guillotine();
  private final EntryList leafOwn;
  private final EntryList[] nodeLists = new EntryList[2];
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
    for (int i = 0; i < nodeLists.length; i++) { // a node's and its parent's, in turn
      nodeLists[i] = new EntryList(RegionLayout.NODE_WORDS, fill.nodeCapacity());
    }
  }

  /** Takes out an entry of five words, id and point; whether it was there. */
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

  /** From the leaf up: writes each node as it is to be, up to the first whose entry stays. */
  private void settle() {
    own = leafOwn;
    for (int level = 0; level < path.height(); level++) {
      int most = (int) (mergeFill * fill.capacity(level));
      if (own.count() > 0 && own.count() >= most) {
        writeChanges(level);
        return;
      }
      parent = nodeLists[level & 1];
      parent.clear();
      parent.addAll(path.view(level + 1));
      if (!removeFromParent(level, most)) {
        writeChanges(level);
        return;
      }
      own = parent;
    }
    if (path.height() > 0 && own.count() == 1) {
      shrink();
    } else {
      writeChanges(path.height());
    }
  }

  /** Makes do without the node of a level, if that can be; its parent's entries change. */
  private boolean removeFromParent(int level, int most) {
    int at = path.slot(level);
    boolean alone = parent.count() == 1;
    if (own.count() > 0 && alone) {
      return false;
    }
    if (!alone && !guillotine.findSiblings(parent, at)) {
      throw new DamagedStoreException(
          "tree", "page " + path.node(level + 1), "its regions are no partition");
    }
    if (own.count() > 0) {
      if (guillotine.siblings() > 1 || !merge(level, most)) {
        return false;
      }
    }
    if (!alone) {
      growSiblings(level, at, own.count() == 0);
    }
    operation.delete(path.node(level), level);
    parent.remove(at);
    return true;
  }

  /** Adds the node's entries to its buddy's, if they are few enough. */
  private boolean merge(int level, int most) {
    long buddy = parent.word(guillotine.sibling(0), 0);
    if (own.count() + operation.entryCount(buddy, level) > most) {
      return false;
    }
    NodeView node = operation.read(buddy, level);
    boolean fits = own.count() + node.count() <= most;
    if (fits) {
      own.addAll(node);
    }
    operation.release(node);
    if (fits) {
      operation.replace(buddy, level, null, own, 0, own.count());
    }
    return fits;
  }

  /** The siblings at the plane take over the region of a parent's entry. */
  private void growSiblings(int level, int at, boolean below) {
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
        if (below && level > 0) {
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

  /** Writes what differs between the image of a level and what is left of it, in its order. */
  private void writeChanges(int level) {
    NodeView node = path.view(level);
    int words = own.stride();
    int kept = 0;
    for (int slot = 0; slot < node.count(); slot++) {
      node.copyEntry(slot, scratch, 0);
      if (kept == own.count() || !isSame(kept, level == 0 ? words : 1)) {
        operation.remove(path.node(level), level, scratch);
        continue;
      }
      if (!isSame(kept, words)) {
        System.arraycopy(own.words(), kept * words, scratch, 0, words);
        operation.change(path.node(level), level, scratch);
      }
      kept++;
    }
  }

  private boolean isSame(int index, int words) {
    for (int word = 0; word < words; word++) {
      if (own.word(index, word) != scratch[word]) {
        return false;
      }
    }
    return true;
  }

  /** The root goes, and so do those below that have one child. */
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
