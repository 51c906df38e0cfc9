package org.flashgrove.access.kind;

import org.flashgrove.storage.log.WriteBatch;

/** Fills a structure that is being added to a store. */
@FunctionalInterface
public interface StructureFilling {
  /**
   * Stages its content.
   *
   * @param added the structure, which nobody else sees yet
   * @param batch commits what is staged; no other batch is open meanwhile
   */
  void fill(Structure added, WriteBatch batch);
}
