package org.flashgrove.datasets.osm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Layer of an OpenStreetMap file: the objects with certain tags, which become features. */
enum OsmLayer {
  /** Polygons: closed ways and multipolygon relations with the tag building. */
  BUILDINGS(Set.of("building")),
  /** Lines: ways with the tag highway. */
  HIGHWAYS(Set.of("highway")),
  /** Points of interest: nodes with one of nine tags. */
  POIS(
      Set.of(
          "amenity",
          "shop",
          "tourism",
          "leisure",
          "office",
          "historic",
          "craft",
          "healthcare",
          "public_transport"));

  private final Set<String> keys;

  OsmLayer(Set<String> keys) {
    this.keys = keys;
  }

  static OsmLayer named(String name) {
    for (OsmLayer layer : values()) {
      if (layer.toString().equalsIgnoreCase(name)) {
        return layer;
      }
    }
    throw new IllegalArgumentException(
        (name == null ? "osm: no layer given" : "layer " + name)
            + " (allowed: --layer "
            + Arrays.stream(values()).map(OsmLayer::toString).collect(Collectors.joining(", "))
            + ")");
  }

  /** Returns whether objects with a tag of this key belong to the layer. */
  boolean hasKey(String key) {
    return keys.contains(key);
  }

  /** Returns whether an object with these tags belongs to the layer. */
  boolean has(Map<String, String> tags) {
    for (String key : tags.keySet()) {
      if (hasKey(key)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
