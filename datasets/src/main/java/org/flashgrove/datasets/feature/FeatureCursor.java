package org.flashgrove.datasets.feature;

import java.io.Closeable;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.InputException;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Cursor over the features of a file, in the order of the file. A feature has an id, a geometry and
 * attributes. Memory does not depend on the length of the file.
 *
 * <p>A new cursor is before the first feature. Not safe for use by several threads.
 */
public interface FeatureCursor extends Closeable {
  /**
   * Moves to the next valid feature.
   *
   * @return false at the end
   * @throws InputException at a bad feature, unless the policy skips it
   * @throws java.io.UncheckedIOException if reading fails
   */
  boolean next();

  /**
   * Passes the bounding rectangles of all remaining features to a sink.
   *
   * @return number of features
   * @throws InputException at a bad feature, unless the policy skips it
   * @throws java.io.UncheckedIOException if reading fails
   */
  default long forEach(EntrySink sink) {
    long count = 0;
    while (next()) {
      sink.accept(id(), minX(), minY(), maxX(), maxY());
      count++;
    }
    return count;
  }

  /** Returns the kind of all features of the file. */
  EntryKind kind();

  /**
   * Returns the coordinate system that the file names. The result may change until the last feature
   * was read.
   */
  CoordinateSystem coordinateSystem();

  /** Returns the id of the current feature, which may be any 64-bit integer. */
  long id();

  /** Returns whether the file has no id for the current feature, so that the reader made one. */
  default boolean isIdMade() {
    return false;
  }

  /**
   * Makes the reader take new ids from a source, so that ids are unique over several files and a
   * store. Without this call, new ids are unique only within the file.
   *
   * @param source called before the first feature that gets a new id
   */
  default void makeIdsFrom(Supplier<FreshIds> source) {}

  /**
   * Returns the bounds of the current feature, which are finite. A feature without a geometry has a
   * null envelope ({@link Envelope#isNull}).
   */
  Envelope bounds();

  /**
   * Returns the smallest x of the current feature, at most {@link #maxX}. If the feature has no
   * geometry, the result is greater than {@link #maxX}.
   */
  default double minX() {
    return bounds().getMinX();
  }

  /** Returns the smallest y of the current feature, at most {@link #maxY}. */
  default double minY() {
    return bounds().getMinY();
  }

  /** Returns the largest x of the current feature. */
  default double maxX() {
    return bounds().getMaxX();
  }

  /** Returns the largest y of the current feature. */
  default double maxY() {
    return bounds().getMaxY();
  }

  /**
   * Returns the geometry of the current feature. For points and rectangles it is created on demand;
   * a rectangle without width or height becomes a line or a point.
   *
   * @return a geometry with at least one coordinate, all of them finite; null if the feature has no
   *     geometry, which only {@link RowForms#RECORDS} allows
   * @throws IllegalStateException if the file contains only ids
   */
  Geometry geometry();

  /**
   * Returns the rectangle before the current move. The rectangle after the move is {@link #minX} to
   * {@link #maxY}.
   *
   * @throws IllegalStateException unless the features are {@link EntryKind#MOVES}
   */
  default Envelope old() {
    throw new IllegalStateException("row: has no old rectangle; check kind() first");
  }

  /**
   * Returns the value of the current pair, whose key is the id.
   *
   * @throws IllegalStateException unless the features are {@link EntryKind#PAIRS}
   */
  default long value() {
    throw new IllegalStateException("row: has no value; check kind() first");
  }

  /**
   * Returns the names of all attributes found so far, in order. In a format without a schema, later
   * features may add names at the end.
   */
  List<String> attributeNames();

  /**
   * Returns an attribute of the current feature, or null if the feature does not have it.
   *
   * @param attribute index in {@link #attributeNames}
   * @return a value of one of the classes that {@link AttributeType} names
   */
  Object attribute(int attribute);

  /**
   * Returns whether the format distinguishes texts from values of other types. CSV does not: a text
   * in a CSV file may represent a number, a date or any other type.
   */
  default boolean isTyped() {
    return true;
  }

  /**
   * Returns the type that the file declares for an attribute, or null if it declares none.
   *
   * @param attribute index in {@link #attributeNames}
   */
  default AttributeType declaredType(int attribute) {
    return null;
  }

  /** Returns a message for each kind of data that reading has dropped or changed so far. */
  default List<String> notes() {
    return List.of();
  }

  /**
   * Returns an exception for the current feature. The cursor could read this feature, but the
   * caller does not accept it.
   */
  InputException problem(String wrong, String allowed);

  /**
   * Returns the number of features skipped so far. These are bad features that the policy skips,
   * and the objects in {@link #leftOut}.
   */
  long skippedRows();

  /**
   * Returns the number of objects that the reader has left out so far, by reason. The reader leaves
   * out an object if the file contains only a part of it, such as an area at the border of an
   * extract.
   */
  default Map<String, Long> leftOut() {
    return Map.of();
  }

  /** Closes the file. Standard input stays open. */
  @Override
  void close();
}
