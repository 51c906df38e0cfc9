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
 * The features of a file, one at a time and in the order of the file: each an id, a geometry, and
 * attributes. What is kept of a file at a time has a bound that does not depend on its length.
 *
 * <p>A new cursor stands before the first feature. Not safe for use by several threads.
 */
public interface FeatureCursor extends Closeable {
  /**
   * Goes to the next good feature.
   *
   * @return false at the end
   * @throws InputException at a bad feature, unless the policy leaves it out
   * @throws java.io.UncheckedIOException if reading fails
   */
  boolean next();

  /**
   * Hands all further features to a sink, as their bounding rectangles.
   *
   * @param sink takes them
   * @return how many there were
   * @throws InputException at a bad feature, unless the policy leaves it out
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

  /** Returns what the features are; the same for all of a file. */
  EntryKind kind();

  /**
   * Returns the coordinate system that the file names. The result is final after the last feature.
   */
  CoordinateSystem coordinateSystem();

  /** Returns the identity of the current feature, any 64-bit integer. */
  long id();

  /** Returns whether the file gives the current feature no id, so that the reader made one. */
  default boolean isIdMade() {
    return false;
  }

  /**
   * Takes new ids from a source, so that ids of several files and of a store stay unique. Without a
   * source new ids are unique in the file.
   *
   * @param source called before the first feature that gets a new id
   */
  default void makeIdsFrom(Supplier<FreshIds> source) {}

  /** Returns the bounds of the current feature, finite numbers; null bounds without a geometry. */
  Envelope bounds();

  /**
   * Returns the smallest x of the current feature, a finite number of at most {@link #maxX}.
   * Without a geometry the result is greater than {@link #maxX}.
   */
  default double minX() {
    return bounds().getMinX();
  }

  /** Returns the lower side of the current feature, a finite number, at most {@link #maxY}. */
  default double minY() {
    return bounds().getMinY();
  }

  /** Returns the right side of the current feature, a finite number. */
  default double maxX() {
    return bounds().getMaxX();
  }

  /** Returns the upper side of the current feature, a finite number. */
  default double maxY() {
    return bounds().getMaxY();
  }

  /**
   * Returns the current feature itself: of points and rectangles a geometry (of lower dimension if
   * width or height is 0), made on demand.
   *
   * @return a geometry with at least one coordinate and only finite coordinates; null if the
   *     feature has none, which only {@link RowForms#RECORDS} allows
   * @throws IllegalStateException for ids alone
   */
  Geometry geometry();

  /**
   * Returns the rectangle that the current object has; the one it gets is {@link #minX} to {@link
   * #maxY}.
   *
   * @throws IllegalStateException unless the features are {@link EntryKind#MOVES}
   */
  default Envelope old() {
    throw new IllegalStateException("the rows say one rectangle");
  }

  /**
   * Returns the value of the current pair, whose key is its id.
   *
   * @throws IllegalStateException unless the features are {@link EntryKind#PAIRS}
   */
  default long value() {
    throw new IllegalStateException("the rows say no value");
  }

  /**
   * Returns the names of all attributes met so far, in their order; in a format without a schema
   * later features may add names at the end.
   */
  List<String> attributeNames();

  /**
   * Returns an attribute of the current feature.
   *
   * @param attribute its place in {@link #attributeNames}
   * @return a value of one of the classes that {@link AttributeType} names; null if the feature
   *     does not have it
   */
  Object attribute(int attribute);

  /** Returns whether the format declares text as text. In CSV text may stand for any type. */
  default boolean isTyped() {
    return true;
  }

  /**
   * Returns the type that the file declares for an attribute.
   *
   * @param attribute its place in {@link #attributeNames}
   * @return null if the format declares none
   */
  default AttributeType declaredType(int attribute) {
    return null;
  }

  /** Returns a message for each kind of data in the file that the features so far do not show. */
  default List<String> notes() {
    return List.of();
  }

  /** Returns an exception for a current feature that was read but is not acceptable. */
  InputException problem(String wrong, String allowed);

  /**
   * Counts the features left out so far: bad features that the policy skips, and features of {@link
   * #leftOut}.
   */
  long skippedRows();

  /**
   * Counts by reason the objects that the format has left out so far because the file is
   * incomplete, as where an extract cuts an area.
   */
  default Map<String, Long> leftOut() {
    return Map.of();
  }

  /** Closes the file; standard input stays open. */
  @Override
  void close();
}
