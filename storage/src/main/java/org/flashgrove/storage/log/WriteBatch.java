package org.flashgrove.storage.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.index.WriteLock;

/**
 * Changes to several trees and heap files of a store that commit together, by one frame of the log,
 * or not at all: after a crash all of them are there or none, and a snapshot sees all or none.
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
 * <p>An operation that is open already, such as that of a spatial index's batch, is taken in by
 * {@link #add}: the batch holds the write lock of the index then, until its batch is closed.
 *
 * <p>An operation sees its own changes. The batch commits it: its own {@code commit()} is refused,
 * and if it is closed before the batch commits, the batch can only be closed. {@link #close()}
 * without {@link #commit()} takes all changes back, and closes the operations in either case.
 *
 * <p>A batch is for the thread that began it. One is open at a time in a store; other threads wait
 * for it in {@link LoggedStore#begin()}, while operations that are in no batch commit beside it.
 */
public final class WriteBatch implements AutoCloseable {
  private final LoggedStore store;
  private final WriteLock writeLock;
  private final List<Committable> parts = new ArrayList<>();
  private boolean committed;
  private boolean closed;

  private WriteBatch(LoggedStore store, WriteLock writeLock) {
    this.store = store;
    this.writeLock = writeLock;
  }

  /**
   * Opens a batch once no other is open.
   *
   * @param writeLock the write lock of the store, which the batch holds until it is closed
   * @param timeout how long to wait at most; null for as long as it takes
   */
  static WriteBatch begin(LoggedStore store, WriteLock writeLock, Duration timeout) {
    writeLock.begin(timeout);
    boolean begun = false;
    try {
      store.requireUsable();
      WriteBatch batch = new WriteBatch(store, writeLock);
      writeLock.rollBackBy(batch::close);
      begun = true;
      return batch;
    } finally {
      if (!begun) {
        writeLock.end();
      }
    }
  }

  private void requireOpen() {
    store.requireUsable();
    if (closed || committed) {
      throw new BatchStateException(
          "the batch is " + (closed ? "closed" : "committed") + " (allowed: close)");
    }
  }

  /** Opens an operation of a structure as a part of this batch. */
  public <O> O begin(StoreStructure<O, ?> structure) {
    requireOpen();
    requireOurs(structure.participant());
    O operation = structure.begin();
    add(structure);
    return operation;
  }

  /**
   * Takes the open operation of a structure into this batch.
   *
   * @throws IllegalStateException if it is of another store, or has no operation to commit
   */
  public void add(StoreStructure<?, ?> structure) {
    requireOpen();
    Committable part = structure.participant();
    requireOurs(part);
    part.operation().join(this);
    parts.add(part);
  }

  private void requireOurs(Committable part) {
    if (!store.holds(part)) {
      throw new IllegalStateException(
          "structure " + part.number() + " is of another store, or was dropped");
    }
  }

  /**
   * Commits all operations of the batch.
   *
   * @throws IllegalStateException if one of them was closed
   * @throws IllegalArgumentException if they are more than a frame can hold
   */
  public void commit() {
    commitAsync();
    awaitDurable();
  }

  /**
   * Commits as {@link #commit} does, but leaves it to {@link #awaitDurable} to wait for the medium
   * if each commit has to.
   */
  public void commitAsync() {
    requireOpen();
    List<Committable> staged = new ArrayList<>();
    for (Committable part : parts) {
      StructureOperation operation = part.operation();
      if (!operation.isIn(this)) {
        throw new BatchStateException(
            "the operation of structure " + part.number() + " was closed (allowed: close)");
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

  /** Waits for the medium if each commit has to; the batch may be closed. */
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
