package org.flashgrove.storage.placement;

/** Where pages go when they are written. */
public enum Placement {
  /** To free slots; a page map says where, and survives power cuts. */
  FREE,

  /** To the slot of the node's id, over what was there. */
  HOME
}
