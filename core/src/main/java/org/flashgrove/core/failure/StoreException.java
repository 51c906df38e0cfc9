package org.flashgrove.core.failure;

import org.jspecify.annotations.Nullable;

/**
 * Base class of operating errors of a store, such as a failing device, a damaged file, a store that
 * is in use, or a query that was cancelled. Programming errors throw the exceptions of the JDK.
 */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param message one line that names what failed and why
   */
  public StoreException(String message) {
    super(message);
  }

  /**
   * Creates an error with its cause.
   *
   * @param message one line that names what failed and why
   * @param cause the failure that led to this one, or null
   */
  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
