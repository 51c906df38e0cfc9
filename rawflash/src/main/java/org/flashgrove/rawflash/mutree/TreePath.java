package org.flashgrove.rawflash.mutree;

import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * The path from the root to a leaf that an operation has loaded into memory. This class marks the
 * nodes of the path as dirty, splits them and removes them. Not thread-safe.
 */
final class TreePath {
  private final MuTreeOptions options;
  private final PageLayout layout;
  private final NodePool pool;
  private final NodeWriter writer;
  private final NodeReader reader;

  /**
   * The nodes of the path, indexed by level. {@link #at} contains the index of each node's entry in
   * its parent.
   */
  private final Node[] nodes = new Node[PageLayout.MAX_HEIGHT + 2];

  private final int[] at = new int[PageLayout.MAX_HEIGHT + 2];

  private Node root;
  private int dirtyLeaves;
  private long splits;

  TreePath(
      Node root,
      MuTreeOptions options,
      PageLayout layout,
      NodePool pool,
      NodeWriter writer,
      NodeReader reader) {
    this.root = root;
    this.options = options;
    this.layout = layout;
    this.pool = pool;
    this.writer = writer;
    this.reader = reader;
    root.dirty = true; // the root is written with every change
    reader.buffer().height(root.level);
  }

  Node root() {
    return root;
  }

  /** Returns the node at a level of the loaded path. */
  Node node(int level) {
    return nodes[level];
  }

  /** Returns the number of dirty leaves in memory. */
  int dirtyLeaves() {
    return dirtyLeaves;
  }

  /** Returns the number of nodes created by splits. */
  long splits() {
    return splits;
  }

  /**
   * Notes that all dirty nodes were written. The root remains dirty, because it is written with
   * every change.
   */
  void written() {
    root.dirty = true;
    dirtyLeaves = 0;
  }

  /** Returns the number of levels in the page layout. */
  int layoutHeight() {
    return Math.max(root.level, options.layoutHeight());
  }

  /** Returns the maximum number of entries of a node at a level. */
  int capacity(int level) {
    return layout.capacity(level, layoutHeight());
  }

  /**
   * Loads the nodes on the path to a key into memory. If a node cannot be read, no node remains
   * loaded.
   *
   * @param counted whether the read buffer counts the requests; false for garbage collection
   */
  void load(long key, boolean counted) {
    nodes[root.level] = root;
    int level = root.level;
    try {
      while (level > 1) {
        Node parent = nodes[level];
        at[level - 1] = parent.childIndex(key);
        int child = parent.child(at[level - 1]);
        nodes[level - 1] =
            child < 0 ? pool.get(~child) : reader.load(level - 1, child, root.level, counted);
        level--;
      }
    } finally {
      if (level > 1) {
        leave(level);
      }
    }
  }

  /** Returns to the pool the nodes that {@link #load} has loaded and that were not changed. */
  void leave() {
    leave(1);
  }

  private void leave(int lowest) {
    for (int level = root.level - 1; level >= lowest; level--) {
      if (!nodes[level].dirty) {
        pool.give(nodes[level]);
      }
    }
  }

  /** Marks the nodes of the path as dirty. */
  void markDirty() {
    for (int level = root.level; level >= 1; level--) {
      Node node = nodes[level];
      if (level < root.level) {
        nodes[level + 1].child(at[level], ~node.id);
        dirtyLeaves += level == 1 && !node.dirty ? 1 : 0;
      }
      node.dirty = true;
    }
  }

  /**
   * Returns whether another entry fits on the loaded path. This is the case if some node has room,
   * or if the tree can grow by a split of the root.
   */
  boolean fits() {
    for (int level = 1; level <= root.level; level++) {
      if (nodes[level].count < capacity(level)) {
        return true;
      }
    }
    return mayGrow();
  }

  /** Returns whether the page layout allows another level. */
  boolean mayGrow() {
    int newHeight = root.level + 1;
    int newLayout = Math.max(newHeight, options.layoutHeight());
    return layout.allows(newLayout)
        && partsOfRoot(root.count + 1, newLayout) <= layout.capacity(newHeight, newLayout);
  }

  private int partsOfRoot(int count, int newLayout) {
    int capacity = layout.capacity(root.level, newLayout);
    return Math.max(2, (count + capacity - 1) / capacity);
  }

  void splitUpwards() {
    int level = 1;
    while (level < root.level && nodes[level].count > capacity(level)) {
      Node node = nodes[level];
      Node sibling = splitOff(node, node.count / 2, node.count - node.count / 2);
      Node parent = nodes[level + 1];
      if (at[level] == 0) {
        // Keys below the first separator go to the first child, so the separator may be higher
        // than the minimum key of that child.
        parent.key(0, node.key(0));
      }
      parent.insertChild(at[level] + 1, sibling.key(0), ~sibling.id);
      level++;
    }
    if (level == root.level && root.count > capacity(level)) {
      splitRoot();
    }
  }

  /**
   * Moves the last {@code length} entries of a node, which begin at the index {@code from}, to a
   * new node. Returns the new node.
   */
  private Node splitOff(Node node, int from, int length) {
    splits++;
    Node sibling = pool.take(node.level, Node.NONE);
    sibling.dirty = true;
    node.copyTo(sibling, from, length);
    node.count = from;
    dirtyLeaves += node.level == 1 ? 1 : 0;
    return sibling;
  }

  private void splitRoot() {
    Node old = root;
    int newHeight = old.level + 1;
    int count = old.count;
    int parts = partsOfRoot(count, Math.max(newHeight, options.layoutHeight()));
    root = pool.take(newHeight, Node.NONE);
    root.dirty = true;
    dirtyLeaves += old.level == 1 ? 1 : 0;
    for (int part = parts - 1; part > 0; part--) {
      int from = (int) ((long) part * count / parts);
      Node sibling = splitOff(old, from, old.count - from);
      root.insertChild(0, sibling.key(0), ~sibling.id);
    }
    root.insertChild(0, old.key(0), ~old.id);
    reader.buffer().height(newHeight);
  }

  /**
   * Removes empty nodes of the path from the tree. Replaces a root that has a single child by that
   * child.
   */
  void removeEmpty() {
    int level = 1;
    while (level < root.level && nodes[level].count == 0) {
      nodes[level + 1].remove(at[level]);
      drop(nodes[level]);
      level++;
    }
    int height = root.level;
    if (height > 1 && root.count == 0) {
      drop(root);
      root = pool.take(1, Node.NONE);
      root.dirty = true;
    }
    while (root.level > 1 && root.count == 1) {
      int child = root.child(0);
      Node heir =
          child < 0 ? pool.get(~child) : reader.load(root.level - 1, child, root.level, true);
      dirtyLeaves -= heir.level == 1 && heir.dirty ? 1 : 0;
      heir.dirty = true;
      drop(root);
      root = heir;
    }
    if (root.level != height) {
      reader.buffer().height(root.level);
    }
  }

  private void drop(Node node) {
    dirtyLeaves -= node.level == 1 ? 1 : 0;
    writer.release(node);
    pool.give(node);
  }
}
