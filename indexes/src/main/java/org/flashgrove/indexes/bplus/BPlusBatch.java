package org.flashgrove.indexes.bplus;

import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.node.NodeOperation;

/**
 * Several changes of a B+-tree in one operation of its store: either all of them happen or none.
 * The batch belongs to the thread that began it. Other threads cannot change the tree until the
 * batch is closed. A batch that is closed without a commit undoes its changes.
 *
 * <p>If the operation is part of a batch of the whole store, the changes commit with the store's
 * batch instead of by {@link #commit()}. After a change has failed, {@link #close()} is the only
 * call allowed.
 */
public final class BPlusBatch implements AutoCloseable {
  private final BPlusTree tree;
  private final NodeOperation operation;
  private boolean broken;
  private boolean committed;
  private boolean closed;

  BPlusBatch(BPlusTree tree, NodeOperation operation) {
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
   * @param further additional words of the pair, as many as the tree's configuration specifies
   * @return whether the pair was added; false if it already exists
   */
  public boolean insert(long key, long value, long... further) {
    requireUsable();
    broken = true; // until the change is complete
    try {
      boolean added = tree.insertIn(operation, key, value, further);
      broken = false;
      return added;
    } finally {
      closeIfBroken();
    }
  }

  /**
   * Removes a pair.
   *
   * @return whether the pair existed
   */
  public boolean delete(long key, long value) {
    requireUsable();
    broken = true;
    try {
      boolean removed = tree.deleteIn(operation, key, value);
      broken = false;
      return removed;
    } finally {
      closeIfBroken();
    }
  }

  /**
   * Changes the value of a pair.
   *
   * @param newValue a value that no other pair of the key has
   * @param further additional words of the pair
   * @return whether the pair existed
   */
  public boolean replace(long key, long value, long newValue, long... further) {
    requireUsable();
    broken = true;
    try {
      boolean replaced = tree.replaceIn(operation, key, value, newValue, further);
      broken = false;
      return replaced;
    } finally {
      closeIfBroken();
    }
  }

  /**
   * Returns a cursor over the pairs in a range of keys, including the changes of this batch. The
   * batch must not be changed while the cursor is used.
   */
  public LeafCursor cursor(long fromKey, long toKey) {
    requireUsable();
    return tree.cursor(operation, fromKey, toKey, true);
  }

  /**
   * Closes the operation if a change has failed, so that no batch of the store can commit this
   * operation.
   */
  private void closeIfBroken() {
    if (broken) {
      operation.close();
    }
  }

  /** Returns the number of pairs, including the changes of this batch. */
  public long size() {
    requireUsable();
    return operation.entries();
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
