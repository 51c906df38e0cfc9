package org.flashgrove.storage.placement;

/** Tells where changed pages are written. */
public enum Placement {
  /** To free slots, as recorded in a page map. Survives power cuts. */
  FREE,

  /** In place: to the slot with the node's id, over the previous image. */
  HOME
}
