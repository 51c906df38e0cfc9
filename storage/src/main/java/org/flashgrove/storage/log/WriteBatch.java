package org.flashgrove.storage.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.index.WriteLock;

/**
 * Batch of changes to several structures of a store that commits atomically, in one log frame.
 * After a crash either all changes survive or none. A snapshot sees either all changes or none.
 *
 * <pre>{@code
 * try (WriteBatch batch = store.begin()) {
 *   HeapOperation records = batch.begin(heap);
 *   NodeOperation roads = batch.begin(roadNodes);
 *   ...
 *   batch.commit();
 * }
 * }</pre>
 *
 * <p>{@link #add} includes an operation that was opened before, such as the operation of a spatial
 * index's own batch. The write lock of the index then stays held until the index's own batch or
 * this batch is closed.
 *
 * <p>An operation sees its own changes, and only the batch can commit it. If one of the batch's
 * operations is closed before the batch commits, the batch can no longer commit. {@link #close()}
 * closes the operations, and rolls back all changes unless {@link #commit()} was called.
 *
 * <p>Only the thread that opened the batch may use it. A store has at most one open batch. Other
 * threads that call {@link LoggedStore#begin()} wait until the batch is closed. Operations that
 * belong to no batch can commit meanwhile.
 */
public final class WriteBatch implements AutoCloseable {
  private final LoggedStore store;
  private final WriteLock writeLock;
  private final List<Committable> parts = new ArrayList<>();
  private final List<Runnable> closings = new ArrayList<>();
  private boolean committed;
  private boolean closed;

  private WriteBatch(LoggedStore store, WriteLock writeLock) {
    this.store = store;
    this.writeLock = writeLock;
  }

  /**
   * Waits until no other batch is open, and opens a batch.
   *
   * @param writeLock the write lock of the store, which the batch holds until it is closed
   * @param timeout longest time to wait; null for no limit
   */
  static WriteBatch begin(LoggedStore store, WriteLock writeLock, Duration timeout) {
    return writeLock.begin(
        timeout,
        () -> {
          store.requireUsable();
          return new WriteBatch(store, writeLock);
        },
        WriteBatch::close);
  }

  private void requireOpen() {
    store.requireUsable();
    if (closed || committed) {
      throw new BatchStateException(
          "batch: already " + (closed ? "closed" : "committed") + "; begin a new batch");
    }
  }

  /** Opens an operation of a structure as part of this batch. */
  public <O> O begin(StoreStructure<O, ?> structure) {
    requireOpen();
    requireOurs(structure.participant());
    O operation = structure.begin();
    add(structure);
    return operation;
  }

  /**
   * Opens an operation of a structure as part of this batch, as {@link #begin(StoreStructure)}
   * does.
   *
   * @param close closes the changes that the operation belongs to, and does nothing if they are
   *     closed; called when this batch is closed
   */
  public <O> O begin(StoreStructure<O, ?> structure, Runnable close) {
    O operation = begin(structure);
    closings.add(close);
    return operation;
  }

  /**
   * Adds the open operation of a structure to this batch.
   *
   * @throws IllegalStateException if the structure is not of this store, or has no operation that
   *     can be committed
   */
  public void add(StoreStructure<?, ?> structure) {
    requireOpen();
    Committable part = structure.participant();
    requireOurs(part);
    part.operation().join(this);
    parts.add(part);
  }

  /**
   * Adds the open operation of a structure to this batch, as {@link #add(StoreStructure)} does.
   *
   * @param close closes the changes that the operation belongs to, and does nothing if they are
   *     closed; called when this batch is closed
   */
  public void add(StoreStructure<?, ?> structure, Runnable close) {
    add(structure);
    closings.add(close);
  }

  private void requireOurs(Committable part) {
    if (!store.holds(part)) {
      throw new IllegalStateException(
          part.fileName() + ": belongs to another store or was dropped; use one of this store");
    }
  }

  /**
   * Commits all operations of the batch.
   *
   * @throws IllegalStateException if one of the operations was closed
   * @throws IllegalArgumentException if the changes exceed a log frame
   */
  public void commit() {
    commitAsync();
    awaitDurable();
  }

  /**
   * Commits like {@link #commit} without waiting for durability; call {@link #awaitDurable} for
   * that.
   */
  public void commitAsync() {
    requireOpen();
    List<Committable> staged = new ArrayList<>();
    for (Committable part : parts) {
      StructureOperation operation = part.operation();
      if (!operation.isIn(this)) {
        throw new BatchStateException(
            "batch: some of its changes were closed before the commit; begin another batch, and"
                + " commit it before you close its changes");
      }
      operation.prepare();
      if (operation.stagedWords() > 0) {
        staged.add(part);
      }
    }
    if (!staged.isEmpty()) {
      store.commitAsync(staged.toArray(new Committable[0]));
    }
    committed = true;
  }

  /**
   * Waits until the commit is durable, if the sync mode requires it. The batch may already be
   * closed.
   */
  public void awaitDurable() {
    if (committed) {
      store.awaitDurable();
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      for (int i = closings.size() - 1; i >= 0; i--) {
        closings.get(i).run();
      }
    } finally {
      closeOperations();
    }
  }

  private void closeOperations() {
    try {
      for (Committable part : parts) {
        if (part.operation().isIn(this)) {
          part.operation().close();
        }
      }
    } finally {
      writeLock.end();
    }
  }
}
