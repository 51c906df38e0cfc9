package org.flashgrove.access.kind;

import org.flashgrove.storage.log.WriteBatch;

/** Fills a new structure when it is added to a store. */
@FunctionalInterface
public interface StructureFilling {
  /**
   * Fills a structure that is not visible to queries yet. The changes must belong to {@code batch},
   * which the caller commits.
   */
  void fill(Structure added, WriteBatch batch);
}
