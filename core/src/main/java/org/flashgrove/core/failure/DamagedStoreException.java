package org.flashgrove.core.failure;

/**
 * Thrown when stored bytes do not read back as written. The message names file, place and cause.
 */
public class DamagedStoreException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param file name of the file
   * @param place place in the file, such as {@code page 12} or {@code offset 4096}
   * @param cause description of the damage
   */
  public DamagedStoreException(String file, String place, String cause) {
    super(file + ", " + place + ": " + cause);
  }
}
