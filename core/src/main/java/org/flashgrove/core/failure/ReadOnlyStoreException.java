package org.flashgrove.core.failure;

/** Thrown when a caller tries to change a store that was opened read-only. */
public final class ReadOnlyStoreException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public ReadOnlyStoreException(String message) {
    super(message);
  }
}
