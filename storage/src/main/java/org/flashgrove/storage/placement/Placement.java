package org.flashgrove.storage.placement;

/** Tells where changed pages are written. */
public enum Placement {
  /** Pages are written to free slots, which a page map records. The store survives power cuts. */
  FREE,

  /**
   * Nodes are written in place: to the slot whose number is the node's id, over the previous image.
   */
  HOME
}
