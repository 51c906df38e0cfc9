package org.flashgrove.core.index;

import org.flashgrove.core.geometry.Predicate;
import org.locationtech.jts.geom.Envelope;

/**
 * A persistent index of entries (id, rectangle).
 *
 * <p>An id is any 64-bit integer. The same id with different rectangles is several entries;
 * inserting the very same pair twice is the caller's mistake: it may be kept once or twice, {@link
 * #size()} counts it twice, a deletion removes one, and nodes may fall below their minimum fill. No
 * other entry is harmed; a check reports it. Rectangles are closed; points are rectangles without
 * extent.
 *
 * <p>Maintenance and queries may be called from several threads; they take turns.
 *
 * <p>Errors: {@link IllegalArgumentException} for a rectangle that is none (nothing happens), the
 * exceptions of {@code org.flashgrove.core.failure} for the device.
 */
public interface SpatialIndex extends AutoCloseable {
  /** Adds an entry. */
  void insert(long id, double minX, double minY, double maxX, double maxY);

  /** Removes the entry of exactly this id and rectangle; whether there was one. */
  boolean delete(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Moves an entry from one rectangle to another as one operation: a crash leaves it in the old
   * place or in the new one.
   *
   * @param id the entry's id
   * @param from its rectangle minX, minY, maxX, maxY
   * @param to the new rectangle in the same order
   * @return whether the entry was there; if not, nothing happens
   */
  boolean update(long id, double[] from, double[] to);

  /**
   * Visits entries whose rectangles match a predicate, in no particular order.
   *
   * @return number of entries visited
   */
  long search(
      Predicate predicate,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor);

  /** Number of entries in the index. */
  long size();

  /** Brings all buffered changes to the device. */
  void flush();

  /** Returns when every operation so far is durable. */
  void sync();

  /** Closes the index; what was acknowledged as durable stays. A second call does nothing. */
  @Override
  void close();

  /** Visits entries whose rectangles intersect a window. */
  default long search(double minX, double minY, double maxX, double maxY, EntryVisitor visitor) {
    return search(Predicate.INTERSECTS, minX, minY, maxX, maxY, visitor);
  }

  /** Visits entries whose rectangles hold the point (x, y). */
  default long search(double x, double y, EntryVisitor visitor) {
    return search(Predicate.INTERSECTS, x, y, x, y, visitor);
  }

  /** Number of entries whose rectangles match a predicate. */
  default long count(Predicate predicate, double minX, double minY, double maxX, double maxY) {
    return search(predicate, minX, minY, maxX, maxY, (id, x1, y1, x2, y2) -> true);
  }

  /** Number of entries whose rectangles intersect a window. */
  default long count(double minX, double minY, double maxX, double maxY) {
    return count(Predicate.INTERSECTS, minX, minY, maxX, maxY);
  }

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

  /** Visits entries whose rectangles intersect an envelope. */
  default long search(Envelope window, EntryVisitor visitor) {
    return search(window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY(), visitor);
  }

  /** Number of entries whose rectangles intersect an envelope. */
  default long count(Envelope window) {
    return count(window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY());
  }
}
