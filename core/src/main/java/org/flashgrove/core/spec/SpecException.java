package org.flashgrove.core.spec;

/** A spec string that is not understood; the message lists what is allowed. */
public final class SpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param message one line that names the key and the value, and lists what is allowed
   */
  public SpecException(String message) {
    super(message);
  }
}
