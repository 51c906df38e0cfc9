package org.flashgrove.datasets.csv;

import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EmptyParts;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.Excerpt;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Reads geometries from a column that contains WKT. */
final class WktParser {
  private static final String ALLOWED =
      "well-known text of a geometry that is not empty, as in POINT (1 2), at most "
          + WellKnownText.MOST_LEVELS
          + " parentheses deep";

  private final boolean allowsNone;
  private final RowReader rows;
  private final WellKnownText reader;
  private long emptied;

  WktParser(RowReader rows, GeometryFactory factory, boolean allowsNone) {
    this.allowsNone = allowsNone;
    this.rows = rows;
    this.reader = new WellKnownText(factory);
  }

  /** Continues after rows whose SRIDs name a coordinate system, or name none. */
  void continueIn(CoordinateSystem system) {
    reader.continueWith(system.epsg());
  }

  /** Returns the coordinate system that the SRIDs of the rows so far name. */
  CoordinateSystem coordinateSystem() {
    return CoordinateSystem.epsg(reader.srid());
  }

  /** Returns the number of rows so far whose empty geometry was read as a missing geometry. */
  long emptied() {
    return emptied;
  }

  /**
   * Returns the geometry of a row. Returns null if the row has no geometry and the reader accepts
   * such rows.
   */
  Geometry parse(int column) {
    String text = rows.text(column);
    if (allowsNone && text.isBlank()) {
      return null;
    }
    if (text.isBlank()) {
      throw rows.problem("wkt is empty", ALLOWED + RowForms.TABLES_TAKE_NONE);
    }
    Geometry geometry;
    try {
      geometry = reader.read(text);
    } catch (IllegalArgumentException e) {
      throw rows.problem(
          "wkt " + Excerpt.quoted(text) + " cannot be read (" + Excerpt.of(e.getMessage()) + ")",
          ALLOWED);
    }
    if (geometry.isEmpty()) {
      if (allowsNone) {
        emptied++;
        return null;
      }
      throw rows.problem(
          "wkt " + Excerpt.quoted(text) + " is an empty geometry",
          ALLOWED + RowForms.TABLES_TAKE_NONE);
    }
    if (!WellKnownText.isFinite(geometry)) {
      throw rows.problem(
          "wkt " + Excerpt.quoted(text) + " has a coordinate that is not finite",
          "finite decimal numbers");
    }
    return EmptyParts.removed(geometry);
  }
}
