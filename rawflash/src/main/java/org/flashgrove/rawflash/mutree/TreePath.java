package org.flashgrove.rawflash.mutree;

import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * Path from the root to a leaf that an operation has loaded into memory; marks nodes as dirty,
 * splits and removes them. For one thread at a time.
 */
final class TreePath {
  private final MuTreeOptions options;
  private final PageLayout layout;
  private final NodePool pool;
  private final NodeWriter writer;
  private final NodeReader reader;

  /** The nodes by their levels, and their places in their parents. */
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
    root.dirty = true; // it is written with every change
    reader.buffer().height(root.level);
  }

  Node root() {
    return root;
  }

  /** Returns the node at a level of the loaded path. */
  Node node(int level) {
    return nodes[level];
  }

  /** Returns the number of dirty leaves. */
  int dirtyLeaves() {
    return dirtyLeaves;
  }

  /** Returns the number of nodes that were split off others. */
  long splits() {
    return splits;
  }

  /** Records that all nodes except the root were written; the root is always written. */
  void written() {
    root.dirty = true;
    dirtyLeaves = 0;
  }

  /** Returns the height that pages are laid out for. */
  int layoutHeight() {
    return Math.max(root.level, options.layoutHeight());
  }

  /** Returns the number of entries that a node of a level holds at most. */
  int capacity(int level) {
    return layout.capacity(level, layoutHeight());
  }

  /**
   * Loads the nodes on the path to a key into memory; if a node cannot be read, nothing is loaded.
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

  /** Releases the nodes that {@link #load} has loaded. */
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
   * Returns whether an entry fits on the path that was loaded: some node has room, or the root can
   * be split and the tree grow.
   */
  boolean fits() {
    for (int level = 1; level <= root.level; level++) {
      if (nodes[level].count < capacity(level)) {
        return true;
      }
    }
    return mayGrow();
  }

  /** Returns whether the tree may get a level more, for its pages have room for that. */
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
        // Keys below the first separator belong to the first child: it may be too high by now.
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
   * Returns a new node with {@code length} entries of a node from {@code from} on, the last ones it
   * has.
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

  /** Removes empty nodes, and roots with a single child, from the tree. */
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
