package org.flashgrove.core.failure;

/**
 * Thrown when a store is already open, in another process or in this one, in a mode that excludes
 * the requested mode.
 */
public class StoreLockedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception for a store whose directory is in use. */
  public StoreLockedException(String directory) {
    super(
        directory
            + ": the store is open elsewhere (allowed: one process that writes,"
            + " beside any number that only read)");
  }

  /**
   * Creates the exception with an additional reason, for a store that does not allow readers next
   * to a writer.
   */
  public StoreLockedException(StoreLockedException cause, String reason) {
    super(cause.getMessage() + "; " + reason);
    initCause(cause);
  }
}
