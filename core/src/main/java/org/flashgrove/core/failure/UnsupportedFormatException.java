package org.flashgrove.core.failure;

/** Thrown when a file has a newer format version than this version of the library can read. */
public class UnsupportedFormatException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception for a file of format version {@code found}; {@code newest} is the newest
   * supported version.
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
