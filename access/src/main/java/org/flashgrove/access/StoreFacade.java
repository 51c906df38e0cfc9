package org.flashgrove.access;

import java.nio.file.Path;
import java.time.Duration;
import org.flashgrove.access.metrics.CompactionStats;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.storage.log.Recovery;

/**
 * Operations that every view of an open {@link Store} offers. Views are {@link SpatialStore} and
 * tables.
 */
public interface StoreFacade extends AutoCloseable {
  /** Returns the store that this object is a view of. */
  Store store();

  /** Returns whether the store is open for reading only. */
  default boolean isReadOnly() {
    return store().isReadOnly();
  }

  /** Returns the number of the newest commit. */
  default long commitNumber() {
    return store().commitNumber();
  }

  /** Returns whether a commit is durable, as {@link Store#isDurable} does. */
  default boolean isDurable(long commitNumber) {
    return store().isDurable(commitNumber);
  }

  /** Waits until a commit is durable, as {@link Store#awaitDurable} does. */
  default void awaitDurable(long commitNumber) {
    store().awaitDurable(commitNumber);
  }

  /**
   * Returns counts of the changes that were found in the log and replayed when the store was
   * opened.
   */
  default Recovery recovery() {
    return store().recovery();
  }

  /** Returns the counters of the store. */
  default StoreStats stats() {
    return store().stats();
  }

  /** Copies the store as {@link Store#backup(Path)} does. */
  default Backup backup(Path target) {
    return store().backup(target);
  }

  /** Copies the store as {@link Store#backup(Path, Backup.Progress)} does. */
  default Backup backup(Path target, Backup.Progress progress) {
    return store().backup(target, progress);
  }

  /** Compacts the store as {@link Store#compact} does. */
  default CompactionStats compact() {
    return store().compact();
  }

  /** Writes all buffered changes to the pages of the device. */
  default void flush() {
    store().flush();
  }

  /** Makes all earlier commits durable. */
  default void sync() {
    store().sync();
  }

  /**
   * Closes as {@link #close()} does, but waits for other threads as {@link Store#close(Duration)}.
   */
  default void close(Duration timeout) {
    store().close(timeout);
  }

  /**
   * Closes this view and its store. A table of an open store ({@code Table.of}) leaves the store
   * open. Durable commits stay. A second call does nothing.
   */
  @Override
  default void close() {
    store().close();
  }
}
