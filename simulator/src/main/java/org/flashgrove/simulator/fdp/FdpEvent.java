package org.flashgrove.simulator.fdp;

/** Events that an FDP drive reports (NVMe TP4146), as far as they can occur in this model. */
public enum FdpEvent {
  /** A handle got a new reclaim unit before the old one was fully written (type 0x00). */
  NOT_FULLY_WRITTEN,

  /** A write named a handle that does not exist, so handle 0 took the pages (type 0x03). */
  INVALID_IDENTIFIER,

  /** Collection copied the valid pages of a reclaim unit (type 0x80). */
  MEDIA_REALLOCATED
}
