package org.flashgrove.datasets.feature;

/** Content of the rows in a file of entries. */
public enum EntryKind {
  /** Points: {@code id,x,y} or {@code id,lon,lat}. */
  POINTS,
  /** Rectangles: {@code id,minx,miny,maxx,maxy}. */
  RECTANGLES,
  /** Geometries as well-known text: {@code id,wkt}; entries are their bounding rectangles. */
  GEOMETRIES,
  /** Nothing but ids, where {@link RowForms#ENTRIES_OR_KEYS} allows that. */
  KEYS,
  /**
   * Rectangles that take the place of others, where {@link RowForms#MOVES} or {@link
   * RowForms#ENTRIES_OR_MOVES} allows that: {@code
   * id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy}.
   */
  MOVES,
  /** Keys with a value each, {@code id,value}, where {@link RowForms#PAIRS} asks for them. */
  PAIRS
}
