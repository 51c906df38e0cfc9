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
   * Persistently isolated: copied pages stay with the handle through which they were written. Each
   * handle has a second open reclaim unit for its copied pages, so the pages of two handles never
   * share a unit.
   */
  PERSISTENT,

  /**
   * Not part of the standard: a copied page goes to the unit that its handle is filling, between
   * newly written pages. Simple drives with one stream do this.
   */
  MIXED
}
