package org.flashgrove.datasets.feature;

import java.io.Closeable;
import org.locationtech.jts.geom.Geometry;

/** Writes features to a file, whose form a {@link FeatureSchema} has decided. */
public interface FeatureWriter extends Closeable {
  /**
   * Writes one feature.
   *
   * @param id its identity
   * @param geometry at least one coordinate, x and y finite; null for a feature without a geometry,
   *     which a format that does not carry {@link Fact#MISSING_GEOMETRIES} leaves out
   * @param attributes a value for each attribute of the schema, of its type or null
   * @throws IllegalArgumentException if the format cannot hold it
   * @throws java.io.UncheckedIOException if writing fails
   */
  void write(long id, Geometry geometry, Object[] attributes);

  /**
   * Writes what is left and closes the file; without it the file is not complete.
   *
   * @throws java.io.UncheckedIOException if writing fails
   */
  @Override
  void close();
}
