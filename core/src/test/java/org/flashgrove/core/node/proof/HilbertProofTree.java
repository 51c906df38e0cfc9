package org.flashgrove.core.node.proof;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;

/**
 * A Hilbert R-tree reduced to what strains the port: internal entries (child, rectangle, LHV) kept
 * in the order of a key that {@code CHANGE} moves, 2-to-3 splits with REPLACE of both siblings.
 *
 * <p>Points have whole coordinates from 0 to 1023. The LHV is shifted so that half of the values
 * are negative as signed numbers: the order is unsigned. Nodes are never dissolved, except that
 * empty ones go.
 */
final class HilbertProofTree {
  private static final int SIDE = 1024;
  private static final int LHV = 5;

  static final TreeLayout LAYOUT =
      new TreeLayout(
          new NodeLayout(5, 5, 1, 36, HilbertProofTree::byValue),
          new NodeLayout(6, 1, 1, 44, HilbertProofTree::byLhv));

  private final NodeStore store;

  HilbertProofTree(NodeStore store) {
    this.store = store;
    try (NodeOperation operation = store.begin()) {
      operation.root(operation.create(0, null, new EntryList(5, 1), 0, 0), 0);
      operation.commit();
    }
  }

  private static int byValue(NodeView node, int slot, long[] words, int at) {
    int order =
        Long.compareUnsigned(value(node.real(1, slot), node.real(2, slot)), value(words, at));
    return order != 0 ? order : Long.compare(node.word(0, slot), words[at]);
  }

  private static int byLhv(NodeView node, int slot, long[] words, int at) {
    int order = Long.compareUnsigned(node.word(LHV, slot), words[at + LHV]);
    return order != 0 ? order : Long.compare(node.word(0, slot), words[at]);
  }

  private static long value(long[] words, int at) {
    return value(Double.longBitsToDouble(words[at + 1]), Double.longBitsToDouble(words[at + 2]));
  }

  /**
   * Returns the position on the Hilbert curve of the grid, times 2^44: the upper half has the sign
   * bit.
   */
  static long value(double realX, double realY) {
    int x = (int) realX;
    int y = (int) realY;
    long position = 0;
    for (int half = SIDE / 2; half > 0; half /= 2) {
      int right = (x & half) > 0 ? 1 : 0;
      int up = (y & half) > 0 ? 1 : 0;
      position += (long) half * half * ((3 * right) ^ up);
      if (up == 0) {
        if (right == 1) {
          x = SIDE - 1 - x;
          y = SIDE - 1 - y;
        }
        int kept = x;
        x = y;
        y = kept;
      }
    }
    return position << 44;
  }

  /** Puts a point in; commits it or not. */
  void insert(long id, int x, int y, boolean commit) {
    try (NodeOperation operation = store.begin()) {
      long[] entry = point(id, x, y);
      List<long[]> path = choose(operation, entry);
      add(operation, path, operation.height(), 0, entry);
      operation.entries(operation.entries() + 1);
      if (commit) {
        operation.commit();
      }
    }
  }

  private static long[] point(long id, int x, int y) {
    long bitsX = Double.doubleToRawLongBits(x);
    long bitsY = Double.doubleToRawLongBits(y);
    return new long[] {id, bitsX, bitsY, bitsX, bitsY};
  }

  /**
   * Returns the entries taken from the root down: the first child whose LHV is not less, else the
   * last.
   */
  private List<long[]> choose(NodeOperation operation, long[] entry) {
    List<long[]> path = new ArrayList<>();
    long nodeId = operation.root();
    for (int level = operation.height(); level > 0; level--) {
      NodeView node = operation.read(nodeId, level);
      int slot = 0;
      while (slot < node.count() - 1
          && Long.compareUnsigned(node.word(LHV, slot), value(entry, 0)) < 0) {
        slot++;
      }
      long[] taken = new long[6];
      node.copyEntry(slot, taken, 0);
      operation.release(node);
      path.add(taken);
      nodeId = taken[0];
    }
    return path;
  }

  private static long nodeAt(NodeOperation operation, List<long[]> path, int height, int level) {
    return level == height ? operation.root() : path.get(height - level - 1)[0];
  }

  private void add(
      NodeOperation operation, List<long[]> path, int height, int level, long[] entry) {
    long nodeId = nodeAt(operation, path, height, level);
    int capacity = NodePage.capacity(store.pageSize(), LAYOUT.at(level));
    if (operation.entryCount(nodeId, level) < capacity) {
      operation.add(nodeId, level, entry);
      describeUpward(operation, path, height, level);
    } else if (level == height) {
      splitRoot(operation, nodeId, level, entry);
    } else {
      shareOut(operation, path, height, level, entry);
    }
  }

  /** Brings the parents' entries up to date: bound and LHV, which may move the entry. */
  private void describeUpward(NodeOperation operation, List<long[]> path, int height, int level) {
    for (int at = level; at < height; at++) {
      long nodeId = nodeAt(operation, path, height, at);
      operation.change(
          nodeAt(operation, path, height, at + 1), at + 1, describe(operation, nodeId, at));
    }
  }

  private static long[] describe(NodeReader reader, long nodeId, int level) {
    NodeView node = reader.read(nodeId, level);
    double[] bound = {SIDE, SIDE, -1, -1};
    long lhv = 0;
    for (int slot = 0; slot < node.count(); slot++) {
      bound[0] = Math.min(bound[0], node.real(1, slot));
      bound[1] = Math.min(bound[1], node.real(2, slot));
      bound[2] = Math.max(bound[2], node.real(3, slot));
      bound[3] = Math.max(bound[3], node.real(4, slot));
      long own = level > 0 ? node.word(LHV, slot) : value(node.real(1, slot), node.real(2, slot));
      lhv = Long.compareUnsigned(own, lhv) > 0 ? own : lhv;
    }
    reader.release(node);
    long[] entry = new long[6];
    entry[0] = nodeId;
    for (int i = 0; i < 4; i++) {
      entry[1 + i] = Double.doubleToRawLongBits(bound[i]);
    }
    entry[LHV] = lhv;
    return entry;
  }

  private void splitRoot(NodeOperation operation, long nodeId, int level, long[] entry) {
    EntryList all = sorted(operation, level, entry, nodeId);
    int half = all.count() / 2;
    operation.replace(nodeId, level, null, all, 0, half);
    long right = operation.create(level, null, all, half, all.count());
    EntryList halves = new EntryList(6, 2);
    halves.add(describe(operation, nodeId, level), 0);
    halves.add(describe(operation, right, level), 0);
    if (LAYOUT.internal().order() != null
        && Long.compareUnsigned(halves.word(0, LHV), halves.word(1, LHV)) == 0
        && halves.word(0, 0) > halves.word(1, 0)) {
      halves.swap(0, 1); // equal values: by id
    }
    operation.root(operation.create(level + 1, null, halves, 0, 2), level + 1);
  }

  /** All entries of some nodes of a level and a new one, in order. */
  private EntryList sorted(NodeOperation operation, int level, long[] entry, long... nodeIds) {
    int words = LAYOUT.at(level).words();
    List<long[]> entries = new ArrayList<>();
    entries.add(entry);
    for (long nodeId : nodeIds) {
      NodeView node = operation.read(nodeId, level);
      for (int slot = 0; slot < node.count(); slot++) {
        long[] copy = new long[words];
        node.copyEntry(slot, copy, 0);
        entries.add(copy);
      }
      operation.release(node);
    }
    entries.sort(
        (a, b) -> {
          int order =
              Long.compareUnsigned(
                  level > 0 ? a[LHV] : value(a, 0), level > 0 ? b[LHV] : value(b, 0));
          return order != 0 ? order : Long.compare(a[0], b[0]);
        });
    EntryList list = new EntryList(words, entries.size());
    entries.forEach(each -> list.add(each, 0));
    return list;
  }

  /** Deferred split: shares out between the node and a sibling, or makes three of two. */
  private void shareOut(
      NodeOperation operation, List<long[]> path, int height, int level, long[] entry) {
    long nodeId = nodeAt(operation, path, height, level);
    long parentId = nodeAt(operation, path, height, level + 1);
    long sibling = sibling(operation, parentId, level + 1, nodeId);
    if (sibling < 0) {
      EntryList all = sorted(operation, level, entry, nodeId);
      operation.replace(nodeId, level, null, all, 0, all.count() / 2);
      long right = operation.create(level, null, all, all.count() / 2, all.count());
      operation.change(parentId, level + 1, describe(operation, nodeId, level));
      add(operation, path, height, level + 1, describe(operation, right, level));
      return;
    }
    EntryList all = sorted(operation, level, entry, nodeId, sibling);
    int count = all.count();
    int capacity = NodePage.capacity(store.pageSize(), LAYOUT.at(level));
    boolean fits = count <= 2 * capacity;
    int first = fits ? (count + 1) / 2 : (count + 2) / 3;
    int second = fits ? count : 2 * first;
    operation.replace(nodeId, level, null, all, 0, first);
    operation.replace(sibling, level, null, all, first, second);
    operation.change(parentId, level + 1, describe(operation, nodeId, level));
    operation.change(parentId, level + 1, describe(operation, sibling, level));
    if (fits) {
      describeUpward(operation, path, height, level + 1);
    } else {
      long third = operation.create(level, null, all, second, count);
      add(operation, path, height, level + 1, describe(operation, third, level));
    }
  }

  /** Returns the right neighbour, for the last child the left one, or -1 for an only child. */
  private static long sibling(NodeOperation operation, long parentId, int level, long nodeId) {
    NodeView parent = operation.read(parentId, level);
    long found = -1;
    for (int slot = 0; slot < parent.count(); slot++) {
      if (parent.word(0, slot) == nodeId && parent.count() > 1) {
        found = parent.word(0, slot + 1 < parent.count() ? slot + 1 : slot - 1);
      }
    }
    operation.release(parent);
    return found;
  }

  /** Takes a point out; returns whether it was there. */
  boolean delete(long id, int x, int y) {
    try (NodeOperation operation = store.begin()) {
      List<long[]> path = new ArrayList<>();
      int height = operation.height();
      long[] entry = point(id, x, y);
      if (!find(operation, operation.root(), height, entry, path)) {
        return false;
      }
      operation.remove(nodeAt(operation, path, height, 0), 0, entry);
      for (int level = 0; level < height; level++) {
        long nodeId = nodeAt(operation, path, height, level);
        long parentId = nodeAt(operation, path, height, level + 1);
        if (operation.entryCount(nodeId, level) == 0) {
          operation.delete(nodeId, level);
          operation.remove(parentId, level + 1, new long[] {nodeId});
        } else {
          operation.change(parentId, level + 1, describe(operation, nodeId, level));
        }
      }
      if (height > 0 && operation.entryCount(operation.root(), height) == 0) {
        operation.delete(operation.root(), height);
        operation.root(operation.create(0, null, new EntryList(5, 1), 0, 0), 0);
      }
      operation.entries(operation.entries() - 1);
      operation.commit();
      return true;
    }
  }

  private static boolean find(
      NodeReader reader, long nodeId, int level, long[] entry, List<long[]> path) {
    List<long[]> children = new ArrayList<>();
    boolean found = false;
    NodeView node = reader.read(nodeId, level);
    for (int slot = 0; slot < node.count(); slot++) {
      double x = Double.longBitsToDouble(entry[1]);
      double y = Double.longBitsToDouble(entry[2]);
      if (node.real(1, slot) <= x
          && node.real(2, slot) <= y
          && node.real(3, slot) >= x
          && node.real(4, slot) >= y) {
        found |= level == 0 && node.word(0, slot) == entry[0];
        long[] child = new long[6];
        node.copyEntry(slot, child, 0);
        children.add(child);
      }
    }
    reader.release(node);
    for (int i = 0; level > 0 && i < children.size() && !found; i++) {
      path.add(children.get(i));
      found = find(reader, children.get(i)[0], level - 1, entry, path);
      if (!found) {
        path.remove(path.size() - 1);
      }
    }
    return found;
  }

  /**
   * Returns the ids of the points in a window, sorted; verifies order, bounds and LHVs on the way.
   */
  List<Long> search(int minX, int minY, int maxX, int maxY) {
    List<Long> ids = new ArrayList<>();
    try (NodeReader reader = store.snapshot()) {
      collect(reader, reader.root(), reader.height(), new int[] {minX, minY, maxX, maxY}, ids);
    }
    ids.sort(null);
    return ids;
  }

  private static void collect(
      NodeReader reader, long nodeId, int level, int[] window, List<Long> ids) {
    NodeView node = reader.read(nodeId, level);
    List<Long> children = new ArrayList<>();
    long[] words = new long[6];
    for (int slot = 0; slot < node.count(); slot++) {
      node.copyEntry(slot, words, 0);
      if (slot > 0 && LAYOUT.at(level).order().compare(node, slot - 1, words, 0) > 0) {
        throw new AssertionError("node " + nodeId + ": out of order at slot " + slot);
      }
      if (level > 0 && !java.util.Arrays.equals(words, describe(reader, words[0], level - 1))) {
        throw new AssertionError("node " + nodeId + ": entry of " + words[0] + " is not exact");
      }
      if (node.real(1, slot) <= window[2]
          && node.real(3, slot) >= window[0]
          && node.real(2, slot) <= window[3]
          && node.real(4, slot) >= window[1]) {
        children.add(words[0]);
      }
    }
    reader.release(node);
    for (long child : children) {
      if (level == 0) {
        ids.add(child);
      } else {
        collect(reader, child, level - 1, window, ids);
      }
    }
  }
}
