package org.flashgrove.core.failure;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;

/**
 * Thrown when a call to the device fails: the disk is full, an I/O error occurs, or a file cannot
 * be opened.
 */
public class StoreIoException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error of a device call.
   *
   * @param message one line that names the call, the file and the reason
   */
  public StoreIoException(String message) {
    super(message);
  }

  /**
   * Creates an error of a device call with its cause.
   *
   * @param message one line that names the call, the file and the reason
   * @param cause the failure that the call reported
   */
  public StoreIoException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Creates the exception for a failed call; the message ends with the reason that the operating
   * system gave.
   *
   * @param what the failed call and the name of its file
   * @param cause the failure
   */
  public static StoreIoException of(String what, IOException cause) {
    return new StoreIoException(what + ": " + reason(cause), cause);
  }

  /**
   * Returns the reason of a failure in plain words, such as {@code no such file}. It does not
   * contain the name of the file.
   */
  public static String reason(IOException failure) {
    if (!(failure instanceof FileSystemException file)) {
      return failure.getMessage() == null ? words(failure) : failure.getMessage();
    }
    return file.getReason() == null ? words(failure) : file.getReason();
  }

  /**
   * Returns the name of the exception's class in lower-case words, such as {@code no such file} for
   * {@code NoSuchFileException}.
   */
  private static String words(IOException failure) {
    return failure
        .getClass()
        .getSimpleName()
        .replaceFirst("Exception$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
