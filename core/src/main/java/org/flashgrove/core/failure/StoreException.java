package org.flashgrove.core.failure;

/** An operating error of a store: the device, its files or another process, never the caller. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An error told in one line. */
  public StoreException(String message) {
    super(message);
  }

  /** An error told in one line, with what caused it. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
