package org.flashgrove.core.failure;

/**
 * Thrown when the state of a batch does not allow a call: the batch is closed, committed or failed,
 * or the thread already has an open batch.
 */
public final class BatchStateException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that names the state and what to do. */
  public BatchStateException(String message) {
    super(message);
  }

  /**
   * Returns the exception for a call on a batch that accepts no more calls. The batch is closed or
   * committed as the parameters say; if both are false, one of its changes has failed.
   */
  public static BatchStateException ended(boolean closed, boolean committed) {
    if (closed) {
      return new BatchStateException("batch: is closed; begin another batch");
    }
    return committed
        ? new BatchStateException("batch: is committed; close it and begin another batch")
        : failed();
  }

  /** Returns the exception for a call on an open batch after one of its changes has failed. */
  public static BatchStateException failed() {
    return new BatchStateException(
        "batch: is broken by a change that failed; close it and begin another batch");
  }

  /**
   * Returns the exception for an attempt to commit the changes of one structure alone, although
   * they belong to a batch that covers the whole store.
   */
  public static BatchStateException part() {
    return new BatchStateException("batch: is a part of a store's batch; commit the store's batch");
  }
}
