package org.flashgrove.simulator.chip;

import org.flashgrove.core.failure.StoreIoException;

/** Thrown when the device has no power: the power failed during the operation or before it. */
public final class PowerLossException extends StoreIoException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message one line that names the operation
   */
  public PowerLossException(String message) {
    super(message);
  }
}
