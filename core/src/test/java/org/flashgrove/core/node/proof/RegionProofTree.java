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
 * A tree of quadrants reduced to what strains the port: the quadrant (x, y, side) stands in the
 * node's header, and the order of a node's entries depends on it.
 *
 * <p>Points have whole coordinates from 0 to {@link #WORLD} - 1. A node owns its quadrant minus the
 * smaller ones that its siblings own; a point belongs to the child with the smallest quadrant that
 * holds it. An overflowing leaf gives a sub-quadrant with a fair share of its points to a new leaf,
 * an overflowing internal node one child's quadrant with all that lies in it. Entries stand in the
 * order of their distance from the origin of the node's quadrant. A leaf that gets empty stays, but
 * notes in its header by HEADER that it had been empty: the sign of the side.
 */
final class RegionProofTree {
  static final int WORLD = 1 << 20;

  /** Leaves: id, x, y. Internal nodes: child and its quadrant x, y, side. */
  static final TreeLayout LAYOUT =
      new TreeLayout(
          new NodeLayout(3, 3, NodeLayout.NO_BOUNDS, 24, RegionProofTree::byDistance),
          new NodeLayout(4, 1, NodeLayout.NO_BOUNDS, 28, RegionProofTree::byDistance));

  private final NodeStore store;

  RegionProofTree(NodeStore store) {
    this.store = store;
    try (NodeOperation operation = store.begin()) {
      long[] world = {0, 0, WORLD};
      operation.root(operation.create(0, world, new EntryList(3, 1), 0, 0), 0);
      operation.commit();
    }
  }

  private static int byDistance(NodeView node, int slot, long[] words, int at) {
    long x = node.header(0);
    long y = node.header(1);
    int order =
        Long.compare(
            Math.abs(node.word(1, slot) - x) + Math.abs(node.word(2, slot) - y),
            Math.abs(words[at + 1] - x) + Math.abs(words[at + 2] - y));
    return order != 0 ? order : Long.compare(node.word(0, slot), words[at]);
  }

  private static boolean holds(long qx, long qy, long side, long x, long y) {
    return x >= qx && y >= qy && x < qx + Math.abs(side) && y < qy + Math.abs(side);
  }

  /** Node ids from the root down to the leaf of a point. */
  private static List<Long> path(NodeReader reader, long x, long y) {
    List<Long> path = new ArrayList<>();
    path.add(reader.root());
    for (int level = reader.height(); level > 0; level--) {
      NodeView node = reader.read(path.get(path.size() - 1), level);
      long smallest = Long.MAX_VALUE;
      long child = -1;
      for (int slot = 0; slot < node.count(); slot++) {
        long side = node.word(3, slot);
        if (side < smallest && holds(node.word(1, slot), node.word(2, slot), side, x, y)) {
          smallest = side;
          child = node.word(0, slot);
        }
      }
      reader.release(node);
      path.add(child);
    }
    return path;
  }

  /** Puts a point in; commits it or not. */
  void insert(long id, int x, int y, boolean commit) {
    try (NodeOperation operation = store.begin()) {
      add(operation, path(operation, x, y), 0, new long[] {id, x, y});
      operation.entries(operation.entries() + 1);
      if (commit) {
        operation.commit();
      }
    }
  }

  private void add(NodeOperation operation, List<Long> path, int level, long[] entry) {
    long nodeId = path.get(path.size() - 1 - level);
    int capacity = NodePage.capacity(store.pageSize(), LAYOUT.at(level));
    if (operation.entryCount(nodeId, level) < capacity) {
      operation.add(nodeId, level, entry);
      return;
    }
    NodeView node = operation.read(nodeId, level);
    long[] quadrant = {node.header(0), node.header(1), Math.abs(node.header(2))};
    List<long[]> entries = new ArrayList<>();
    entries.add(entry);
    for (int slot = 0; slot < node.count(); slot++) {
      long[] copy = new long[LAYOUT.at(level).words()];
      node.copyEntry(slot, copy, 0);
      entries.add(copy);
    }
    operation.release(node);
    long[] part = level == 0 ? denseQuadrant(quadrant, entries) : bestChild(quadrant, entries);
    List<long[]> inside = new ArrayList<>();
    List<long[]> outside = new ArrayList<>();
    for (long[] each : entries) {
      boolean in = holds(part[0], part[1], part[2], each[1], each[2]);
      (in && (level == 0 || each[3] <= part[2]) ? inside : outside).add(each);
    }
    EntryList rest = ordered(outside, quadrant, level);
    EntryList moved = ordered(inside, part, level);
    operation.replace(nodeId, level, quadrant, rest, 0, rest.count());
    long created = operation.create(level, part, moved, 0, moved.count());
    long[] reference = {created, part[0], part[1], part[2]};
    if (level < path.size() - 1) {
      add(operation, path, level + 1, reference);
    } else {
      EntryList two = new EntryList(4, 2);
      List<long[]> both = new ArrayList<>();
      both.add(new long[] {nodeId, quadrant[0], quadrant[1], quadrant[2]});
      both.add(reference);
      two.copyFrom(ordered(both, quadrant, level + 1));
      operation.root(operation.create(level + 1, quadrant, two, 0, 2), level + 1);
      path.add(0, operation.root());
    }
  }

  /** Goes down into the fullest quarter until at most two thirds of the points are left. */
  private static long[] denseQuadrant(long[] quadrant, List<long[]> points) {
    long[] dense = quadrant;
    long most = points.size();
    while (3 * most > 2 * points.size()) {
      long half = dense[2] / 2;
      long[] fullest = null;
      most = -1;
      for (int quarter = 0; quarter < 4; quarter++) {
        long x = dense[0] + (quarter & 1) * half;
        long y = dense[1] + (quarter >> 1) * half;
        long count = points.stream().filter(p -> holds(x, y, half, p[1], p[2])).count();
        if (count > most) {
          most = count;
          fullest = new long[] {x, y, half};
        }
      }
      dense = fullest;
    }
    return dense;
  }

  /**
   * Returns the child, smaller than the node itself, whose quadrant holds nearest to half of them.
   */
  private static long[] bestChild(long[] quadrant, List<long[]> children) {
    long[] best = null;
    long least = Long.MAX_VALUE;
    for (long[] child : children) {
      long count =
          children.stream()
              .filter(c -> c[3] <= child[3] && holds(child[1], child[2], child[3], c[1], c[2]))
              .count();
      long distance = Math.abs(2 * count - children.size());
      if (child[3] < quadrant[2] && distance < least) {
        least = distance;
        best = new long[] {child[1], child[2], child[3]};
      }
    }
    return best;
  }

  private EntryList ordered(List<long[]> entries, long[] quadrant, int level) {
    entries.sort(
        (a, b) -> {
          int order = Long.compare(distance(a, quadrant), distance(b, quadrant));
          return order != 0 ? order : Long.compare(a[0], b[0]);
        });
    EntryList list = new EntryList(LAYOUT.at(level).words(), entries.size());
    entries.forEach(each -> list.add(each, 0));
    return list;
  }

  private static long distance(long[] entry, long[] quadrant) {
    return Math.abs(entry[1] - quadrant[0]) + Math.abs(entry[2] - quadrant[1]);
  }

  /** Takes a point out; returns whether it was there. */
  boolean delete(long id, int x, int y) {
    try (NodeOperation operation = store.begin()) {
      List<Long> path = path(operation, x, y);
      long leafId = path.get(path.size() - 1);
      NodeView leaf = operation.read(leafId, 0);
      boolean found = false;
      for (int slot = 0; slot < leaf.count(); slot++) {
        found |= leaf.word(0, slot) == id && leaf.word(1, slot) == x && leaf.word(2, slot) == y;
      }
      boolean last = leaf.count() == 1;
      long[] header = {leaf.header(0), leaf.header(1), -Math.abs(leaf.header(2))};
      operation.release(leaf);
      if (!found) {
        return false;
      }
      operation.remove(leafId, 0, new long[] {id, x, y});
      if (last) {
        operation.header(leafId, 0, header);
      }
      operation.entries(operation.entries() - 1);
      operation.commit();
      return true;
    }
  }

  /** Returns the ids of the points in a window, sorted; verifies headers and order on the way. */
  List<Long> search(int minX, int minY, int maxX, int maxY) {
    List<Long> ids = new ArrayList<>();
    try (NodeReader reader = store.snapshot()) {
      long[] world = {reader.root(), 0, 0, WORLD};
      collect(reader, world, reader.height(), new int[] {minX, minY, maxX, maxY}, ids);
    }
    ids.sort(null);
    return ids;
  }

  private static void collect(
      NodeReader reader, long[] child, int level, int[] window, List<Long> ids) {
    NodeView node = reader.read(child[0], level);
    for (int i = 0; i < 3; i++) {
      if (Math.abs(node.header(i)) != child[1 + i]) {
        throw new AssertionError("node " + child[0] + ": header says another quadrant");
      }
    }
    List<long[]> children = new ArrayList<>();
    for (int slot = 0; slot < node.count(); slot++) {
      long[] words = new long[4];
      node.copyEntry(slot, words, 0);
      if (slot > 0 && byDistance(node, slot - 1, words, 0) > 0) {
        throw new AssertionError("node " + child[0] + ": out of order at slot " + slot);
      }
      children.add(words);
    }
    reader.release(node);
    for (long[] each : children) {
      long side = level > 0 ? each[3] : 1;
      boolean meets =
          each[1] <= window[2]
              && each[2] <= window[3]
              && each[1] + side > window[0]
              && each[2] + side > window[1];
      if (meets && level == 0) {
        ids.add(each[0]);
      } else if (meets) {
        collect(reader, each, level - 1, window, ids);
      }
    }
  }
}
