package org.flashgrove.core.failure;

/**
 * Another process, or another store object of this one, has the store open in a way that excludes
 * this one.
 */
public class StoreLockedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the error of a store whose directory is in use. */
  public StoreLockedException(String directory) {
    super(
        directory
            + ": the store is open elsewhere (allowed: one process that writes,"
            + " beside any number that only read)");
  }

  /**
   * Creates the error of a store that excludes more than stores do that are read beside a writer.
   */
  public StoreLockedException(StoreLockedException cause, String reason) {
    super(cause.getMessage() + "; " + reason);
    initCause(cause);
  }
}
