package org.flashgrove.access.kind;

import org.flashgrove.access.ids.IdentifiedBatch;
import org.flashgrove.access.ids.IdentifiedEntries;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/** Map from ids to rectangles that a store keeps consistent with a spatial index. */
public interface EntryIds {
  /** Returns the index as a view whose changes also update this map, in the same commit. */
  IdentifiedEntries over(SpatialIndex entries);

  /**
   * Begins changes of the index and of this map in one batch.
   *
   * @param entries changes of the index within the batch
   * @param whole the batch, if it contains nothing else and must be committed with these changes;
   *     otherwise null
   */
  IdentifiedBatch over(SpatialBatch entries, WriteBatch batch, @Nullable WriteBatch whole);
}
