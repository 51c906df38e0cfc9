package org.flashgrove.core.failure;

/** Bytes that a store wrote do not come back as written: names file, place and cause. */
public class DamagedStoreException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error that reports damage.
   *
   * @param file name of the file
   * @param place where in it, such as {@code page 12} or {@code offset 4096}
   * @param cause what is wrong
   */
  public DamagedStoreException(String file, String place, String cause) {
    super(file + ", " + place + ": " + cause);
  }
}
