package org.flashgrove.datasets;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.PrecisionModel;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;
import org.locationtech.jts.io.WKTWriter;

/**
 * Reads and writes geometries as well-known text (WKT), including untrusted text. Also reads the
 * SRID of EWKT, as in {@code SRID=4326;POINT (1 2)}. Not safe for use by several threads.
 */
public final class WellKnownText {
  /**
   * Maximum nesting of parentheses. A polygon in a multipolygon has three levels, and each
   * enclosing collection adds one. The limit prevents a stack overflow, because the reader is
   * recursive.
   */
  public static final int MOST_LEVELS = 64;

  private static final WKTWriter WRITER = new WKTWriter(4);

  static {
    WRITER.setPrecisionModel(new AllDigits());
  }

  private static final Pattern SRID =
      Pattern.compile("\\s*SRID\\s*=\\s*([0-9]{1,9})\\s*;", Pattern.CASE_INSENSITIVE);

  private final WKTReader reader;

  /** SRID of the geometries read so far, 0 for none; null before the first geometry. */
  private Integer srid;

  /** Creates a reader that uses {@code factory} for its geometries. */
  public WellKnownText(GeometryFactory factory) {
    this.reader = new WKTReader(factory);
  }

  /** Continues after geometries that another reader has read, with this result of {@link #srid}. */
  public void continueWith(int sridBefore) {
    srid = sridBefore;
  }

  /** Returns the SRID of the geometries read so far, or 0 if they have none. */
  public int srid() {
    return srid == null ? 0 : srid;
  }

  /**
   * Reads a geometry. The text must contain nothing else. Without an SRID in the text, the geometry
   * has that of the reader's factory. An empty geometry without an SRID may follow any other.
   *
   * @return the geometry, which may be empty or have coordinates that are not finite
   * @throws IllegalArgumentException if the text is not WKT, if its SRID is not the SRID of the
   *     geometries before, or if parentheses are nested more than {@link #MOST_LEVELS} deep; the
   *     message states the reason, but no file and no line
   */
  public Geometry read(String text) {
    requireLevels(text);
    Matcher named = SRID.matcher(text);
    boolean isNamed = named.lookingAt();
    int code = isNamed ? Integer.parseInt(named.group(1)) : 0;
    StringReader characters = new StringReader(isNamed ? text.substring(named.end()) : text);
    try {
      Geometry geometry = reader.read(characters);
      requireBlankRest(characters);
      if (isNamed || !geometry.isEmpty()) {
        continueIn(code);
      }
      if (isNamed) {
        geometry.setSRID(code);
      }
      return geometry;
    } catch (ParseException | IllegalArgumentException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new IllegalArgumentException(reason, e);
    }
  }

  private void continueIn(int code) {
    if (srid != null && srid != code) {
      throw new IllegalArgumentException("SRID " + name(code) + " follows SRID " + name(srid));
    }
    srid = code;
  }

  private static String name(int srid) {
    return srid == 0 ? "none" : Integer.toString(srid);
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

  /**
   * Throws an exception if text follows the geometry. The JTS reader stops after the geometry
   * without an error.
   */
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

  /**
   * Returns the WKT of a geometry with all digits of its coordinates. The text includes z and m if
   * the geometry has them.
   */
  public static String write(Geometry geometry) {
    return WRITER.write(geometry);
  }

  /**
   * Makes the JTS writer print enough fraction digits. Its default of 16 digits is not enough for
   * some doubles.
   */
  private static final class AllDigits extends PrecisionModel {
    private static final long serialVersionUID = 1L;

    @Override
    public int getMaximumSignificantDigits() {
      return 325; // digits of the smallest double
    }
  }

  /**
   * Returns whether all x and y are finite. Tests each vertex, because NaN does not show in the
   * bounding box.
   */
  public static boolean isFinite(Geometry geometry) {
    FiniteCheck check = new FiniteCheck();
    geometry.apply(check);
    return !check.isDone();
  }

  /** Filter that stops at the first x or y that is NaN or infinite. */
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
