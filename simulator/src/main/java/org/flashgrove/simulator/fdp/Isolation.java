package org.flashgrove.simulator.fdp;

/** Destination of the pages that collection copies (NVMe TP4146, types of reclaim unit handles). */
public enum Isolation {
  /**
   * Initially isolated: the pages that collection copies from the units of all handles share one
   * reclaim unit, which belongs to a reserved handle. So the pages of different handles are mixed
   * after the first collection.
   */
  INITIAL,

  /**
   * Persistently isolated: copied pages stay with the handle that wrote them. Each handle has a
   * second open reclaim unit for its copied pages, so that the pages of two handles never share a
   * unit.
   */
  PERSISTENT,

  /**
   * Not part of the standard: copied pages go to the unit that their handle is filling, between new
   * pages. Simple drives with one stream do this.
   */
  MIXED
}
