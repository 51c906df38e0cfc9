package org.flashgrove.datasets.feature;

/** Facts about features that a format may or may not carry. */
public enum Fact {
  /** Ids of features. */
  IDS,
  /** Attributes of features. */
  ATTRIBUTES,
  /** Types of attributes, text among them. */
  TYPES,
  /** Coordinate system, by its code or its definition. */
  COORDINATE_SYSTEM,
  /** Features without a geometry. */
  MISSING_GEOMETRIES,
  /** Heights: z of vertices. */
  HEIGHTS,
  /** Measures: m of vertices. */
  MEASURES
}
