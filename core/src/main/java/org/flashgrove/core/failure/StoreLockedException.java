package org.flashgrove.core.failure;

/**
 * Thrown when a store is already open, in another process or in this one, in a mode that excludes
 * the requested mode.
 */
public class StoreLockedException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final String directory;

  /** Creates the exception for a store whose directory is in use. */
  public StoreLockedException(String directory) {
    this(directory, "close it there, or open it for reading only");
  }

  /**
   * Creates a copy of an exception with other advice in its message. The copy is for a store that
   * cannot be opened for reading either.
   *
   * @param cause the exception to copy, which becomes the cause
   * @param advice what the user should do; replaces the advice to open the store for reading only
   */
  public StoreLockedException(StoreLockedException cause, String advice) {
    this(cause.directory, advice);
    initCause(cause);
  }

  private StoreLockedException(String directory, String advice) {
    super(directory + ": the store is open elsewhere; " + advice);
    this.directory = directory;
  }
}
