package org.flashgrove.indexes.bplus;

import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.PairLeaves;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Cursor over the pairs in a range of keys. It moves from leaf to leaf, ascending or descending.
 *
 * <p>The pairs of the current leaf are a copy. Between two leaves the cursor pins no node, so any
 * thread may change the tree. Pairs that are in the tree during the whole scan are visited exactly
 * once and in order. Pairs that are added or removed during the scan may or may not be visited.
 *
 * <p>While the tree does not change, the cursor remembers the children of the node above the
 * current leaf. A scan then reads each leaf and each parent of leaves once. Leaves have no sibling
 * links, because each split and merge would then write an additional leaf.
 *
 * <p>A cursor over a {@link NodeReader} announces leaves to the reader before it reads them ({@link
 * NodeReader#willRead}). The store can then read several leaves at a time. The first announcement
 * is small, because a scan may end early. Each further announcement has twice as many leaves.
 *
 * <p>A cursor serves one thread at a time.
 */
public final class LeafCursor implements PairLeaves {
  private static final int MOST_ANNOUNCED = 64;

  private final BPlusTree tree; // one of the two is null
  private final NodeReader reader;
  private final long fromKey;
  private final long toKey;
  private final boolean ascending;
  private final int furtherWords;

  /** Key of the next pair to visit, in the direction of the scan. */
  private long nextKey;

  private long nextValue;
  private boolean done;

  private long[] keys = new long[0];
  private long[] values = new long[0];

  /** Additional words of the current leaf's pairs, one pair after another. */
  private long[] further = new long[0];

  private int count;

  /**
   * Children of the current parent of leaves, as of tree version {@code version}. {@code child} is
   * the index of the current leaf among them.
   */
  private long[] children = new long[0];

  private long[] boundKeys = new long[0];
  private long[] boundValues = new long[0];
  private int childCount;
  private int child;

  /**
   * Number of leaves, from the current one on, that were announced to the reader but not visited
   * yet. {@code window} is the maximum number of leaves in the next announcement.
   */
  private int announced;

  private int window = 1;
  private boolean endsTree;
  private long endKey;
  private long endValue;
  private long version = -1;

  /** Creates a cursor that reads the current state of the tree for each leaf. */
  LeafCursor(BPlusTree tree, long fromKey, long toKey, boolean ascending) {
    this(tree, null, tree.furtherWords(), fromKey, toKey, ascending);
  }

  /** Creates a cursor that reads a snapshot. */
  LeafCursor(BPlusTree of, NodeReader reader, long fromKey, long toKey, boolean ascending) {
    this(null, reader, of.furtherWords(), fromKey, toKey, ascending);
  }

  private LeafCursor(
      BPlusTree tree,
      NodeReader reader,
      int furtherWords,
      long fromKey,
      long toKey,
      boolean ascending) {
    this.furtherWords = furtherWords;
    this.tree = tree;
    this.reader = reader;
    this.fromKey = fromKey;
    this.toKey = toKey;
    this.ascending = ascending;
    nextKey = ascending ? fromKey : toKey;
    nextValue = ascending ? Long.MIN_VALUE : Long.MAX_VALUE;
    done = fromKey > toKey;
  }

  /**
   * Moves to the next leaf that contains pairs of the range.
   *
   * @return whether there is such a leaf; if not, {@link #count} is 0
   */
  @Override
  public boolean nextLeaf() {
    count = 0;
    if (!done && tree != null) {
      tree.read(this);
    } else if (!done) {
      advance(reader, 0); // a snapshot has a single version
    }
    return count > 0;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  /**
   * Returns the number of leaves of the range that follow the current leaf below the same parent.
   */
  @Override
  public int leavesAhead() {
    int most = done ? 0 : ascending ? childCount - child - 1 : child;
    int ahead = 0;
    while (ahead < most && isInRange(ahead + 1)) {
      ahead++;
    }
    return ahead;
  }

  /** Returns the number of pairs of the range in the current leaf. */
  @Override
  public int count() {
    return count;
  }

  /**
   * Returns the key word of a pair in the current leaf. Pairs are numbered from 0 to {@link #count}
   * - 1 in the direction of the scan.
   */
  public long key(int index) {
    return keys[at(index)];
  }

  /** Returns the value of a pair in the current leaf. */
  @Override
  public long value(int index) {
    return values[at(index)];
  }

  /**
   * Returns an additional word of a pair in the current leaf. Pairs and words are numbered from 0.
   */
  public long further(int index, int word) {
    return further[at(index) * furtherWords + word];
  }

  private int at(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("pair " + index + " of " + count);
    }
    return ascending ? index : count - 1 - index;
  }

  /**
   * Visits the pairs of the range, in order, until the visitor stops. Returns the number of visited
   * pairs.
   */
  long visit(PairVisitor visitor) {
    long visited = 0;
    while (nextLeaf()) {
      for (int i = 0; i < count; i++) {
        visited++;
        if (visitor.found(key(i), value(i)) == VisitResult.STOP) {
          return visited;
        }
      }
    }
    return visited;
  }

  /**
   * Returns the value of the only pair in the range, {@code none} if there is no pair, or {@code
   * several}.
   */
  public long single(long none, long several) {
    long found = none;
    boolean isFirst = true;
    while (nextLeaf()) {
      if (!isFirst || count > 1) {
        return several;
      }
      isFirst = false;
      found = value(0);
    }
    return found;
  }

  /** Reads all leaves of the range. Returns the number of their pairs. */
  long countAll() {
    long counted = 0;
    while (nextLeaf()) {
      counted += count;
    }
    return counted;
  }

  /**
   * Reads the next leaf that contains pairs of the range. The caller holds the tree's write lock.
   */
  void advance(NodeStore store, long treeVersion) {
    try (NodeReader newest = store.snapshot()) {
      advance(newest, treeVersion);
    }
  }

  private void advance(NodeReader from, long seenVersion) {
    while (!done && count == 0) {
      if (version != seenVersion || !stepAside()) {
        descend(from);
        version = seenVersion;
        announced = 0;
      }
      if (reader != null && announced == 0) {
        announce();
      }
      NodeView leaf = from.read(children[child], 0);
      take(leaf);
      from.release(leaf);
      moveOn();
    }
  }

  /** Moves to the next leaf below the same parent. Returns false if there is none. */
  private boolean stepAside() {
    int neighbour = child + (ascending ? 1 : -1);
    if (neighbour < 0 || neighbour >= childCount) {
      return false;
    }
    child = neighbour;
    announced = Math.max(0, announced - 1);
    return true;
  }

  /** Finds the leaf to which the next pair belongs, and remembers the children of its parent. */
  private void descend(NodeReader from) {
    int height = SpatialTree.checkedHeight(from);
    long nodeId = from.root();
    endsTree = true;
    for (int level = height; level > 0; level--) {
      NodeView node = from.read(nodeId, level);
      NodePath.requireEntries(node);
      int slot = Entries.childSlot(node, nextKey, nextValue);
      if (level == 1) {
        keep(node, slot);
      } else if (slot + 1 < node.count()) {
        endsTree = false;
        endKey = node.word(Entries.NODE_KEY, slot + 1);
        endValue = node.word(Entries.NODE_VALUE, slot + 1);
      }
      nodeId = node.word(0, slot);
      from.release(node);
    }
    if (height == 0) {
      keepRoot(nodeId);
    }
  }

  /**
   * Announces the next leaves below the current parent to the reader, in the order of the scan. The
   * reader may then read them together.
   */
  private void announce() {
    int most = Math.min(window, ascending ? childCount - child : child + 1);
    int leaves = 1;
    while (leaves < most && isInRange(leaves)) {
      leaves++;
    }
    if (leaves > 1) {
      long[] ids = new long[leaves];
      for (int i = 0; i < leaves; i++) {
        ids[i] = children[ascending ? child + i : child - i];
      }
      reader.willRead(ids, 0, leaves);
    }
    announced = leaves;
    if (leaves == window) {
      window = Math.min(2 * window, MOST_ANNOUNCED);
    }
  }

  /**
   * Returns whether the leaf {@code steps} after the current one, below the same parent, may have
   * pairs of the range.
   */
  private boolean isInRange(int steps) {
    return ascending ? boundKeys[child + steps] <= toKey : boundKeys[child - steps + 1] >= fromKey;
  }

  /**
   * Stores the ids of the leaves below {@code node}, starting at {@code slot} and continuing in the
   * direction of the scan. Leaves without pairs of the range are left out. For a range of one key,
   * a single leaf usually remains.
   */
  private void keep(NodeView node, int slot) {
    int first = slot;
    int end = slot + 1;
    if (ascending) {
      while (end < node.count() && node.word(Entries.NODE_KEY, end) <= toKey) {
        end++;
      }
      if (end < node.count()) {
        endsTree = false;
        endKey = node.word(Entries.NODE_KEY, end);
        endValue = node.word(Entries.NODE_VALUE, end);
      }
    } else {
      while (first > 0 && node.word(Entries.NODE_KEY, first) >= fromKey) {
        first--;
      }
    }
    childCount = end - first;
    requireRoom(childCount);
    child = slot - first;
    for (int i = 0; i < childCount; i++) {
      children[i] = node.word(0, first + i);
      boundKeys[i] = node.word(Entries.NODE_KEY, first + i);
      boundValues[i] = node.word(Entries.NODE_VALUE, first + i);
    }
  }

  private void keepRoot(long leaf) {
    requireRoom(1);
    childCount = 1;
    child = 0;
    children[0] = leaf;
    boundKeys[0] = Long.MIN_VALUE;
    boundValues[0] = Long.MIN_VALUE;
  }

  private void requireRoom(int nodes) {
    if (children.length < nodes) {
      children = new long[nodes];
      boundKeys = new long[nodes];
      boundValues = new long[nodes];
    }
  }

  /** Copies the pairs of a leaf that lie in the range and were not visited yet. */
  private void take(NodeView leaf) {
    int from;
    int to;
    if (ascending) {
      from = Entries.firstNotBelow(leaf, nextKey, nextValue);
      to = Entries.firstAbove(leaf, from, toKey);
    } else {
      from = Entries.firstNotBelow(leaf, fromKey, Long.MIN_VALUE);
      to = firstBehind(leaf, nextKey, nextValue);
    }
    count = Math.max(0, to - from);
    if (keys.length < count) {
      int room = count == 1 ? 1 : leaf.count(); // lookups find one pair
      keys = new long[room];
      values = new long[room];
    }
    takeFurther(leaf, from);
    for (int i = 0; i < count; i++) {
      keys[i] = leaf.word(Entries.LEAF_KEY, from + i);
      values[i] = leaf.word(Entries.LEAF_VALUE, from + i);
    }
  }

  private void takeFurther(NodeView leaf, int from) {
    if (furtherWords == 0) {
      return;
    }
    if (further.length < count * furtherWords) {
      further = new long[leaf.count() * furtherWords];
    }
    for (int i = 0; i < count; i++) {
      for (int word = 0; word < furtherWords; word++) {
        further[i * furtherWords + word] = leaf.word(Entries.LEAF_WORDS + word, from + i);
      }
    }
  }

  private static int firstBehind(NodeView leaf, long key, long value) {
    int slot = Entries.firstNotBelow(leaf, key, value);
    return Entries.isAt(leaf, slot, key, value) ? slot + 1 : slot;
  }

  /**
   * Moves past the leaf that was just read. The next pair to visit is then the first one, in the
   * direction of the scan, that cannot be in this leaf.
   */
  private void moveOn() {
    if (ascending) {
      boolean last = child + 1 == childCount;
      done = last && endsTree;
      nextKey = last ? endKey : boundKeys[child + 1];
      nextValue = last ? endValue : boundValues[child + 1];
      done |= nextKey > toKey;
      return;
    }
    nextKey = boundKeys[child];
    nextValue = boundValues[child];
    if (nextValue > Long.MIN_VALUE) {
      nextValue--;
    } else if (nextKey > Long.MIN_VALUE) {
      nextKey--;
      nextValue = Long.MAX_VALUE;
    } else {
      done = true;
    }
    done |= nextKey < fromKey;
  }
}
