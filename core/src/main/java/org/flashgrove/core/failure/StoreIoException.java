package org.flashgrove.core.failure;

/** A call to the device failed: no space, an I/O error, a file that cannot be opened. */
public class StoreIoException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** A failed call, told in one line. */
  public StoreIoException(String message) {
    super(message);
  }

  /** A failed call, told in one line, with its cause. */
  public StoreIoException(String message, Throwable cause) {
    super(message, cause);
  }
}
