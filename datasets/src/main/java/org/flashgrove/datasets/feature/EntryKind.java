package org.flashgrove.datasets.feature;

/** Content of the rows in a file of entries. */
public enum EntryKind {
  /** Points: {@code id,x,y} or {@code id,lon,lat}. */
  POINTS,
  /** Rectangles: {@code id,minx,miny,maxx,maxy}. */
  RECTANGLES,
  /** Geometries as WKT: {@code id,wkt}. Entries are their bounding rectangles. */
  GEOMETRIES,
  /** Ids alone, which name objects to delete; requires {@link RowForms#ENTRIES_OR_KEYS}. */
  KEYS,
  /**
   * Ids with an old and a new rectangle: {@code
   * id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy}. Requires {@link RowForms#MOVES} or
   * {@link RowForms#ENTRIES_OR_MOVES}.
   */
  MOVES,
  /** Keys with a value each: {@code id,value}; requires {@link RowForms#PAIRS}. */
  PAIRS
}
