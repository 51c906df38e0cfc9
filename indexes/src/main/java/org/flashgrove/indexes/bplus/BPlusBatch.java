package org.flashgrove.indexes.bplus;

import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.node.NodeOperation;

/**
 * Changes of a B+-tree in one operation of its store: all of them happen or none. It belongs to the
 * thread that began it; other changes wait until it is closed. Closing without a commit leaves the
 * tree as it was.
 *
 * <p>The operation may be a part of a batch of the store, which commits it in place of {@link
 * #commit()}. After a change that failed the batch can only be closed.
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
      String state = closed ? "closed" : committed ? "committed" : "broken by a change that failed";
      throw new BatchStateException("the batch is " + state + " (allowed: close)");
    }
  }

  /**
   * Adds a pair.
   *
   * @param further the words that the tree keeps with a pair, as many as its settings say
   * @return whether the pair was not there yet; if it was, nothing happens
   */
  public boolean insert(long key, long value, long... further) {
    requireUsable();
    broken = true; // until it is done
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
   * @return whether it was there
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
   * Gives a pair another value.
   *
   * @param newValue a value that no pair of the key has, or the same one
   * @param further the words that the tree keeps with a pair
   * @return whether the pair was there
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
   * Returns a cursor over the pairs of a range of keys with the changes of this batch, which makes
   * none as long as the cursor is used.
   */
  public LeafCursor cursor(long fromKey, long toKey) {
    requireUsable();
    return tree.cursor(operation, fromKey, toKey, true);
  }

  /**
   * Closes the operation if a change has failed halfway, so that no batch of the store can commit
   * it.
   */
  private void closeIfBroken() {
    if (broken) {
      operation.close();
    }
  }

  /** Returns the number of pairs, as this batch has left them. */
  public long size() {
    requireUsable();
    return operation.entries();
  }

  /** Makes the changes visible and logs them. */
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
