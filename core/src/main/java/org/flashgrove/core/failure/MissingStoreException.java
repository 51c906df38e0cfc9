package org.flashgrove.core.failure;

/** Thrown when the path of a store to open is not a directory. */
public class MissingStoreException extends StoreIoException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message one line that names the path
   */
  public MissingStoreException(String message) {
    super(message);
  }
}
