package org.flashgrove.access;

import org.flashgrove.core.index.SpatialIndex;

/** A structure of a store that holds entries of an id and a rectangle, whatever keeps them. */
public sealed interface EntryStructure permits SpatialStructure, GroveStructure {
  /** The entries. Changes made here are a commit each; the store closes it. */
  SpatialIndex entries();
}
