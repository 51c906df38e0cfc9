package org.flashgrove.simulator.zns;

/** Error that a zoned drive answers to a command (NVMe status codes). */
public enum ZoneStatus {
  /** An append has no page, or more pages than the drive allows in one append. */
  INVALID_FIELD(0x002),

  /** A request passes the end of the drive, crosses zones, or passes the capacity of its zone. */
  BOUNDARY(0x1B8),

  /** The zone is full. */
  FULL(0x1B9),

  /** The zone is read-only. */
  READ_ONLY(0x1BA),

  /** The zone is offline. */
  OFFLINE(0x1BB),

  /** A write does not begin at the write pointer. */
  INVALID_WRITE(0x1BC),

  /** The command needs another active zone, but as many zones are active as the drive allows. */
  TOO_MANY_ACTIVE(0x1BD),

  /** The command needs another open zone, but as many zones are open as the drive allows. */
  TOO_MANY_OPEN(0x1BE),

  /** The state of the zone does not allow the command. */
  INVALID_TRANSITION(0x1BF);

  private final int code;

  ZoneStatus(int code) {
    this.code = code;
  }

  /** Returns the NVMe status code type and status code as one number. */
  public int code() {
    return code;
  }
}
