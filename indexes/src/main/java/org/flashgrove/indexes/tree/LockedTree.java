package org.flashgrove.indexes.tree;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.indexes.check.CheckReport;

/**
 * A tree in a node store, with the write lock that changes acquire. After {@link #close()}, all
 * calls throw {@link StoreClosedException}.
 */
public abstract class LockedTree implements AutoCloseable {
  /** Store with the nodes of the tree. */
  protected final NodeStore store;

  /** Lock that each change and each batch acquires. */
  protected final WriteLock writeLock = new WriteLock();

  private volatile boolean closed;

  /** Uses a store, which closing the tree closes. */
  protected LockedTree(NodeStore store) {
    this.store = store;
  }

  /** Runs a call under the write lock. */
  protected final <T> T locked(Supplier<T> call) {
    writeLock.lock();
    try {
      requireOpen();
      return call.get();
    } finally {
      writeLock.unlock();
    }
  }

  /** Applies a function to a snapshot of the newest commit, under the write lock. */
  protected final <T> T readLocked(Function<NodeReader, T> function) {
    return locked(
        () -> {
          try (NodeReader reader = store.snapshot()) {
            return function.apply(reader);
          }
        });
  }

  /** Applies a function to a snapshot of the newest commit. Locks as for a query. */
  protected <T> T read(Function<NodeReader, T> function) {
    return readLocked(function);
  }

  /**
   * Begins a batch, which keeps the write lock until it calls {@link #finishBatch}.
   *
   * @param timeout longest wait for other threads; null for no limit
   * @param begin begins the operation of the batch
   * @throws IllegalStateException if this thread already has an open batch
   */
  protected final <B extends TreeChanges> B begin(Duration timeout, Supplier<B> begin) {
    return writeLock.begin(
        timeout,
        () -> {
          requireOpen();
          return begin.get();
        },
        TreeChanges::close);
  }

  /** Releases the write lock when a batch ends. */
  final void finishBatch() {
    writeLock.end();
  }

  /** Returns the number of entries. */
  public long size() {
    return read(NodeReader::entries);
  }

  /** Verifies the tree's structure. Reports nodes that are neither reachable nor free. */
  public abstract CheckReport check();

  /** Writes all buffered changes to the device. */
  public void flush() {
    writeLock.lock();
    try {
      requireOpen();
      store.flush();
    } finally {
      writeLock.unlock();
    }
  }

  /** Makes all completed operations durable. */
  public void sync() {
    writeLock.lock();
    try {
      requireOpen();
      store.sync();
    } finally {
      writeLock.unlock();
    }
  }

  /** Closes the tree and its store. A second call does nothing. */
  @Override
  public void close() {
    writeLock.lock();
    try {
      if (!closed) {
        closed = true;
        store.close();
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Throws if the tree is closed. */
  protected final void requireOpen() {
    if (closed) {
      throw StoreClosedException.of(store.name());
    }
  }
}
