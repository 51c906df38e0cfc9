package org.flashgrove.indexes.bytekey;

import java.util.Arrays;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.PairLeaves;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Cursor over the pairs in a range of keys of a snapshot. It moves from leaf to leaf, ascending or
 * descending. The pairs of the current leaf are a copy, and between two leaves the cursor pins no
 * node.
 *
 * <p>The cursor remembers the children of the node above the current leaf. A scan therefore reads
 * each leaf and each parent of leaves once. The cursor announces leaves to the reader before it
 * reads them ({@link NodeReader#willRead}), and each announcement has twice as many leaves as the
 * previous one.
 *
 * <p>Not safe for use by several threads.
 */
public final class KeyCursor implements PairLeaves {
  private static final int MOST_ANNOUNCED = 64;
  private static final byte[] FIRST = {};

  private final NodeReader reader;
  private final byte[] from;
  private final byte[] to;
  private final boolean ascending;
  private boolean isDone;

  /**
   * Key at which the scan continues in the next node. An ascending scan continues with the strings
   * from this key on, and a descending scan with the strings before it.
   */
  private byte[] bound;

  private int boundLength;
  private byte[] nextBound = new byte[64];
  private int nextBoundLength;
  private boolean hasNext;
  private long[] children = new long[1];
  private int childCount;
  private int child;
  private int announcedEnd;
  private int window = 1;
  private long[] values = new long[0];
  private final KeyList keys = new KeyList();
  private int count;

  /** Creates a cursor before the first leaf. */
  KeyCursor(NodeReader reader, KeyRange range, boolean ascending) {
    this.reader = reader;
    this.ascending = ascending;
    from = range.from();
    to = range.to();
    isDone = range.isEmpty();
    bound = ascending ? from : to;
    boundLength = bound == null ? -1 : bound.length;
  }

  /**
   * Moves to the next leaf that contains pairs of the range.
   *
   * @return whether there is such a leaf; if not, {@link #count} is 0
   */
  @Override
  public boolean nextLeaf() {
    count = 0;
    while (!isDone && count == 0) {
      if (child == childCount) {
        descend();
      }
      announce();
      NodeView leaf = reader.read(children[child++], 0);
      try {
        take(leaf);
      } finally {
        reader.release(leaf);
      }
      if (child == childCount) {
        goOn();
      }
    }
    return count > 0;
  }

  @Override
  public boolean isDone() {
    return isDone;
  }

  /** Returns the number of pairs of the range in the current leaf. */
  @Override
  public int count() {
    return count;
  }

  private int at(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("pair " + index + " of " + count);
    }
    return ascending ? index : count - 1 - index;
  }

  /**
   * Returns the value of a pair in the current leaf. Pairs are numbered from 0 to {@link #count} -
   * 1 in the direction of the scan.
   */
  @Override
  public long value(int index) {
    return values[at(index)];
  }

  /** Returns a copy of the key of a pair in the current leaf. */
  public byte[] key(int index) {
    return Arrays.copyOfRange(keys.bytes(), keys.start(at(index)), keyEnd(at(index)));
  }

  /** Returns whether two pairs of the current leaf have equal keys. */
  public boolean hasEqualKeys(int one, int two) {
    return Arrays.equals(
        keys.bytes(),
        keys.start(at(one)),
        keyEnd(at(one)),
        keys.bytes(),
        keys.start(at(two)),
        keyEnd(at(two)));
  }

  private int keyEnd(int at) {
    return keys.start(at) + keys.length(at) - KeyPage.VALUE_BYTES;
  }

  private void take(NodeView leaf) {
    int first = KeyPage.firstNotBelow(leaf, from, from.length);
    int end = to == null ? KeyPage.count(leaf) : KeyPage.firstNotBelow(leaf, first, to, to.length);
    count = Math.max(0, end - first);
    if (values.length < count) {
      values = new long[count == 1 ? 1 : KeyPage.count(leaf)]; // lookups find one pair
    }
    keys.clear();
    for (int i = 0; i < count; i++) {
      values[i] = KeyPage.value(leaf, first + i);
      keys.add(leaf, first + i);
    }
  }

  /**
   * Descends to the parent of leaves where the scan continues, and remembers the leaves below it
   * that are in the range.
   */
  private void descend() {
    int height = SpatialTree.checkedHeight(reader);
    long nodeId = reader.root();
    hasNext = false;
    child = 0;
    childCount = 1;
    announcedEnd = 0;
    for (int level = height; level > 0; level--) {
      NodeView node = reader.read(nodeId, level);
      try {
        KeyPage.requireChildren(node);
        int slot = slot(node);
        if (level == 1) {
          keep(node, slot);
        } else {
          noteNext(node, slot);
          nodeId = KeyPage.child(node, slot);
        }
      } finally {
        reader.release(node);
      }
    }
    if (height == 0) {
      children[0] = nodeId;
    }
  }

  private int slot(NodeView node) {
    if (ascending) {
      return KeyPage.childSlot(node, bound, boundLength);
    }
    int end =
        boundLength < 0 ? KeyPage.count(node) : KeyPage.firstNotBelow(node, bound, boundLength);
    return Math.max(0, end - 1);
  }

  /**
   * Stores where the scan continues after the subtree in a slot of {@code node}. An ascending scan
   * continues at the lower bound of the next slot. A descending scan continues below the lower
   * bound of the slot itself.
   */
  private void noteNext(NodeView node, int slot) {
    int next = ascending ? slot + 1 : slot;
    if (next < KeyPage.count(node)) {
      int length = KeyPage.length(node, next);
      if (nextBound.length < length) {
        nextBound = new byte[2 * length];
      }
      nextBoundLength = KeyPage.copy(node, next, nextBound, 0);
      hasNext = true;
    }
  }

  private void keep(NodeView node, int slot) {
    int last;
    if (ascending) {
      int end = to == null ? KeyPage.count(node) : KeyPage.firstNotBelow(node, slot, to, to.length);
      last = Math.max(slot, end - 1);
      if (last + 1 < KeyPage.count(node)) {
        hasNext = false; // the range ends below this node
      }
    } else {
      last = Math.min(slot, KeyPage.childSlot(node, from, from.length));
      noteNext(node, 0);
    }
    childCount = Math.abs(last - slot) + 1;
    if (children.length < childCount) {
      children = new long[childCount];
    }
    for (int i = 0; i < childCount; i++) {
      children[i] = KeyPage.child(node, ascending ? slot + i : slot - i);
    }
  }

  private void announce() {
    if (child == announcedEnd) {
      announcedEnd = Math.min(childCount, child + window);
      if (announcedEnd - child > 1) {
        reader.willRead(children, child, announcedEnd);
      }
      window = Math.min(2 * window, MOST_ANNOUNCED);
    }
  }

  /**
   * Moves the scan to the next parent of leaves. Ends the scan if this parent is outside the range.
   */
  private void goOn() {
    isDone = !hasNext;
    if (!isDone) {
      byte[] limit = ascending ? to : from;
      int order =
          limit == null
              ? -1
              : Arrays.compareUnsigned(nextBound, 0, nextBoundLength, limit, 0, limit.length);
      isDone = ascending ? order >= 0 : order <= 0;
    }
    if (!isDone) {
      byte[] used = bound == from || bound == to ? FIRST : bound;
      bound = nextBound;
      boundLength = nextBoundLength;
      nextBound = used;
    }
  }
}
