package org.flashgrove.datasets.osm;

/** Reason why an object of a layer does not become a feature. */
enum LeftOut {
  MISSING_WAY("a way is not in the file"),
  MISSING_NODE("a node is not in the file"),
  NO_PLACE("a place is not on the earth"),
  NO_LENGTH("a line has no length"),
  OPEN_RING("a ring is open or without area"),
  CROSSING("lines of an area cross or overlap"),
  INVALID("an area is not valid"),
  TOO_LARGE("an area is too large for the memory");

  private final String reason;

  LeftOut(String reason) {
    this.reason = reason;
  }

  @Override
  public String toString() {
    return reason;
  }
}
