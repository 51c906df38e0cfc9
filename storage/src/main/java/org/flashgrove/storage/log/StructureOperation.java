package org.flashgrove.storage.log;

import org.flashgrove.core.failure.BatchStateException;

/**
 * Base class for operations. An operation holds the staged changes of one structure. The structure
 * reuses one operation object for all its operations. This class tracks whether the operation is
 * open, to which batch it belongs, and whether it is committed. Subclasses hold the changes.
 *
 * <p>Either {@link LoggedStore#commit} commits the operation, or the {@link WriteBatch} that
 * contains it does. Once the commit starts, the operation accepts no more changes and can only be
 * closed. Only the thread that opened the operation may use it.
 */
public abstract class StructureOperation implements AutoCloseable {
  private final LoggedStore store;
  private WriteBatch batch;
  private boolean open;
  private boolean sealed;
  private boolean committed;

  /** Creates an operation that is not open. */
  protected StructureOperation(LoggedStore store) {
    this.store = store;
  }

  /**
   * Opens the operation without any staged change.
   *
   * @throws IllegalStateException if the operation is already open
   */
  protected final void open() {
    if (open) {
      throw new IllegalStateException("operation: another one is open; commit or close it first");
    }
    open = true;
    sealed = false;
    committed = false;
    batch = null;
  }

  public final boolean isOpen() {
    return open;
  }

  /** Returns whether the operation accepts changes: it is open and its commit has not started. */
  public final boolean isStaging() {
    return open && !sealed;
  }

  /** Returns whether the changes are committed. */
  public final boolean isCommitted() {
    return committed;
  }

  /**
   * Checks that the operation accepts a change or a commit.
   *
   * @throws BatchStateException if the operation is not open, or its commit has started
   * @throws org.flashgrove.core.failure.StoreClosedException if the store refuses work
   */
  protected void requireChangeable() {
    store.requireUsable();
    if (!isStaging()) {
      throw BatchStateException.ended(!open, true);
    }
  }

  /** Throws if the operation is part of a batch and so cannot be committed alone. */
  protected final void requireNoBatch() {
    if (open && batch != null) {
      throw new IllegalStateException("operation: belongs to a batch; commit the batch instead");
    }
  }

  /**
   * Adds the operation to a batch, which will commit it or roll it back.
   *
   * @throws IllegalStateException if the operation is not open, or already part of a batch
   */
  final void join(WriteBatch newBatch) {
    requireChangeable();
    requireNoBatch();
    batch = newBatch;
  }

  /** Returns whether the operation is open and part of the given batch. */
  final boolean isIn(WriteBatch asked) {
    return open && batch == asked;
  }

  /**
   * Stages changes that the operation has postponed until the commit. A committing batch calls this
   * before {@link #stagedWords()}.
   */
  protected void prepare() {
    // the default stages all changes immediately
  }

  /**
   * Returns the maximum number of words that {@link Committable#describe} appends for this
   * operation. Returns 0 if nothing is staged; the batch then commits without this structure. If
   * the words of all structures together exceed a frame, the store refuses the commit.
   */
  protected abstract long stagedWords();

  /** Marks the start of the commit. The operation accepts no more changes. */
  protected final void seal() {
    requireChangeable();
    sealed = true;
  }

  /** Marks the changes as committed. */
  protected final void committed() {
    committed = true;
  }

  /** Ends the operation. Returns whether it was open. */
  protected final boolean end() {
    boolean wasOpen = open;
    open = false;
    batch = null;
    return wasOpen;
  }

  /** Closes the operation. Rolls back its changes unless they are committed. */
  @Override
  public abstract void close();
}
