package org.flashgrove.datasets;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.PrecisionModel;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;
import org.locationtech.jts.io.WKTWriter;

/** Geometries from well-known text of strangers. Not safe for use by several threads. */
public final class WellKnownText {
  /**
   * Parentheses within each other that are read: a polygon in a multipolygon has three, each
   * collection around it adds one. The reader calls itself for each, and the stack is finite.
   */
  public static final int MOST_LEVELS = 64;

  private static final WKTWriter WRITER = new WKTWriter(4);

  static {
    WRITER.setPrecisionModel(new AllDigits());
  }

  private final WKTReader reader;

  /** Creates a reader of geometries that a factory makes. */
  public WellKnownText(GeometryFactory factory) {
    this.reader = new WKTReader(factory);
  }

  /**
   * Reads one geometry, which all of the text must be.
   *
   * @param text well-known text
   * @return the geometry, which may be empty or have coordinates that are not finite
   * @throws IllegalArgumentException if it is no well-known text, or its parentheses are more than
   *     {@link #MOST_LEVELS} deep; the message is the reason alone
   */
  public Geometry read(String text) {
    requireLevels(text);
    StringReader characters = new StringReader(text);
    try {
      Geometry geometry = reader.read(characters);
      requireBlankRest(characters);
      return geometry;
    } catch (ParseException | IllegalArgumentException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new IllegalArgumentException(reason, e);
    }
  }

  private static void requireLevels(String text) {
    int level = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(' && ++level > MOST_LEVELS) {
        throw new IllegalArgumentException("nested deeper than " + MOST_LEVELS + " parentheses");
      } else if (c == ')') {
        level--;
      }
    }
  }

  /** Refuses text behind the geometry, where the reader stops. */
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

  /** Writes a geometry, with z and m if it has them, and coordinates with all their digits. */
  public static String write(Geometry geometry) {
    return WRITER.write(geometry);
  }

  /**
   * The writer takes its fraction digits from here; 16, the usual ones, are fewer than some doubles
   * have.
   */
  private static final class AllDigits extends PrecisionModel {
    private static final long serialVersionUID = 1L;

    @Override
    public int getMaximumSignificantDigits() {
      return 325; // of the least double
    }
  }

  /** Returns whether all x and y are finite, which the bounding box would not show. */
  public static boolean isFinite(Geometry geometry) {
    FiniteCheck check = new FiniteCheck();
    geometry.apply(check);
    return !check.isDone();
  }

  /** Stops at the first coordinate that is NaN or infinite. */
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
