package org.flashgrove.datasets.feature;

import java.io.Closeable;
import org.locationtech.jts.geom.Geometry;

/** Writes features to a file. Its {@link FeatureSchema} was given when the file was created. */
public interface FeatureWriter extends Closeable {
  /**
   * Writes a feature.
   *
   * @param id id of the feature
   * @param geometry geometry with at least one coordinate, and finite x and y. It may be null; a
   *     format that does not store {@link Fact#MISSING_GEOMETRIES} then skips the feature
   * @param attributes for each attribute of the schema, null or a value of the attribute's type
   * @throws IllegalArgumentException if the format cannot represent the feature
   * @throws java.io.UncheckedIOException if writing fails
   */
  void write(long id, Geometry geometry, Object[] attributes);

  /**
   * Writes buffered data and closes the file. Without this call, the file is incomplete.
   *
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  void close();
}
