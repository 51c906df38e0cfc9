package org.flashgrove.indexes.bytekey;

import org.flashgrove.indexes.tree.TreeChanges;

/** Several changes of a {@link ByteKeyTree} in one operation of its store. */
public final class KeyBatch extends TreeChanges {
  private static final int MOST_POSTPONED = 4_096;
  private static final int MOST_POSTPONED_BYTES = 1 << 20;

  private final ByteKeyTree tree;
  private final KeyList postponed = new KeyList();
  private boolean hasCutKeys;

  KeyBatch(ByteKeyTree tree) {
    super(tree);
    this.tree = tree;
  }

  /**
   * Adds a pair now or later. The pair may exist.
   *
   * @param key array whose first {@code length} bytes are the key
   */
  public void add(byte[] key, int length, long value) {
    if (!postpones()) {
      insert(key, length, value);
      return;
    }
    requireUsable();
    hasCutKeys |= tree.append(postponed, key, length, value);
    int count = postponed.count();
    if (count == MOST_POSTPONED || postponed.start(count) >= MOST_POSTPONED_BYTES) {
      makePostponed();
    }
  }

  @Override
  protected void makePostponed() {
    if (postponed.count() > 0) {
      change(
          () -> {
            tree.insertIn(operation, postponed, hasCutKeys);
            return true;
          });
      postponed.clear();
      hasCutKeys = false;
    }
  }

  /**
   * Adds a pair.
   *
   * @param key array whose first {@code length} bytes are the key
   * @return whether the pair was added; false if it already exists
   */
  public boolean insert(byte[] key, int length, long value) {
    makePostponed();
    return change(() -> tree.insertIn(operation, key, length, value));
  }

  /**
   * Removes a pair.
   *
   * @param key array whose first {@code length} bytes are the key
   * @return whether the pair existed
   */
  public boolean delete(byte[] key, int length, long value) {
    makePostponed();
    return change(() -> tree.deleteIn(operation, key, length, value));
  }

  /**
   * Returns a cursor over the pairs in a range of keys, including the changes of this batch. The
   * batch must not be changed while the cursor is used.
   */
  public KeyCursor cursor(KeyRange range) {
    requireUsable();
    makePostponed();
    return tree.cursor(operation, range, true);
  }
}
