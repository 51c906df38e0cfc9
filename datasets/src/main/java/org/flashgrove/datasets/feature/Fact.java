package org.flashgrove.datasets.feature;

/** Kind of information about features that a format may or may not store. */
public enum Fact {
  /** Ids of features. */
  IDS,
  /** Attributes of features. */
  ATTRIBUTES,
  /** Types of attributes. A format without this fact stores all attributes as text. */
  TYPES,
  /** Coordinate system, by its code or its definition. */
  COORDINATE_SYSTEM,
  /** Features without a geometry. */
  MISSING_GEOMETRIES,
  /** Heights, which are the z of vertices. */
  HEIGHTS,
  /** Measures, which are the m of vertices. */
  MEASURES
}
