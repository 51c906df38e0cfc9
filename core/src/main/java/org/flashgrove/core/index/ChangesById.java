package org.flashgrove.core.index;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Changes of entries by id alone, for an index that stores the rectangle of each id. In such an
 * index each id has one rectangle. Other indexes throw {@link UnsupportedOperationException}.
 */
public interface ChangesById {
  /** Returns the exception of an index that does not store the rectangles of ids. */
  static UnsupportedOperationException refusal() {
    return new UnsupportedOperationException(
        "call by id alone: the store does not keep the rectangle of each id; create the store"
            + " withIds(), or use calls with id and rectangle");
  }

  /**
   * Sets the rectangle of an id. Adds an entry if the id does not exist; otherwise replaces the
   * rectangle of the existing entry.
   *
   * @return whether the id existed before this call; the upsert of a table returns the opposite
   * @throws IllegalArgumentException if the rectangle is invalid; nothing is changed
   */
  default boolean put(long id, double minX, double minY, double maxX, double maxY) {
    throw refusal();
  }

  /**
   * Changes the rectangle of an existing id.
   *
   * @return whether the id existed; if not, nothing is changed
   * @throws IllegalArgumentException if the rectangle is invalid; nothing is changed
   */
  default boolean move(long id, double minX, double minY, double maxX, double maxY) {
    throw refusal();
  }

  /**
   * Removes the entry of an id.
   *
   * @return whether the id existed; if not, nothing is changed
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

  /**
   * Sets the rectangle of an id to an envelope, like {@link #put(long, double, double, double,
   * double)}. The envelope must not be null.
   */
  default boolean put(long id, Envelope box) {
    Objects.requireNonNull(box, "box");
    return put(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /**
   * Changes the rectangle of an existing id to an envelope, like {@link #move(long, double, double,
   * double, double)}. The envelope must not be null.
   */
  default boolean move(long id, Envelope box) {
    Objects.requireNonNull(box, "box");
    return move(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }
}
