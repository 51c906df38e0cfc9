package org.flashgrove.indexes.bplus;

import org.flashgrove.indexes.tree.TreeChanges;

/** Several changes of a B+-tree in one operation of its store. */
public final class BPlusBatch extends TreeChanges {
  private final BPlusTree tree;
  private final PairLookup lookup = new PairLookup();
  private final PostponedPairs postponed = new PostponedPairs();

  /** Number of calls of {@link #contains} that looked into the tree. */
  private int lookups;

  /** Key that no pair exceeds. */
  private long greatest = Long.MAX_VALUE;

  BPlusBatch(BPlusTree tree) {
    super(tree);
    this.tree = tree;
  }

  /** Adds a pair of a tree without additional words, now or later. The pair may exist. */
  public void add(long key, long value) {
    if (!postpones()) {
      insert(key, value);
      return;
    }
    requireUsable();
    postponed.add(key, value);
    greatest = Math.max(greatest, key);
    if (postponed.isFull()) {
      makePostponed();
    }
  }

  @Override
  protected void makePostponed() {
    if (postponed.count() > 0) {
      change(
          () -> {
            tree.insertIn(operation, postponed);
            return true;
          });
      postponed.clear();
    }
  }

  /**
   * Adds a pair.
   *
   * @param further additional words of the pair, as many as the tree's configuration specifies
   * @return whether the pair was added; false if it already exists
   */
  public boolean insert(long key, long value, long... further) {
    makePostponed();
    boolean isNew = change(() -> tree.insertIn(operation, key, value, further));
    greatest = Math.max(greatest, key);
    return isNew;
  }

  /**
   * Removes a pair.
   *
   * @return whether the pair existed
   */
  public boolean delete(long key, long value) {
    makePostponed();
    return change(() -> tree.deleteIn(operation, key, value));
  }

  /**
   * Changes the value of a pair.
   *
   * @param newValue a value that no other pair of the key has
   * @param further additional words of the pair
   * @return whether the pair existed
   */
  public boolean replace(long key, long value, long newValue, long... further) {
    makePostponed();
    return change(() -> tree.replaceIn(operation, key, value, newValue, further));
  }

  /**
   * Returns a cursor over the pairs in a range of keys, including the changes of this batch. The
   * batch must not be changed while the cursor is used.
   */
  public LeafCursor cursor(long fromKey, long toKey) {
    requireUsable();
    makePostponed();
    return tree.cursor(operation, fromKey, toKey, true);
  }

  /**
   * Returns the value of the only pair with a key, including the changes of this batch. Returns
   * {@code none} if no pair has the key, and {@code several} if more than one pair has it.
   */
  public long single(long key, long none, long several) {
    requireUsable();
    makePostponed();
    int count = lookup.count(tree, operation, key);
    return count == 0 ? none : count == 1 ? lookup.value() : several;
  }

  /**
   * Returns whether a pair has a key, including the changes of this batch. After two lookups, the
   * batch knows an upper bound of all keys, and answers for greater keys without a lookup.
   */
  public boolean contains(long key) {
    requireUsable();
    if (key > greatest) {
      return false;
    }
    makePostponed();
    if (++lookups == 2) {
      LeafCursor last = tree.cursor(operation, Long.MIN_VALUE, Long.MAX_VALUE, false);
      greatest = last.nextLeaf() ? last.key(0) : Long.MIN_VALUE;
    }
    return key <= greatest && lookup.count(tree, operation, key) > 0;
  }
}
