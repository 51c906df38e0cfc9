package org.flashgrove.core.failure;

/**
 * A batch does not allow a call in its state: it is closed, committed, broken by a change that
 * failed, or the thread has another batch open.
 */
public final class BatchStateException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with a message that names the state and what to do. */
  public BatchStateException(String message) {
    super(message);
  }
}
