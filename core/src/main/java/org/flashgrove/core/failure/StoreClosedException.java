package org.flashgrove.core.failure;

import java.io.File;

/**
 * Thrown when a store is closed, or when it refuses calls after a failed write until it is opened
 * again.
 */
public class StoreClosedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Returns the exception for a call to a store that is closed. The message names the directory of
   * the store.
   *
   * @param file path of a file of the store, or a name without a directory
   */
  public static StoreClosedException of(String file) {
    String directory = new File(file).getParent();
    return new StoreClosedException(
        (directory == null ? file : directory) + ": the store is closed; open it again");
  }

  /** Creates an error with the reason of the refusal. */
  public StoreClosedException(String message) {
    super(message);
  }

  /** Creates an error that refuses a call because of an earlier failure. */
  public StoreClosedException(String message, Throwable earlierFailure) {
    super(message, earlierFailure);
  }
}
