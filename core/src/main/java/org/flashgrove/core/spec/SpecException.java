package org.flashgrove.core.spec;

/** A spec string that is not understood; the message lists what is allowed. */
public final class SpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** An error told in one line. */
  public SpecException(String message) {
    super(message);
  }
}
