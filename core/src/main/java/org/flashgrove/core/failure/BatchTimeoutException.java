package org.flashgrove.core.failure;

/** Changes could not begin within a time, since others were open; nothing has happened. */
public final class BatchTimeoutException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that names what is open. */
  public BatchTimeoutException(String message) {
    super(message);
  }
}
