package org.flashgrove.access;

import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.core.index.ChangesById;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.ForwardedQueries;
import org.flashgrove.storage.log.StoreSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * A {@link SpatialStore} at one commit: all queries see the same entries while the store changes. A
 * snapshot is for one thread at a time. Close its cursors and streams before you close the
 * snapshot.
 *
 * <p>The store keeps replaced data until the snapshots that need it are closed, but only up to a
 * memory budget. When the budget is used up, queries of the oldest snapshot throw {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}.
 */
public final class SpatialSnapshot extends ForwardedQueries implements AutoCloseable {
  private final StoreSnapshot snapshot;
  private final @Nullable IdStructure ids;

  SpatialSnapshot(EntryStructure structure, @Nullable IdStructure ids, StoreSnapshot snapshot) {
    super(structure.at(snapshot, false, pages -> {}));
    this.ids = ids;
    this.snapshot = snapshot;
  }

  /**
   * Returns the entry of an id, or null if there is none.
   *
   * @throws UnsupportedOperationException if the store was not created with ids
   */
  public @Nullable Entry entry(long id) {
    if (ids == null) {
      throw ChangesById.refusal();
    }
    return ids.entry(snapshot, id);
  }

  /**
   * Returns whether an id has an entry.
   *
   * @throws UnsupportedOperationException if the store was not created with ids
   */
  public boolean contains(long id) {
    return entry(id) != null;
  }

  /** Closes the snapshot. Does nothing if the snapshot or its store is already closed. */
  @Override
  public void close() {
    snapshot.close();
  }
}
