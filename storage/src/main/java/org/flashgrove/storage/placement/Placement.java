package org.flashgrove.storage.placement;

/** Placement of written pages. */
public enum Placement {
  /** To free slots, which a page map names; survives power cuts. */
  FREE,

  /** To the slot of the node's id, over the image before. */
  HOME
}
