package org.flashgrove.simulator.fdp;

/** Events that an FDP drive reports (NVMe TP4146), as far as they can occur in this model. */
public enum FdpEvent {
  /** A handle got a new reclaim unit before the old one was fully written. */
  NOT_FULLY_WRITTEN(0x00),

  /** A write named a handle that does not exist; handle 0 took the pages. */
  INVALID_IDENTIFIER(0x03),

  /** Collection copied the valid pages of a reclaim unit. */
  MEDIA_REALLOCATED(0x80);

  private final int code;

  FdpEvent(int code) {
    this.code = code;
  }

  /** Returns the event's type in the log page of the standard. */
  public int code() {
    return code;
  }
}
