package org.flashgrove.indexes.bytekey;

import java.util.function.BooleanSupplier;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.node.NodeOperation;

/**
 * Several changes of a {@link ByteKeyTree} in one operation of its store: either all of them happen
 * or none. The batch belongs to the thread that began it. Other changes wait until the batch is
 * closed. A batch that is closed without a commit undoes its changes.
 *
 * <p>If the operation is part of a batch of the whole store, the changes commit with the store's
 * batch instead of by {@link #commit()}. After a change has failed, {@link #close()} is the only
 * call allowed.
 */
public final class KeyBatch implements AutoCloseable {
  private final ByteKeyTree tree;
  private final NodeOperation operation;
  private boolean broken;
  private boolean committed;
  private boolean closed;

  KeyBatch(ByteKeyTree tree, NodeOperation operation) {
    this.tree = tree;
    this.operation = operation;
  }

  private void requireUsable() {
    if (closed || committed || broken) {
      throw BatchStateException.ended(closed, committed);
    }
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

  private boolean change(BooleanSupplier made) {
    requireUsable();
    broken = true; // until the change is complete
    try {
      boolean changed = made.getAsBoolean();
      broken = false;
      return changed;
    } finally {
      if (broken) {
        operation.close(); // so that no batch of the store can commit it
      }
    }
  }

  /**
   * Returns a cursor over the pairs in a range of keys, including the changes of this batch. The
   * batch must not be changed while the cursor is used.
   */
  public KeyCursor cursor(KeyRange range) {
    requireUsable();
    return tree.cursor(operation, range, true);
  }

  /** Logs the changes and makes them visible. */
  public void commit() {
    requireUsable();
    operation.commit();
    committed = true;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        operation.close();
      } finally {
        tree.finishBatch();
      }
    }
  }
}
