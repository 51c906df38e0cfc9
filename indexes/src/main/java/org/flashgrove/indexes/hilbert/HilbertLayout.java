package org.flashgrove.indexes.hilbert;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.tree.Bounds;

/**
 * Format and order of the entries of a Hilbert R-tree.
 *
 * <p>The format of a leaf entry is a {@link LeafForm}. Leaf entries are ordered by the Hilbert
 * value of the centre of the rectangle, then by id, then by rectangle. The order within a leaf is
 * therefore total.
 *
 * <p>An internal entry is (child, bounding rectangle, key). Bits 1 to 62 of the key contain the
 * LHV, which is the largest Hilbert value below the child. Bit 0 is set if <em>all</em> values
 * below the child equal the LHV. Among adjacent siblings with equal LHVs, only the first may
 * contain smaller values. The order by (key, child id) puts this sibling first, so values never
 * decrease from node to node. The order by (LHV, child id) would not ensure this.
 */
final class HilbertLayout {
  /** Number of words in an internal entry. */
  static final int NODE_WORDS = 6;

  private static final int KEY = 5;

  private final HilbertCurve curve;
  private final LeafForm form;
  private final TreeLayout nodes;
  private final int valueWord;
  private final int highX;

  HilbertLayout(LeafForm form, HilbertCurve curve) {
    this.form = form;
    this.curve = curve;
    NodeLayout leaf = form.layout(this::compareLeafEntries);
    valueWord = form.words() - 1;
    highX = leaf.upperBoundsWord();
    nodes = new TreeLayout(leaf, new NodeLayout(NODE_WORDS, 1, 1, 44, HilbertLayout::compareNodes));
  }

  TreeLayout nodes() {
    return nodes;
  }

  /**
   * Encodes an id and a rectangle as a leaf entry. If leaves store only points, the rectangle must
   * be a point.
   */
  void encode(long[] entry, long[] into) {
    System.arraycopy(entry, 0, into, 0, form.identityWords());
    if (form.isStored()) {
      into[valueWord] =
          curve.valueOfCentre(
              Double.longBitsToDouble(entry[1]),
              Double.longBitsToDouble(entry[2]),
              Double.longBitsToDouble(entry[3]),
              Double.longBitsToDouble(entry[4]));
    }
  }

  /** Returns the Hilbert value of the leaf entry at {@code words[at]}. */
  long value(long[] words, int at) {
    return form.isStored() ? words[at + valueWord] : computed(words, at);
  }

  private long computed(long[] words, int at) {
    return curve.valueOfCentre(
        Double.longBitsToDouble(words[at + 1]),
        Double.longBitsToDouble(words[at + 2]),
        Double.longBitsToDouble(words[at + highX]),
        Double.longBitsToDouble(words[at + highX + 1]));
  }

  /** Returns the Hilbert value of the entry in a slot of a leaf, as stored or computed. */
  long value(NodeView leaf, int slot) {
    return form.isStored() ? leaf.word(valueWord, slot) : computed(leaf, slot);
  }

  /** Returns the Hilbert value computed from the rectangle of a leaf entry. */
  long computed(NodeView leaf, int slot) {
    return curve.valueOfCentre(
        leaf.real(1, slot), leaf.real(2, slot), leaf.real(highX, slot), leaf.real(highX + 1, slot));
  }

  /** Compares leaf entries by Hilbert value, then by id, then by rectangle. */
  int compareLeafEntries(NodeView leaf, int slot, long[] words, int at) {
    int order = Long.compare(value(leaf, slot), value(words, at));
    for (int word = 0; order == 0 && word < form.identityWords(); word++) {
      order = Long.compare(leaf.word(word, slot), words[at + word]);
    }
    return order;
  }

  private static int compareNodes(NodeView node, int slot, long[] words, int at) {
    int order = Long.compare(node.word(KEY, slot), words[at + KEY]);
    return order != 0 ? order : Long.compare(node.word(0, slot), words[at]);
  }

  /** Returns whether entry {@code a} of a list sorts after entry {@code b}. */
  boolean isBehind(EntryList entries, int level, int a, int b) {
    int order =
        level == 0
            ? Long.compare(valueOf(entries, a), valueOf(entries, b))
            : Long.compare(entries.word(a, KEY), entries.word(b, KEY));
    int identity = level == 0 ? form.identityWords() : 1;
    for (int word = 0; order == 0 && word < identity; word++) {
      order = Long.compare(entries.word(a, word), entries.word(b, word));
    }
    return order > 0;
  }

  /** Copies a leaf's entries to a list, with a new entry inserted in order. */
  void insert(NodeView leaf, EntryList entries, long[] entry) {
    entries.clear();
    entries.addAll(leaf);
    entries.insert(nodes.leaf().order().position(leaf, entry, 0), entry, 0);
  }

  private long valueOf(EntryList entries, int index) {
    return value(entries.words(), index * entries.stride());
  }

  /**
   * Sorts entries that are sorted except for two kinds of entries: a new or changed entry, and
   * entries of neighbouring nodes with equal Hilbert values.
   */
  void sort(EntryList entries, int level) {
    for (int i = 1; i < entries.count(); i++) {
      for (int at = i; at > 0 && isBehind(entries, level, at - 1, at); at--) {
        entries.swap(at - 1, at);
      }
    }
  }

  /** Returns the largest Hilbert value (LHV) that a key contains. */
  static long lhv(long key) {
    return key >>> 1;
  }

  /** Returns the key of the entry in a slot of an internal node. */
  static long key(NodeView node, int slot) {
    return node.word(KEY, slot);
  }

  /** Returns the key of the internal entry at {@code words[at]}. */
  static long key(long[] words, int at) {
    return words[at + KEY];
  }

  /** Sets the key of the internal entry at {@code words[at]}. */
  static void key(long[] words, int at, long key) {
    words[at + KEY] = key;
  }

  /**
   * Returns the key of a non-empty subtree after an entry was added to it.
   *
   * @param key previous key of the subtree
   * @param value Hilbert value of the entry
   */
  static long grown(long key, long value) {
    long largest = lhv(key);
    if (value == largest) {
      return key;
    }
    return Math.max(value, largest) << 1;
  }

  /**
   * Returns the key of a subtree, given the smallest and the largest key among those of its
   * children.
   */
  static long joined(long least, long greatest) {
    long pure = lhv(greatest) << 1 | 1;
    return least == pure ? pure : pure - 1;
  }

  /** Returns the key of a subtree in which all Hilbert values are {@code value}. */
  static long keyOf(long value) {
    return value << 1 | 1;
  }

  /**
   * Writes the internal entry of a node. The node has the entries {@code [from, to)} of a list in
   * order.
   *
   * @throws DamagedStoreException if the range is empty, because no tree writes empty nodes
   */
  void describe(long nodeId, int level, EntryList entries, int from, int to, long[] into) {
    if (from >= to) {
      throw new DamagedStoreException("tree", "page " + nodeId, "nothing left below its parent");
    }
    into[0] = nodeId;
    Bounds.of(entries, from, to, nodes.at(level).upperBoundsWord(), into, 1);
    key(
        into,
        0,
        level == 0
            ? joined(keyOf(valueOf(entries, from)), keyOf(valueOf(entries, to - 1)))
            : joined(entries.word(from, KEY), entries.word(to - 1, KEY)));
  }
}
