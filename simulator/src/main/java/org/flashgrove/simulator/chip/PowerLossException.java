package org.flashgrove.simulator.chip;

import org.flashgrove.core.failure.StoreIoException;

/** The power has gone: in the middle of an operation, or before the one that was asked for. */
public final class PowerLossException extends StoreIoException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param message one line that names the operation
   */
  public PowerLossException(String message) {
    super(message);
  }
}
