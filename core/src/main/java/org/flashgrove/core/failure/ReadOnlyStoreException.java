package org.flashgrove.core.failure;

/** A store that was opened for reading refuses a change. */
public final class ReadOnlyStoreException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public ReadOnlyStoreException(String message) {
    super(message);
  }
}
