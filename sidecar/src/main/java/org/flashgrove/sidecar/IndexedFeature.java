package org.flashgrove.sidecar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Geometry;

/**
 * Feature of an indexed file.
 *
 * @param row row number of the feature in the file, from 0
 * @param id id of the feature; the row number plus 1 if the file has no ids
 * @param geometry geometry of the feature
 * @param names names of all attributes of the file
 * @param values one value for each name; null for a missing value
 */
public record IndexedFeature(
    long row, long id, Geometry geometry, List<String> names, List<Object> values) {

  static IndexedFeature of(long row, FeatureCursor cursor) {
    List<String> names = cursor.attributeNames();
    List<Object> values = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      values.add(cursor.attribute(i));
    }
    return new IndexedFeature(
        row, cursor.id(), cursor.geometry(), names, Collections.unmodifiableList(values));
  }

  /**
   * Returns the value of an attribute. Returns null if the feature has no value for this attribute.
   *
   * @throws IllegalArgumentException if the file has no such attribute
   */
  public Object value(String name) {
    return values.get(columnOf(name, names));
  }

  /**
   * Returns the index of an attribute in a list of names.
   *
   * @throws IllegalArgumentException if the file has no such attribute
   */
  static int columnOf(String name, List<String> names) {
    int at = names.indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException(
          "attribute " + name + " (allowed: " + String.join(", ", names) + ")");
    }
    return at;
  }
}
