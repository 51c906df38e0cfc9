package org.flashgrove.access;

import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.storage.log.WriteBatch;

/** A structure of a store that holds entries of an id and a rectangle, whatever keeps them. */
public sealed interface EntryStructure permits SpatialStructure, GroveStructure {
  /** The entries. Changes made here are a commit each; the store closes it. */
  SpatialIndex entries();

  /**
   * Begins changes that a batch of the store commits together with others. Close them before the
   * batch; other changes of the structure wait until then.
   */
  SpatialBatch begin(WriteBatch batch);

  /**
   * Refuses a rectangle that the structure cannot hold.
   *
   * @throws IllegalArgumentException naming what is allowed
   */
  void requireHoldable(double minX, double minY, double maxX, double maxY);
}
