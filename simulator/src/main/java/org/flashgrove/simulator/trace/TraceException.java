package org.flashgrove.simulator.trace;

/**
 * Thrown when a trace is invalid. The message names the file, the position in it and the allowed
 * values.
 */
public final class TraceException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message one line that names the file, the position in it and the allowed values
   */
  public TraceException(String message) {
    super(message);
  }
}
