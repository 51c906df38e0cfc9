package org.flashgrove.storage.framelog;

import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;

/**
 * Tracks whether a log accepts reads and writes. After a failure, or after it is closed, a log
 * accepts neither.
 */
final class LogCondition {
  private final String path;
  private volatile StoreException failure;
  private volatile boolean closed;

  /**
   * Creates the condition of an open log.
   *
   * @param path the log's path, for messages
   */
  LogCondition(String path) {
    this.path = path;
  }

  boolean isClosed() {
    return closed;
  }

  boolean hasFailed() {
    return failure != null;
  }

  void requireUsable() {
    if (closed) {
      throw StoreClosedException.of(path);
    }
    StoreException earlier = failure;
    if (earlier != null) {
      throw new StoreClosedException(
          path
              + ": the log accepts no calls after a failure; fix the cause, then open it again: "
              + earlier.getMessage(),
          earlier);
    }
  }

  /** Records a failure and returns it, for the caller to throw. */
  StoreException fail(StoreException cause) {
    if (failure == null) {
      failure = cause;
    }
    return cause;
  }

  void close() {
    closed = true;
  }
}
