package org.flashgrove.core.failure;

/** A file was written by a newer version of the format than this one reads. */
public class UnsupportedFormatException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error of a file of format {@code found} where {@code newest} is the newest one that
   * this version reads.
   */
  public UnsupportedFormatException(String file, int found, int newest) {
    super(
        file
            + ": format version "
            + found
            + " is newer than the newest supported one (allowed: 1 to "
            + newest
            + ")");
  }
}
