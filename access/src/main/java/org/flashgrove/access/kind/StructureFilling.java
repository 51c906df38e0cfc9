package org.flashgrove.access.kind;

import org.flashgrove.storage.log.WriteBatch;

/** Fills a new structure when it is added to a store. */
@FunctionalInterface
public interface StructureFilling {
  /**
   * Fills a structure that is not visible yet. The batch, which the caller commits, contains the
   * changes.
   */
  void fill(Structure added, WriteBatch batch);
}
