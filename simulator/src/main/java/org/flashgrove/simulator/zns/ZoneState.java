package org.flashgrove.simulator.zns;

/** State of a zone (NVMe Zoned Namespace Command Set). */
public enum ZoneState {
  /** Erased; the write pointer is at the start of the zone. */
  EMPTY,

  /** Opened by a write or an append. The drive may close the zone to open another one. */
  IMPLICITLY_OPEN,

  /** Opened by a command of the host; stays open until the host closes or fills it. */
  EXPLICITLY_OPEN,

  /**
   * Partly written, but not open, so it does not count against the limit of open zones. A write
   * opens it again.
   */
  CLOSED,

  /** Written to its capacity, or finished by the host. */
  FULL,

  /** Readable, but never written again, because a block has failed. */
  READ_ONLY,

  /** Neither readable nor writable. */
  OFFLINE;

  /** Returns whether the zone counts against the limit of open zones. */
  public boolean isOpen() {
    return this == IMPLICITLY_OPEN || this == EXPLICITLY_OPEN;
  }

  /** Returns whether the zone counts against the limit of active zones. */
  public boolean isActive() {
    return isOpen() || this == CLOSED;
  }
}
