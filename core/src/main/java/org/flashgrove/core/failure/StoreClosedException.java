package org.flashgrove.core.failure;

/**
 * Thrown when a store is closed, or when it refuses calls after a failed write until it is opened
 * again.
 */
public class StoreClosedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Returns the exception for a call to a store that is closed.
   *
   * @param store name of the store
   */
  public static StoreClosedException of(String store) {
    return new StoreClosedException(store + ": the store is closed; open it again");
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
