package org.flashgrove.simulator.ftl.space;

import org.flashgrove.core.failure.StoreIoException;

/** Thrown when too many blocks are bad. The device is still readable but accepts no writes. */
public final class WornOutException extends StoreIoException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message one line that names the cause
   */
  public WornOutException(String message) {
    super(message);
  }
}
