package org.flashgrove.access.ids;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.ForwardedQueries;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.jspecify.annotations.Nullable;

/**
 * A spatial index with rectangles by id. Each change updates the index and the rectangles in one
 * batch. Queries use the spatial index.
 */
public final class IdentifiedEntries extends ForwardedQueries implements SpatialIndex {
  private static final int ADOPTED_AT_A_TIME = 1_000;

  private final SpatialIndex index;
  private final Function<Duration, IdentifiedBatch> batches;
  private final LongFunction<Entry> newest;

  /**
   * Creates a view of an index with rectangles by id.
   *
   * @param batches begins a batch for changes of the index and of the rectangles by id; takes the
   *     maximum time to wait, or null
   * @param newest returns the entry of an id at the newest commit, or null
   */
  public IdentifiedEntries(
      SpatialIndex index, Function<Duration, IdentifiedBatch> batches, LongFunction<Entry> newest) {
    super(index);
    this.index = index;
    this.batches = batches;
    this.newest = newest;
  }

  private interface ByIdChange {
    boolean make(SpatialBatch batch);
  }

  private boolean commit(ByIdChange change) {
    IdentifiedBatch batch = begin(null);
    boolean done;
    try (batch) {
      done = change.make(batch);
      batch.commitAsync();
    }
    batch.awaitDurable();
    return done;
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    commit(
        batch -> {
          batch.insert(id, minX, minY, maxX, maxY);
          return true;
        });
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    return commit(batch -> batch.delete(id, minX, minY, maxX, maxY));
  }

  @Override
  public boolean update(long id, double[] from, double[] to) {
    Rectangles.requireSides("from", from);
    Rectangles.requireSides("to", to);
    Entry before = IdWords.of(id, from[0], from[1], from[2], from[3]);
    return commit(
        batch -> before.equals(batch.entry(id)) && batch.move(id, to[0], to[1], to[2], to[3]));
  }

  @Override
  public boolean put(long id, double minX, double minY, double maxX, double maxY) {
    return commit(batch -> batch.put(id, minX, minY, maxX, maxY));
  }

  @Override
  public boolean move(long id, double minX, double minY, double maxX, double maxY) {
    return commit(batch -> batch.move(id, minX, minY, maxX, maxY));
  }

  @Override
  public boolean remove(long id) {
    return commit(batch -> batch.remove(id));
  }

  @Override
  public Entry entry(long id) {
    return newest.apply(id);
  }

  @Override
  public IdentifiedBatch begin(@Nullable Duration timeout) {
    return batches.apply(timeout);
  }

  /**
   * Fills the rectangles by id, which must be empty, from the entries of the spatial index. If an
   * id has several entries, the first one stays and the others are removed from the index.
   *
   * @param removed receives each removed entry
   * @return number of removed entries
   */
  public long adoptAll(Consumer<Entry> removed) {
    long count = 0;
    try (EntryCursor all = index.cursor(EntryQuery.all())) {
      boolean more = true;
      while (more) {
        try (IdentifiedBatch batch = begin(null)) {
          for (int i = 0; i < ADOPTED_AT_A_TIME && more; i++) {
            more = all.next();
            if (more && !batch.adopt(all.entry())) {
              removed.accept(all.entry());
              count++;
            }
          }
          batch.commit();
        }
      }
    }
    return count;
  }

  @Override
  public void flush() {
    index.flush();
  }

  @Override
  public void sync() {
    index.sync();
  }

  @Override
  public void close() {
    index.close();
  }
}
