package org.flashgrove.simulator.zns;

/** Thrown when a zoned drive refuses a command. The command had no effect. */
public final class ZoneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ZoneStatus status;

  ZoneException(ZoneStatus status, String message) {
    super(status + ": " + message);
    this.status = status;
  }

  /** Returns the error that the drive answered. */
  public ZoneStatus status() {
    return status;
  }
}
