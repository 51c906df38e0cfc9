package org.flashgrove.indexes.bplus;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Insertion into a B+-tree. If the leaf has room, only the leaf changes. A full node is split in
 * half: its upper half becomes a new node, for which the parent receives an entry. An insertion
 * allocates nothing.
 *
 * <p>A pair greater than all others does not split the full last leaf. It becomes the first pair of
 * a new leaf, so that ascending keys fill their leaves. SQLite and PostgreSQL do the same.
 */
final class Insertion {
  private final NodeFill fill;
  private final NodePath path;
  private final EntryList leafOwn;
  private final EntryList nodeOwn;
  private final EntryList rootEntries = new EntryList(Entries.NODE_WORDS, 2);
  private final long[] leafEntry;
  private final long[] nodeEntry = new long[Entries.NODE_WORDS];
  private int next;
  private boolean isFull;

  Insertion(NodeFill fill, int leafWords, NodePath path) {
    this.fill = fill;
    this.path = path;
    leafEntry = new long[leafWords];
    leafOwn = new EntryList(leafWords, fill.leafCapacity() + 1);
    nodeOwn = new EntryList(Entries.NODE_WORDS, fill.nodeCapacity() + 1);
  }

  /**
   * Inserts a pair. Returns false and changes nothing if the pair exists.
   *
   * @param further additional words of the pair
   */
  boolean insert(NodeOperation operation, long key, long value, long... further) {
    path.start(operation);
    try {
      boolean isLast = true;
      for (int level = path.height(); level > 0; level--) {
        NodeView node = path.read(level);
        int child = Entries.childSlot(node, key, value);
        isLast &= child == node.count() - 1;
        path.step(level, child);
      }
      NodeView leaf = path.read(0);
      int slot = Entries.firstNotBelow(leaf, key, value);
      if (Entries.isAt(leaf, slot, key, value)) {
        return false;
      }
      leafEntry[Entries.LEAF_KEY] = key;
      leafEntry[Entries.LEAF_VALUE] = value;
      System.arraycopy(further, 0, leafEntry, Entries.LEAF_WORDS, further.length);
      if (leaf.count() < fill.leafCapacity()) {
        path.releaseAll();
        operation.add(path.node(0), 0, leafEntry);
      } else {
        leafOwn.clear();
        if (isLast && slot == leaf.count()) {
          leafOwn.add(leafEntry, 0);
          create(0, leafOwn, 0);
        } else {
          leafOwn.addAll(leaf);
          leafOwn.insert(slot, leafEntry, 0);
          split(0, leafOwn);
        }
        linkUpward();
      }
      return true;
    } finally {
      path.releaseAll();
    }
  }

  /**
   * Inserts several pairs in ascending order. Reads each node about once, because the path to a
   * leaf starts at the lowest node of the previous path that covers the pair.
   *
   * @return number of pairs that did not exist
   */
  int insertAll(NodeOperation operation, PostponedPairs pairs) {
    if (pairs.count() == 1) {
      return insert(operation, pairs.key(0), pairs.value(0)) ? 1 : 0;
    }
    pairs.sort();
    int added = 0;
    int at = 0;
    path.start(operation);
    try {
      while (at < pairs.count()) {
        int more = fillLeaf(pairs, at);
        added += more;
        at = next;
        if (isFull) {
          path.releaseAll();
          added += insert(operation, pairs.key(at), pairs.value(at)) ? 1 : 0;
          at++;
          path.start(operation);
        }
      }
    } finally {
      path.releaseAll();
    }
    return added;
  }

  /**
   * Inserts pairs into one leaf, from the pair at an index on. Stops at the first pair that belongs
   * to another leaf or finds the leaf full, and stores its index in {@code next}. Returns the
   * number of pairs that did not exist.
   */
  private int fillLeaf(PostponedPairs pairs, int from) {
    NodeView leaf = leaf(pairs.key(from), pairs.value(from));
    int room = fill.leafCapacity() - leaf.count();
    int added = 0;
    isFull = false;
    next = from;
    do {
      long key = pairs.key(next);
      long value = pairs.value(next);
      int slot = Entries.firstNotBelow(leaf, key, value);
      if (!pairs.isRepeated(next) && !Entries.isAt(leaf, slot, key, value)) {
        isFull = added == room;
        if (isFull) {
          break;
        }
        leafEntry[Entries.LEAF_KEY] = key;
        leafEntry[Entries.LEAF_VALUE] = value;
        path.operation().add(path.node(0), 0, leafEntry);
        added++;
      }
      next++;
    } while (next < pairs.count() && coveringLevel(pairs.key(next), pairs.value(next)) == 0);
    path.release(0);
    return added;
  }

  /** Moves the path to the leaf of a pair, and returns the leaf. */
  private NodeView leaf(long key, long value) {
    int level = path.height();
    if (path.view(level) == null) {
      path.read(level);
    } else {
      level = coveringLevel(key, value);
      for (int below = 0; below < level; below++) {
        path.release(below);
      }
    }
    for (; level > 0; level--) {
      path.step(level, Entries.childSlot(path.view(level), key, value));
      path.read(level - 1);
    }
    return path.view(0);
  }

  /** Returns the lowest level at which the node of the current path covers a pair. */
  private int coveringLevel(long key, long value) {
    int level = 0;
    for (int above = 1; above <= path.height(); above++) {
      NodeView node = path.view(above);
      int following = path.slot(above - 1) + 1;
      if (following < node.count()) {
        if (Entries.compare(node, following, key, value) > 0) {
          return level;
        }
        level = above;
      }
    }
    return level;
  }

  /** Adds {@code nodeEntry} to the parent of the leaf, and splits ancestors that are full. */
  private void linkUpward() {
    NodeOperation operation = path.operation();
    for (int level = 1; level <= path.height(); level++) {
      NodeView node = path.view(level);
      if (node.count() < fill.nodeCapacity()) {
        operation.add(path.node(level), level, nodeEntry);
        return;
      }
      nodeOwn.clear();
      nodeOwn.addAll(node);
      nodeOwn.insert(path.slot(level - 1) + 1, nodeEntry, 0);
      split(level, nodeOwn);
    }
    growRoot();
  }

  /** Splits a node in half. Stores the new node's entry for the parent in {@code nodeEntry}. */
  private void split(int level, EntryList own) {
    int count = own.count();
    int half = count - count / 2;
    NodeOperation operation = path.operation();
    operation.replace(path.node(level), level, null, own, 0, half);
    create(level, own, half);
  }

  /**
   * Creates a node from the entries with index {@code from} and above. Stores the new node's entry
   * for the parent in {@code nodeEntry}.
   */
  private void create(int level, EntryList own, int from) {
    nodeEntry[0] = path.operation().create(level, null, own, from, own.count());
    nodeEntry[Entries.NODE_KEY] = own.word(from, Entries.LEAF_KEY);
    nodeEntry[Entries.NODE_VALUE] =
        own.word(from, level == 0 ? Entries.LEAF_VALUE : Entries.NODE_VALUE);
  }

  private void growRoot() {
    int level = path.height();
    rootEntries.clear();
    rootEntries.add(nodeEntry, 0);
    nodeEntry[0] = path.node(level);
    nodeEntry[Entries.NODE_KEY] = Long.MIN_VALUE;
    nodeEntry[Entries.NODE_VALUE] = Long.MIN_VALUE;
    rootEntries.insert(0, nodeEntry, 0);
    NodeOperation operation = path.operation();
    operation.root(operation.create(level + 1, null, rootEntries, 0, 2), level + 1);
  }
}
