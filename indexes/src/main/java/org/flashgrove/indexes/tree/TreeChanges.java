package org.flashgrove.indexes.tree;

import java.util.function.BooleanSupplier;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.node.NodeOperation;

/**
 * Several changes of a tree in one operation of its store: either all of them happen or none. The
 * batch belongs to the thread that began it. Other threads cannot change the tree until the batch
 * is closed. A batch that is closed without a commit undoes its changes.
 *
 * <p>If the operation is part of a batch of the whole store, the changes commit with the store's
 * batch instead of by {@link #commit()}. After a change has failed, {@link #close()} is the only
 * call allowed.
 */
public abstract class TreeChanges implements AutoCloseable {
  /** The operation that contains the changes. */
  protected final NodeOperation operation;

  private final LockedTree tree;
  private boolean postpones;
  private boolean broken;
  private boolean committed;
  private boolean closed;

  /** Begins a batch of changes in a new operation of the tree's store. */
  protected TreeChanges(LockedTree tree) {
    this.tree = tree;
    operation = tree.store.begin();
  }

  /** Throws if the batch has ended or one of its changes has failed. */
  protected final void requireUsable() {
    if (closed || committed || broken) {
      throw BatchStateException.ended(closed, committed);
    }
  }

  /** Makes a change and returns its result. */
  protected final boolean change(BooleanSupplier made) {
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
   * Lets the batch postpone additions, if its operation supports this. Postponed additions are made
   * in ascending order before the commit, and before any other call needs them. A tree that never
   * postpones additions ignores the call.
   */
  public final void postponeAdditions() {
    postpones = operation.beforeCommit(this::makePostponed);
  }

  /** Returns whether the batch may postpone additions. */
  protected final boolean postpones() {
    return postpones;
  }

  /** Makes the changes that the batch has postponed. Does nothing if there are none. */
  protected void makePostponed() {
    // most batches postpone no change
  }

  /** Returns the number of entries, including the changes of this batch. */
  public long size() {
    requireUsable();
    makePostponed();
    return operation.entries();
  }

  /** Logs the changes and makes them visible. */
  public void commit() {
    requireUsable();
    makePostponed();
    committed = true;
    operation.commit();
  }

  /** Called once, before the operation is closed. */
  protected void ending() {}

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        ending();
        operation.close();
      } finally {
        tree.finishBatch();
      }
    }
  }
}
