package org.flashgrove.storage.log;

/**
 * The changes that a structure has staged: one operation, used again and again. This class knows
 * whether it is open, in which batch it is and whether it is committed; subclasses know the
 * changes.
 *
 * <p>An operation is committed by itself ({@link LoggedStore#commit}) or by the batch that it is in
 * ({@link WriteBatch}). Once it is being committed it takes no more changes, and can only be
 * closed. For the thread that opened it.
 */
public abstract class StructureOperation implements AutoCloseable {
  private final LoggedStore store;
  private WriteBatch batch;
  private boolean open;
  private boolean sealed;
  private boolean committed;

  /** Creates the operation of a structure of a store; it is not open. */
  protected StructureOperation(LoggedStore store) {
    this.store = store;
  }

  /**
   * Opens the operation; nothing is staged.
   *
   * @throws IllegalStateException if it is open
   */
  protected final void open() {
    if (open) {
      throw new IllegalStateException("an operation is open already");
    }
    open = true;
    sealed = false;
    committed = false;
    batch = null;
  }

  /** Returns whether the operation is open. */
  public final boolean isOpen() {
    return open;
  }

  /** Returns whether the operation takes changes: it is open, and is not being committed. */
  public final boolean isStaging() {
    return open && !sealed;
  }

  /** Returns whether the changes are committed. */
  public final boolean isCommitted() {
    return committed;
  }

  /**
   * Refuses a change, or a commit, that the operation does not take any more.
   *
   * @throws IllegalStateException if it is not open, or is being committed
   * @throws org.flashgrove.core.failure.StoreClosedException if the store refuses work
   */
  protected void requireChangeable() {
    store.requireUsable();
    if (!isStaging()) {
      throw new IllegalStateException("the operation is over");
    }
  }

  /** Refuses a commit of the operation alone if it is part of a batch. */
  protected final void requireNoBatch() {
    if (open && batch != null) {
      throw new IllegalStateException("the operation is a batch's, which commits it");
    }
  }

  /**
   * Makes the operation a part of a batch, which commits it or undoes it.
   *
   * @throws IllegalStateException if it is not open, or part of a batch already
   */
  final void join(WriteBatch newBatch) {
    requireChangeable();
    requireNoBatch();
    batch = newBatch;
  }

  /** Returns whether the operation is open and part of a batch. */
  final boolean isIn(WriteBatch asked) {
    return open && batch == asked;
  }

  /**
   * Stages the changes that the operation has delayed. Its batch is about to commit and calls
   * {@link #stagedWords()} next.
   */
  protected void prepare() {
    // all changes are staged as they come
  }

  /**
   * Returns how many words the section that {@link Committable#describe} appends has at most; 0 if
   * nothing is staged, and then a batch commits without this structure. A commit that exceeds a
   * frame is refused before anything happens.
   */
  protected abstract long stagedWords();

  /** Ends changes: the operation is being committed. */
  protected final void seal() {
    requireChangeable();
    sealed = true;
  }

  /** Notes that the changes are committed. */
  protected final void committed() {
    committed = true;
  }

  /** Ends the operation; returns whether it was open. */
  protected final boolean end() {
    boolean wasOpen = open;
    open = false;
    batch = null;
    return wasOpen;
  }

  /** Closes the operation, and undoes its changes unless they are committed. */
  @Override
  public abstract void close();
}
