package org.flashgrove.core.failure;

/** The store was closed, or refuses work after a failed write until it is opened again. */
public class StoreClosedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Refused, with the reason. */
  public StoreClosedException(String message) {
    super(message);
  }

  /** Refused because of an earlier failure. */
  public StoreClosedException(String message, Throwable earlierFailure) {
    super(message, earlierFailure);
  }
}
