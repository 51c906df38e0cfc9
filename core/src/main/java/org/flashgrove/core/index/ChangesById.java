package org.flashgrove.core.index;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Changes of entries by their ids alone, of an index that keeps the rectangle of each id beside the
 * entries. There an id has one rectangle. Other indices refuse with {@link
 * UnsupportedOperationException}.
 */
public interface ChangesById {
  /** Returns what an index throws that does not keep the rectangles of ids. */
  static UnsupportedOperationException refusal() {
    return new UnsupportedOperationException(
        "by id alone, in a store that does not keep the rectangles of ids (allowed: a store"
            + " created with ids)");
  }

  /**
   * Gives an id a rectangle, whether it has another or none.
   *
   * @return whether the id had a rectangle, which is replaced
   * @throws IllegalArgumentException for a rectangle that is none; nothing happens then
   */
  default boolean put(long id, double minX, double minY, double maxX, double maxY) {
    throw refusal();
  }

  /**
   * Gives an id that is there another rectangle.
   *
   * @return whether the id was there; if not, nothing happens
   * @throws IllegalArgumentException for a rectangle that is none; nothing happens then
   */
  default boolean move(long id, double minX, double minY, double maxX, double maxY) {
    throw refusal();
  }

  /**
   * Removes the entry of an id.
   *
   * @return whether the id was there; if not, nothing happens
   */
  default boolean remove(long id) {
    throw refusal();
  }

  /** Returns the entry of an id, or null if there is none. */
  default @Nullable Entry entry(long id) {
    throw refusal();
  }

  /** Returns whether an id has an entry. */
  default boolean contains(long id) {
    return entry(id) != null;
  }

  /** {@link #put(long, double, double, double, double)} with an envelope, which is not null. */
  default boolean put(long id, Envelope box) {
    return put(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** {@link #move(long, double, double, double, double)} with an envelope, which is not null. */
  default boolean move(long id, Envelope box) {
    return move(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }
}
