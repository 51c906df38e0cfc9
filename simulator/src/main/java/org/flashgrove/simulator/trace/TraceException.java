package org.flashgrove.simulator.trace;

/** A trace that cannot be understood; the message names the file, the place and what is allowed. */
public final class TraceException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param message one line that names the file, the place and what is allowed
   */
  public TraceException(String message) {
    super(message);
  }
}
