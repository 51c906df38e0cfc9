package org.flashgrove.core.index;

import java.time.Duration;
import java.util.Objects;
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
 * that were committed when it began. It runs concurrently with other queries and with changes if
 * the store allows it.
 *
 * <p>Errors: {@link IllegalArgumentException} for an invalid rectangle, which changes nothing; the
 * exceptions of {@code org.flashgrove.core.failure} for a failing device.
 */
public interface SpatialIndex extends SpatialQueries, ChangesById, AutoCloseable {
  /**
   * Adds an entry. An index may hold duplicates: inserting the same id and rectangle twice stores
   * two entries, because the index does not search for existing ones. A store that allows one
   * rectangle per id throws a {@code DuplicateKeyException} if the id already has another
   * rectangle.
   */
  void insert(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Removes one entry with exactly this id and rectangle.
   *
   * @return whether the entry existed; if not, nothing is changed
   */
  boolean delete(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Moves one entry to another rectangle atomically: after a crash the entry has either the old or
   * the new rectangle. Existing entries with the new rectangle are kept.
   *
   * @param id the entry's id
   * @param from the entry's current rectangle: minX, minY, maxX, maxY
   * @param to the new rectangle in the same order
   * @return whether the entry existed; if not, nothing is changed
   * @throws IllegalArgumentException if an array does not have four numbers, or they do not form a
   *     rectangle
   */
  boolean update(long id, double[] from, double[] to);

  /**
   * Begins a batch of changes that commit together. The caller closes it. Waits without limit while
   * another thread has a batch open.
   *
   * @throws IllegalStateException if this thread already has an open batch
   */
  default SpatialBatch begin() {
    return begin(null);
  }

  /**
   * Begins a batch like {@link #begin()}, with a time limit.
   *
   * @param timeout longest wait for changes of other threads; null for no limit
   * @throws org.flashgrove.core.failure.BatchTimeoutException if the wait takes longer or is
   *     interrupted; the message names the thread that has a batch open, and since when
   * @throws IllegalArgumentException if the limit is negative
   */
  SpatialBatch begin(@Nullable Duration timeout);

  /** Writes all buffered changes to the device. */
  void flush();

  /** Makes all operations so far durable before it returns. */
  void sync();

  /** Closes the index. Acknowledged changes survive. A second call does nothing. */
  @Override
  void close();

  /**
   * Adds an entry like {@link #insert(long, double, double, double, double)}. The envelope must not
   * be null.
   */
  default void insert(long id, Envelope box) {
    Objects.requireNonNull(box, "box");
    insert(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** Removes one entry like {@link #delete(long, double, double, double, double)}. */
  default boolean delete(long id, Envelope box) {
    Objects.requireNonNull(box, "box");
    return delete(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** Moves one entry to another rectangle like {@link #update(long, double[], double[])}. */
  default boolean update(long id, Envelope from, Envelope to) {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    return update(
        id,
        new double[] {from.getMinX(), from.getMinY(), from.getMaxX(), from.getMaxY()},
        new double[] {to.getMinX(), to.getMinY(), to.getMaxX(), to.getMaxY()});
  }
}
