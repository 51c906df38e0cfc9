package org.flashgrove.simulator.fdp;

/** Destination of the pages that collection copies (NVMe TP4146, types of reclaim unit handles). */
public enum Isolation {
  /**
   * Initially isolated: the survivors of all handles share one reclaim unit, which belongs to a
   * reserved handle. Handles are therefore mixed after the first collection.
   */
  INITIAL,

  /**
   * Persistently isolated: survivors stay with the handle that wrote them. Each handle has a second
   * open reclaim unit for them, so that the pages of two handles never share a unit.
   */
  PERSISTENT,

  /**
   * Not part of the standard: survivors go to the unit that their handle is filling, between new
   * pages. Simple drives with one stream do this.
   */
  MIXED
}
