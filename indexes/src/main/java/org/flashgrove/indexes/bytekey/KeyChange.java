package org.flashgrove.indexes.bytekey;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePatch;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Insertion of strings into a {@link ByteKeyTree} and their deletion.
 *
 * <p>If a page has room, an insertion is a patch of the page. If rewriting the page compactly frees
 * enough space, the page is rewritten. Otherwise the page is split, and the parent receives the
 * shortest string that separates the halves. A string greater than all others begins a new page
 * instead, so that ascending strings fill their pages. If a deletion leaves a page less than a
 * third full, the page is merged with a sibling, provided that the strings of both fit in one page.
 *
 * <p>In an internal node, the string of a slot is a lower bound of all strings below its child. The
 * first lower bound in a node equals the lower bound of the node in its parent. At the left edge of
 * the tree both are the empty string. Splits and merges therefore need not adjust lower bounds.
 */
final class KeyChange {
  private static final int LEAST_PART = 3;
  private static final byte[] EMPTY = {};
  private static final int UNKNOWN = -1;
  private static final long FITS = -1;
  private static final long EXISTS = -2;

  private final KeyList list = new KeyList();
  private final EntryList content = new EntryList(1, 1);
  private final NodePatch patch = new NodePatch();
  private final long[] nodes = new long[SpatialTree.MAX_HEIGHT + 1];
  private final int[] slots = new int[SpatialTree.MAX_HEIGHT + 1];
  private final NodeView[] pinned = new NodeView[SpatialTree.MAX_HEIGHT + 1];
  private int height;
  private byte[] string = new byte[64];
  private byte[] cell = new byte[64];
  private byte[] separator = new byte[64];
  private int separatorLength;
  private NodeOperation operation;
  private boolean isLast; // whether the last descent ended in the last leaf

  /** Writes the empty root of a new tree. */
  static void createRoot(NodeOperation operation, int size) {
    EntryList content = new EntryList(1, size / Long.BYTES);
    new KeyList().write(0, 0, 0, content, size);
    operation.root(operation.create(0, null, content, 0, content.count()), 0);
    operation.entries(0);
  }

  /** Descends to the leaf of a string. The caller releases the leaf. */
  private NodeView descend(byte[] key, int length) {
    int height = SpatialTree.checkedHeight(operation);
    nodes[height] = operation.root();
    isLast = true;
    for (int level = height; level > 0; level--) {
      NodeView node = operation.read(nodes[level], level);
      try {
        KeyPage.requireChildren(node);
        slots[level - 1] = KeyPage.childSlot(node, key, length);
        isLast &= slots[level - 1] == KeyPage.count(node) - 1;
        nodes[level - 1] = KeyPage.child(node, slots[level - 1]);
      } finally {
        operation.release(node);
      }
    }
    return operation.read(nodes[0], 0);
  }

  /**
   * Inserts a string that ends with its value. Returns false and changes nothing if the string
   * exists.
   */
  boolean insert(NodeOperation in, byte[] key, int length) {
    operation = in;
    return link(put(descend(key, length), UNKNOWN, key, length, 0));
  }

  /**
   * Adds the new leaf that an insertion has created to its parent, and so on upward.
   *
   * @param result result of {@link #put} for the leaf
   * @return whether the string is new
   */
  private boolean link(long result) {
    long child = result;
    for (int level = 0; child >= 0; level++) {
      if (level == SpatialTree.checkedHeight(operation)) {
        growRoot(level, child);
        return true;
      }
      NodeView parent = operation.read(nodes[level + 1], level + 1);
      child = put(parent, slots[level] + 1, separator, separatorLength, child);
    }
    return child == FITS;
  }

  /**
   * Inserts several strings in ascending order. The path to a leaf starts at the lowest node of the
   * previous path that covers the string.
   *
   * @return number of strings that did not exist
   */
  int insertAll(NodeOperation in, KeyList strings) {
    operation = in;
    int added = 0;
    try {
      for (int index : strings.sorted()) {
        int length = strings.length(index);
        if (string.length < length) {
          string = new byte[2 * length];
        }
        System.arraycopy(strings.bytes(), strings.start(index), string, 0, length);
        long result = put(leaf(string, length), UNKNOWN, string, length, 0);
        if (result >= 0) {
          unpin(0, height); // the path changes
        }
        added += link(result) ? 1 : 0;
      }
    } finally {
      unpin(0, height);
    }
    return added;
  }

  /** Moves the pinned path to the leaf of a string. The caller releases the leaf. */
  private NodeView leaf(byte[] key, int length) {
    int level;
    if (pinned[height] == null) {
      height = SpatialTree.checkedHeight(operation);
      nodes[height] = operation.root();
      level = height;
      pin(level);
    } else {
      level = coveringLevel(key, length);
      unpin(1, level - 1);
    }
    for (; level > 0; level--) {
      slots[level - 1] = KeyPage.childSlot(pinned[level], key, length);
      nodes[level - 1] = KeyPage.child(pinned[level], slots[level - 1]);
      pin(level - 1);
    }
    isLast = true;
    for (int above = 1; above <= height; above++) {
      isLast &= slots[above - 1] == KeyPage.count(pinned[above]) - 1;
    }
    return operation.read(nodes[0], 0);
  }

  /** Pins an internal node of the path. */
  private void pin(int level) {
    if (level > 0) {
      pinned[level] = operation.read(nodes[level], level);
      KeyPage.requireChildren(pinned[level]);
    }
  }

  private void unpin(int from, int to) {
    for (int level = from; level <= to; level++) {
      NodeView node = pinned[level];
      pinned[level] = null;
      if (node != null) {
        operation.release(node);
      }
    }
  }

  /** Returns the lowest level at which the node of the pinned path covers a string. */
  private int coveringLevel(byte[] key, int length) {
    int level = 0;
    for (int above = 1; above <= height; above++) {
      int next = slots[above - 1] + 1;
      if (next < KeyPage.count(pinned[above])) {
        if (KeyPage.compare(pinned[above], next, key, length) > 0) {
          return level;
        }
        level = above;
      }
    }
    return level;
  }

  /**
   * Inserts a string at a slot of a node on the current path, and releases the node. If this splits
   * the node, returns the id of the new node and stores the separating string in {@code separator}.
   * Otherwise returns {@link #FITS}, or {@link #EXISTS} if a leaf has the string.
   *
   * @param at the slot, or {@link #UNKNOWN} to search for it in a leaf
   * @param child child of the slot in an internal node; ignored in a leaf
   */
  private long put(NodeView node, int at, byte[] key, int length, long child) {
    int level = node.level();
    boolean inPlace;
    int size;
    int slot;
    boolean isGreatest;
    try {
      slot = at == UNKNOWN ? ~KeyPage.search(node, key, length) : at;
      if (slot < 0) {
        return EXISTS;
      }
      size = KeyPage.size(node);
      isGreatest = level == 0 && isLast && slot == KeyPage.count(node);
      inPlace = KeyPage.hasPrefix(node, key, length) && patchIn(node, slot, key, length, child);
      if (!inPlace) {
        list.clear();
        list.addAll(node);
        list.insert(slot, key, length, child);
      }
    } finally {
      operation.release(node);
    }
    if (inPlace) {
      operation.patch(nodes[level], level, patch);
      return FITS;
    }
    int count = list.count();
    if (list.pageBytes(level, 0, count) <= size) {
      replace(nodes[level], level, 0, count, size);
      return FITS;
    }
    int cut = isGreatest ? count - 1 : cut(level, slot == 0, size);
    if (!isGreatest) {
      replace(nodes[level], level, 0, cut, size);
    }
    list.write(level, cut, count, content, size);
    separate(level, cut);
    return operation.create(level, null, content, 0, content.count());
  }

  /**
   * Returns the index at which to divide the strings of a page, so that each half fits in a page.
   *
   * @param isNewFirst whether the inserted string precedes all other strings of the page
   * @param size size of a page in bytes
   */
  private int cut(int level, boolean isNewFirst, int size) {
    int count = list.count();
    int cut = list.middle(level);
    if (!fits(level, cut, size)) {
      cut = isNewFirst ? 1 : count - 1; // the new string shares no prefix with the others
    }
    if (!fits(level, cut, size)) {
      throw new DamagedStoreException(
          "tree", "page " + nodes[level], "holds more than a page can; its cells overlap");
    }
    return cut;
  }

  private boolean fits(int level, int cut, int size) {
    return list.pageBytes(level, 0, cut) <= size
        && list.pageBytes(level, cut, list.count()) <= size;
  }

  /**
   * Prepares a patch that adds a string to the page of a node. Returns false if the page has no
   * room for the string.
   */
  private boolean patchIn(NodeView node, int slot, byte[] key, int length, long child) {
    int level = node.level();
    int prefix = KeyPage.prefixLength(node);
    int count = KeyPage.count(node);
    int directory = KeyPage.directory(node);
    int end = directory + count * KeyPage.SLOT_BYTES;
    int bytes = KeyList.headBytes(level) + length - prefix;
    int heap = KeyPage.heap(node) - bytes;
    if (heap < end + KeyPage.SLOT_BYTES) {
      return false;
    }
    if (cell.length < bytes) {
      cell = new byte[2 * bytes];
    }
    int at = directory + slot * KeyPage.SLOT_BYTES;
    patch.clear().move(at, at + KeyPage.SLOT_BYTES, end - at);
    int head = KeyList.writeHead(level, child, length - prefix, cell, 0);
    System.arraycopy(key, prefix, cell, head, length - prefix);
    patch.write(heap, cell, 0, bytes);
    patchNumber(at, heap);
    patchNumber(KeyPage.AT_COUNT, count + 1);
    patchNumber(KeyPage.AT_HEAP, heap);
    return true;
  }

  private void patchNumber(int at, int number) {
    KeyList.put(cell, 0, number, 2);
    patch.write(at, cell, 0, 2);
  }

  private void replace(long nodeId, int level, int from, int to, int size) {
    list.write(level, from, to, content, size);
    operation.replace(nodeId, level, null, content, 0, content.count());
  }

  /**
   * Stores a string in {@code separator} that separates the strings before index {@code cut} from
   * the others. For leaves it is the shortest such string.
   */
  private void separate(int level, int cut) {
    int length = list.length(cut);
    separatorLength = level > 0 ? length : Math.min(length, list.common(cut - 1, cut) + 1);
    if (separator.length < separatorLength) {
      separator = new byte[2 * separatorLength];
    }
    System.arraycopy(list.bytes(), list.start(cut), separator, 0, separatorLength);
  }

  private void growRoot(int level, long right) {
    int size = content.count() * Long.BYTES;
    list.clear();
    list.add(EMPTY, 0, 0, nodes[level]);
    list.add(separator, 0, separatorLength, right);
    list.write(level + 1, 0, 2, content, size);
    operation.root(operation.create(level + 1, null, content, 0, content.count()), level + 1);
  }

  /**
   * Removes a string that ends with its value. Returns false and changes nothing if the string does
   * not exist.
   */
  boolean delete(NodeOperation in, byte[] key, int length) {
    operation = in;
    NodeView leaf = descend(key, length);
    int found;
    try {
      found = KeyPage.search(leaf, key, length);
    } finally {
      operation.release(leaf);
    }
    if (found < 0) {
      return false;
    }
    int level = 0;
    int at = found;
    while (takeOut(level, at) && level < SpatialTree.checkedHeight(operation) && merge(level)) {
      at = Math.min(slots[level], countOf(level + 1) - 2) + 1;
      level++;
    }
    dropRoots();
    return true;
  }

  private int countOf(int level) {
    NodeView node = operation.read(nodes[level], level);
    int count = KeyPage.count(node);
    operation.release(node);
    return count;
  }

  /**
   * Removes the string in a slot of the node on the current path at a level. Returns whether the
   * node is then less than a third full.
   */
  private boolean takeOut(int level, int slot) {
    NodeView node = operation.read(nodes[level], level);
    boolean isLow;
    try {
      int count = KeyPage.count(node);
      int directory = KeyPage.directory(node);
      int at = directory + slot * KeyPage.SLOT_BYTES;
      int end = directory + count * KeyPage.SLOT_BYTES;
      int dead = KeyPage.dead(node) + KeyPage.cellBytes(node, slot);
      patch.clear().move(at + KeyPage.SLOT_BYTES, at, end - at - KeyPage.SLOT_BYTES);
      patchNumber(KeyPage.AT_COUNT, count - 1);
      patchNumber(KeyPage.AT_DEAD, dead);
      int used = KeyPage.size(node) - KeyPage.heap(node) - dead + end - KeyPage.SLOT_BYTES;
      isLow = used * LEAST_PART < KeyPage.size(node);
    } finally {
      operation.release(node);
    }
    operation.patch(nodes[level], level, patch);
    return isLow;
  }

  /**
   * Merges the node on the current path at a level with a sibling. The left of the two nodes gets
   * all strings, and the right one is deleted. The caller must then remove the right node from the
   * parent. Returns false and changes nothing if the strings do not fit in one page.
   */
  private boolean merge(int level) {
    NodeView parent = operation.read(nodes[level + 1], level + 1);
    long left;
    long right;
    try {
      int count = KeyPage.count(parent);
      if (count < 2) {
        return false;
      }
      int slot = Math.min(slots[level], count - 2);
      left = KeyPage.child(parent, slot);
      right = KeyPage.child(parent, slot + 1);
    } finally {
      operation.release(parent);
    }
    list.clear();
    int size = gather(left, level);
    gather(right, level);
    if (list.pageBytes(level, 0, list.count()) > size) {
      return false;
    }
    replace(left, level, 0, list.count(), size);
    operation.delete(right, level);
    return true;
  }

  private int gather(long nodeId, int level) {
    NodeView node = operation.read(nodeId, level);
    try {
      list.addAll(node);
      return KeyPage.size(node);
    } finally {
      operation.release(node);
    }
  }

  /** Replaces the root by its child as long as the root has a single child. */
  private void dropRoots() {
    for (int height = operation.height(); height > 0; height--) {
      long root = operation.root();
      NodeView node = operation.read(root, height);
      long child;
      try {
        if (KeyPage.count(node) > 1) {
          return;
        }
        child = KeyPage.child(node, 0);
      } finally {
        operation.release(node);
      }
      operation.root(child, height - 1);
      operation.delete(root, height);
    }
  }
}
