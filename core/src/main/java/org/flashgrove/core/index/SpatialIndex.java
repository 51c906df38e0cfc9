package org.flashgrove.core.index;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * A persistent index of entries (id, rectangle).
 *
 * <p>An id is any 64-bit integer. An index may hold duplicates: the same id with different
 * rectangles counts as several entries, and so does the same pair of id and rectangle. Queries
 * ({@link SpatialQueries}) visit each duplicate. Rectangles are closed; points are rectangles
 * without extent.
 *
 * <p>Several threads may use the index. One thread changes it at a time. A query sees the changes
 * that were committed when it began, and runs concurrently with others if the store allows it.
 *
 * <p>Errors: {@link IllegalArgumentException} for an invalid rectangle, which changes nothing; the
 * exceptions of {@code org.flashgrove.core.failure} for a failing device.
 */
public interface SpatialIndex extends SpatialQueries, ChangesById, AutoCloseable {
  /**
   * Adds an entry. {@link #size()} is one more afterwards, whether or not the index had an entry of
   * this id and rectangle: it is not looked for, since that would take reads. An entry that was
   * inserted twice is visited twice, and it takes two deletions until it is gone. A store with ids
   * throws a DuplicateKeyException for an id that has another rectangle.
   */
  void insert(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Removes one entry of exactly this id and rectangle.
   *
   * @return whether there was one; if not, nothing happens
   */
  boolean delete(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Moves one entry from one rectangle to another as one operation: a crash leaves it in the old
   * place or in the new one. Entries that have the new rectangle already stay beside it.
   *
   * @param id the entry's id
   * @param from its rectangle minX, minY, maxX, maxY
   * @param to the new rectangle in the same order
   * @return whether the entry was there; if not, nothing happens
   */
  boolean update(long id, double[] from, double[] to);

  /**
   * Begins a batch of changes that commit together. The caller closes it. It waits for a batch that
   * another thread has open, as long as that takes.
   *
   * @throws IllegalStateException if this thread has begun others and not closed them
   */
  default SpatialBatch begin() {
    return begin(null);
  }

  /**
   * Begins a batch as {@link #begin()} does.
   *
   * @param timeout how long to wait for changes of other threads at most; null for as long as they
   *     take
   * @throws org.flashgrove.core.failure.BatchTimeoutException if they did not end in time; names
   *     the thread that has a batch open, and since when
   */
  SpatialBatch begin(@Nullable Duration timeout);

  /** Brings all buffered changes to the device. */
  void flush();

  /** Returns when every operation so far is durable. */
  void sync();

  /** Closes the index; what was acknowledged as durable stays. A second call does nothing. */
  @Override
  void close();

  /** {@link #insert(long, double, double, double, double)} with an envelope, which is not null. */
  default void insert(long id, Envelope box) {
    insert(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** {@link #delete(long, double, double, double, double)} with an envelope. */
  default boolean delete(long id, Envelope box) {
    return delete(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** {@link #update(long, double[], double[])} with envelopes. */
  default boolean update(long id, Envelope from, Envelope to) {
    return update(
        id,
        new double[] {from.getMinX(), from.getMinY(), from.getMaxX(), from.getMaxY()},
        new double[] {to.getMinX(), to.getMinY(), to.getMaxX(), to.getMaxY()});
  }
}
