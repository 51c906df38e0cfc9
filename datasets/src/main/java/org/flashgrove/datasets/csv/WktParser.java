package org.flashgrove.datasets.csv;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Geometries from a field of well-known text. */
final class WktParser {
  private static final String ALLOWED =
      "well-known text of a geometry that is not empty, as in POINT (1 2)";

  private final RowReader rows;
  private final WKTReader reader;

  WktParser(RowReader rows, GeometryFactory factory) {
    this.rows = rows;
    this.reader = new WKTReader(factory);
  }

  Geometry parse(int column) {
    String text = rows.text(column);
    if (text.isBlank()) {
      throw rows.problem("wkt is empty", ALLOWED);
    }
    Geometry geometry;
    StringReader characters = new StringReader(text);
    try {
      geometry = reader.read(characters);
      requireBlankRest(characters);
    } catch (ParseException | IllegalArgumentException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw rows.problem(
          "wkt " + Excerpt.quoted(text) + " cannot be read (" + Excerpt.of(reason) + ")", ALLOWED);
    }
    if (geometry.isEmpty()) {
      throw rows.problem("wkt " + Excerpt.quoted(text) + " is an empty geometry", ALLOWED);
    }
    FiniteCheck check = new FiniteCheck();
    geometry.apply(check);
    if (check.isDone()) {
      throw rows.problem(
          "wkt " + Excerpt.quoted(text) + " has a coordinate that is not finite",
          "finite decimal numbers");
    }
    return geometry;
  }

  /** The reader stops behind the geometry and would not miss a second one. */
  private static void requireBlankRest(StringReader characters) throws ParseException {
    try {
      for (int c = characters.read(); c >= 0; c = characters.read()) {
        if (!Character.isWhitespace(c)) {
          throw new ParseException("Something follows the geometry");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops at the first coordinate that is NaN or infinite: a bounding box would not show it. */
  private static final class FiniteCheck implements CoordinateSequenceFilter {
    private boolean infinite;

    @Override
    public void filter(CoordinateSequence sequence, int i) {
      infinite = !Double.isFinite(sequence.getX(i)) || !Double.isFinite(sequence.getY(i));
    }

    @Override
    public boolean isDone() {
      return infinite;
    }

    @Override
    public boolean isGeometryChanged() {
      return false;
    }
  }
}
