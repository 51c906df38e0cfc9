package org.flashgrove.indexes.bytekey;

import org.flashgrove.indexes.tree.TreeChanges;

/** Several changes of a {@link ByteKeyTree} in one operation of its store. */
public final class KeyBatch extends TreeChanges {
  private final ByteKeyTree tree;

  KeyBatch(ByteKeyTree tree) {
    super(tree);
    this.tree = tree;
  }

  /**
   * Adds a pair.
   *
   * @param key array whose first {@code length} bytes are the key
   * @return whether the pair was added; false if it already exists
   */
  public boolean insert(byte[] key, int length, long value) {
    return change(() -> tree.insertIn(operation, key, length, value));
  }

  /**
   * Removes a pair.
   *
   * @param key array whose first {@code length} bytes are the key
   * @return whether the pair existed
   */
  public boolean delete(byte[] key, int length, long value) {
    return change(() -> tree.deleteIn(operation, key, length, value));
  }

  /**
   * Returns a cursor over the pairs in a range of keys, including the changes of this batch. The
   * batch must not be changed while the cursor is used.
   */
  public KeyCursor cursor(KeyRange range) {
    requireUsable();
    return tree.cursor(operation, range, true);
  }
}
