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
}
