package org.flashgrove.geotools;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.flashgrove.geotools.value.GeometryBytes;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.api.filter.identity.FeatureId;
import org.geotools.data.store.ContentFeatureStore;
import org.geotools.feature.simple.SimpleFeatureImpl;
import org.geotools.filter.identity.FeatureIdImpl;
import org.locationtech.jts.geom.Geometry;

/**
 * Feature that an application edits. It is a copy that shares no mutable value with the original,
 * and it remembers which attributes were set. Not safe for use by several threads.
 */
final class EditedFeature extends SimpleFeatureImpl {
  private final BitSet set = new BitSet();

  private EditedFeature(SimpleFeatureType type, Object[] values, FeatureId id) {
    super(values, type, id, false);
  }

  /** Creates a feature with copies of the given values. */
  static EditedFeature of(
      SimpleFeatureType type, Collection<Object> values, FeatureId id, Map<?, ?> userData) {
    EditedFeature feature =
        new EditedFeature(
            type,
            values.stream().map(EditedFeature::copy).toArray(),
            new FeatureIdImpl(id.getID()));
    feature.getUserData().putAll(userData);
    feature.getUserData().remove(ContentFeatureStore.ORIGINAL_FEATURE_KEY);
    return feature;
  }

  /** Creates a copy of a feature. */
  static EditedFeature of(SimpleFeature feature) {
    return of(
        feature.getFeatureType(),
        feature.getAttributes(),
        feature.getIdentifier(),
        feature.getUserData());
  }

  private static Object copy(Object value) {
    if (value instanceof Geometry geometry) {
      return geometry.copy();
    }
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    return value instanceof Date date ? date.clone() : value;
  }

  @Override
  public void setAttribute(int attribute, Object value) {
    super.setAttribute(attribute, value);
    set.set(attribute);
  }

  /**
   * Returns the change that the application made. It contains the attributes that the application
   * set, even to the same value, and the attributes whose value it modified in place.
   *
   * @param before feature from which this copy was made
   */
  FeatureChange changeFrom(SimpleFeature before) {
    Map<String, Object> changed = new LinkedHashMap<>();
    List<Object> values = getAttributes();
    for (int i = 0; i < values.size(); i++) {
      if (set.get(i) || !isSame(values.get(i), before.getAttribute(i))) {
        changed.put(featureType.getDescriptor(i).getLocalName(), copy(values.get(i)));
      }
    }
    boolean hasUserData = !getUserData().equals(before.getUserData());
    return new FeatureChange(getID(), changed, hasUserData ? new HashMap<>(getUserData()) : null);
  }

  private static boolean isSame(Object one, Object other) {
    if (one instanceof Geometry geometry && other instanceof Geometry was) {
      return geometry.equalsExact(was)
          && Arrays.equals(
              (byte[]) GeometryBytes.write(geometry), (byte[]) GeometryBytes.write(was));
    }
    return Objects.deepEquals(one, other);
  }
}
