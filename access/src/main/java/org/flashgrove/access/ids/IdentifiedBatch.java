package org.flashgrove.access.ids;

import java.util.Objects;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a spatial index and of the map from ids to rectangles that belongs to this index. All
 * these changes commit together. If a change fails halfway, the batch can only be closed.
 */
public final class IdentifiedBatch implements SpatialBatch {
  private final SpatialBatch entries;
  private final BPlusBatch ids;
  private final Repeat repeat;
  private final @Nullable WriteBatch whole;
  private boolean broken;

  /**
   * Creates a batch from two sets of changes, which already belong to a batch of the store.
   *
   * @param entries changes of the spatial index; closed with this batch
   * @param ids changes of the rectangles by id; closed with this batch
   * @param whole the store's batch if it contains no other changes, otherwise null; if not null, it
   *     is committed and closed with this batch
   */
  public IdentifiedBatch(
      SpatialBatch entries, BPlusBatch ids, Repeat repeat, @Nullable WriteBatch whole) {
    this.entries = entries;
    this.ids = ids;
    this.repeat = repeat;
    this.whole = whole;
  }

  @Override
  public @Nullable Entry entry(long id) {
    return IdWords.find(ids.cursor(id, id));
  }

  /**
   * Adds an entry.
   *
   * @throws DuplicateKeyException if the id has another rectangle, or if it has this rectangle and
   *     {@link Repeat#REFUSE} applies; in both cases nothing changes
   */
  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    Entry added = IdWords.of(id, minX, minY, maxX, maxY);
    Entry there = entry(id);
    if (there == null) {
      replace(null, added);
    } else if (!there.equals(added)) {
      throw new DuplicateKeyException(
          "id", id, "already exists with another rectangle; use put() or move()");
    } else if (repeat == Repeat.REFUSE) {
      throw new DuplicateKeyException(
          "id", id, "already exists with this rectangle; insert each entry once");
    }
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    Entry gone = IdWords.of(id, minX, minY, maxX, maxY);
    boolean found = gone.equals(entry(id));
    if (found) {
      replace(gone, null);
    }
    return found;
  }

  @Override
  public boolean put(long id, double minX, double minY, double maxX, double maxY) {
    Entry there = entry(id);
    replace(there, IdWords.of(id, minX, minY, maxX, maxY));
    return there != null;
  }

  @Override
  public boolean move(long id, double minX, double minY, double maxX, double maxY) {
    Entry moved = IdWords.of(id, minX, minY, maxX, maxY);
    Entry there = entry(id);
    if (there != null) {
      replace(there, moved);
    }
    return there != null;
  }

  @Override
  public boolean remove(long id) {
    Entry there = entry(id);
    if (there != null) {
      replace(there, null);
    }
    return there != null;
  }

  /**
   * Adds an existing entry of the index to the map from ids to rectangles. If the map already has a
   * rectangle for the id, removes the entry from the index instead.
   *
   * @return whether the entry was added to the map
   */
  boolean adopt(Entry entry) {
    if (entry(entry.id()) == null) {
      return IdWords.add(ids, entry);
    }
    entries.delete(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
    return false;
  }

  private void replace(@Nullable Entry from, @Nullable Entry to) {
    if (broken) {
      throw BatchStateException.failed();
    }
    if (to != null && to.equals(from)) {
      return;
    }
    if (to != null) { // first, because it may reject the rectangle
      entries.insert(to.id(), to.minX(), to.minY(), to.maxX(), to.maxY());
    }
    broken = true; // until both are changed
    boolean agree =
        from == null
            || entries.deleteKnown(from.id(), from.minX(), from.minY(), from.maxX(), from.maxY());
    if (!agree || !replaceId(from, to)) {
      long id = Objects.requireNonNull(to == null ? from : to).id();
      throw new DamagedStoreException("store", "id " + id, "its index and its ids do not agree");
    }
    broken = false;
  }

  private boolean replaceId(@Nullable Entry from, @Nullable Entry to) {
    if (from != null && to != null) {
      return IdWords.replace(ids, from, to);
    }
    return (from == null || IdWords.remove(ids, from)) && (to == null || IdWords.add(ids, to));
  }

  @Override
  public long forEach(EntryQuery query, EntryVisitor visitor) {
    return entries.forEach(query, visitor);
  }

  @Override
  public long size() {
    return entries.size();
  }

  /**
   * Commits all changes.
   *
   * @throws IllegalStateException if a change has failed, or if the caller must commit the changes
   *     with the store's batch
   */
  @Override
  public void commit() {
    commitAsync();
    awaitDurable();
  }

  /**
   * Commits all changes without a sync; {@link #awaitDurable} waits until the changes are durable.
   */
  void commitAsync() {
    if (broken || whole == null) {
      throw broken ? BatchStateException.failed() : BatchStateException.part();
    }
    whole.commitAsync();
  }

  /**
   * Waits until the commit is durable, if the sync mode requires it. The batch may already be
   * closed.
   */
  void awaitDurable() {
    Objects.requireNonNull(whole).awaitDurable();
  }

  @Override
  public void close() {
    try {
      entries.close();
      ids.close();
    } finally {
      if (whole != null) {
        whole.close();
      }
    }
  }
}
