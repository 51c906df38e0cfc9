package org.flashgrove.core.failure;

/**
 * Thrown when a change could not start in time because another batch was open, or because its
 * thread was interrupted while it waited. The interrupt status stays set. Nothing was changed.
 */
public final class BatchTimeoutException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that names the open batch. */
  public BatchTimeoutException(String message) {
    super(message);
  }
}
