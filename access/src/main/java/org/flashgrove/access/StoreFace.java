package org.flashgrove.access;

import java.nio.file.Path;
import java.time.Duration;
import org.flashgrove.access.metrics.CompactionFigures;
import org.flashgrove.access.metrics.StoreMetrics;
import org.flashgrove.storage.log.Recovery;

/** What every face of an open {@link Store} offers, whatever structures it shows. */
public interface StoreFace extends AutoCloseable {
  /** Returns the store below, with all its structures. */
  Store store();

  /** As {@link Store#isReadOnly} returns. */
  default boolean isReadOnly() {
    return store().isReadOnly();
  }

  /** As {@link Store#commitNumber} returns. */
  default long commitNumber() {
    return store().commitNumber();
  }

  /** As {@link Store#isDurable} returns. */
  default boolean isDurable(long commitNumber) {
    return store().isDurable(commitNumber);
  }

  /** Waits as {@link Store#awaitDurable} does. */
  default void awaitDurable(long commitNumber) {
    store().awaitDurable(commitNumber);
  }

  /** As {@link Store#recovery} returns. */
  default Recovery recovery() {
    return store().recovery();
  }

  /** As {@link Store#metrics} returns. */
  default StoreMetrics metrics() {
    return store().metrics();
  }

  /** Copies the store as {@link Store#backup(Path, Backup.Progress)} does. */
  default Backup backup(Path target, Backup.Progress progress) {
    return store().backup(target, progress);
  }

  /** Compacts the store as {@link Store#compact} does. */
  default CompactionFigures compact() {
    return store().compact();
  }

  /** Brings all buffered changes to the device. */
  default void flush() {
    store().flush();
  }

  /** Returns when every commit so far is durable. */
  default void sync() {
    store().sync();
  }

  /** Closes the store as {@link Store#close(Duration)} does. */
  default void close(Duration timeout) {
    store().close(timeout);
  }

  /** Closes the store; what was acknowledged as durable stays. A second call does nothing. */
  @Override
  default void close() {
    store().close();
  }
}
