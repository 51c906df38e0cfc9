package org.flashgrove.geotools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;

/**
 * Change of a feature. It contains only the attributes that a writer set. If two writers change
 * different attributes of a feature, both changes therefore survive. Immutable.
 */
final class FeatureChange {
  private final String id;
  private final Map<String, Object> values;
  private final boolean hasUserData;
  private final Map<Object, Object> userData;

  /**
   * Creates a change.
   *
   * @param values new values by attribute name, null for no value; the caller must not modify the
   *     map
   * @param userData all user data of the feature, or null if they are unchanged
   */
  FeatureChange(String id, Map<String, Object> values, Map<Object, Object> userData) {
    this.id = id;
    this.values = values;
    this.hasUserData = userData != null;
    this.userData = userData;
  }

  String id() {
    return id;
  }

  /** Returns the names of the attributes that change. */
  Set<String> attributes() {
    return values.keySet();
  }

  /** Returns the new value of an attribute that changes. */
  Object value(String attribute) {
    return values.get(attribute);
  }

  boolean hasUserData() {
    return hasUserData;
  }

  Map<Object, Object> userData() {
    return userData;
  }

  /** Returns the combination of this change and a later change of the same feature. */
  FeatureChange then(FeatureChange next) {
    Map<String, Object> both = new LinkedHashMap<>(values);
    both.putAll(next.values);
    return new FeatureChange(id, both, next.hasUserData ? next.userData : userData);
  }

  /**
   * Returns a copy of a feature with this change applied. Attributes that the feature's type no
   * longer has are left out.
   */
  SimpleFeature applied(SimpleFeature feature) {
    SimpleFeatureType type = feature.getFeatureType();
    List<Object> changed = new ArrayList<>(feature.getAttributes());
    values.forEach(
        (name, value) -> {
          int attribute = type.indexOf(name);
          if (attribute >= 0) {
            changed.set(attribute, value);
          }
        });
    return EditedFeature.of(
        type, changed, feature.getIdentifier(), hasUserData ? userData : feature.getUserData());
  }
}
