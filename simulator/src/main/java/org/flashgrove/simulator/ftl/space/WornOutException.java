package org.flashgrove.simulator.ftl.space;

import org.flashgrove.core.failure.StoreIoException;

/** Too many blocks are bad: the device can be read, but takes no more writes. */
public final class WornOutException extends StoreIoException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param message one line that names the cause
   */
  public WornOutException(String message) {
    super(message);
  }
}
