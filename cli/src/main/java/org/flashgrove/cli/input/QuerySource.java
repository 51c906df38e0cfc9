package org.flashgrove.cli.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import picocli.CommandLine.Option;

/** Options that give a query. The user must give exactly one. */
public final class QuerySource {
  @Option(
      names = "--window",
      required = true,
      paramLabel = "MINX,MINY,MAXX,MAXY",
      description =
          "Query window. With the metric geodesic, a window with minx above maxx crosses the 180th"
              + " meridian.")
  private String window;

  @Option(names = "--point", required = true, paramLabel = "X,Y", description = "Query point.")
  private String point;

  @Option(
      names = "--geometry",
      required = true,
      paramLabel = "WKT",
      description = "Query geometry; an index finds candidates by its bounding rectangle.")
  private String wkt;

  @Option(
      names = "--queries",
      required = true,
      paramLabel = "FILE",
      description = "File of query windows, with rows minx,miny,maxx,maxy.")
  private String file;

  @Option(
      names = "--keys",
      required = true,
      paramLabel = "FROM[..TO][,...]",
      description =
          "Keys, or ranges of keys with both ends included, separated by commas: records of a"
              + " table, pairs of a structure bplus or mutree, records of a structure microhash."
              + " In a spatial store created with --ids: ids of entries.")
  private String keys;

  @Option(
      names = "--times",
      required = true,
      paramLabel = "FROM[..TO]",
      description =
          "Time, or range of times with both ends included, in a structure microhash or microgf.")
  private String times;

  /** Returns whether the query is a time range. */
  public boolean isOfTimes() {
    return times != null;
  }

  /**
   * Returns the first and the last time of the range.
   *
   * @throws IllegalArgumentException if the text is invalid; the message says what is allowed
   */
  public long[] times() {
    return range("--times", times, times);
  }

  /** Returns whether the query is a key range. */
  public boolean isOfKeys() {
    return keys != null;
  }

  /**
   * Range of keys.
   *
   * @param first smallest key
   * @param last greatest key
   */
  public record Range(long first, long last) {}

  /**
   * Returns the ranges of keys.
   *
   * @throws IllegalArgumentException if the text is invalid; the message says what is allowed
   */
  public List<Range> keys() {
    List<Range> ranges = new ArrayList<>();
    for (String part : keys.split(",", -1)) {
      long[] range = range("--keys", keys, part.strip());
      ranges.add(new Range(range[0], range[1]));
    }
    return ranges;
  }

  /** Returns the only range of keys. Throws an exception if there are several. */
  public Range onlyKeys() {
    List<Range> ranges = keys();
    if (ranges.size() > 1) {
      throw new IllegalArgumentException(
          "--keys " + keys + ": has several ranges; give one range, as in 10..20");
    }
    return ranges.get(0);
  }

  /**
   * Returns the first and the last number of a range.
   *
   * @param text whole value of the option, for messages
   */
  private static long[] range(String option, String text, String part) {
    int dots = part.indexOf("..");
    try {
      long first = Long.parseLong(dots < 0 ? part : part.substring(0, dots));
      long last = Long.parseLong(dots < 0 ? part : part.substring(dots + 2));
      if (first <= last) {
        return new long[] {first, last};
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          option + " " + text + " (allowed: a whole number of 64 bits, or two as 10..20)", e);
    }
    throw new IllegalArgumentException(
        option + " " + text + ": " + part + " ends before it begins; exchange both numbers");
  }

  /** Returns whether there are several queries: a file of them, or several ranges of keys. */
  public boolean isOfSeveral() {
    return isFile() || isOfKeys() && keys().size() > 1;
  }

  /** Returns whether the query is a file with windows. */
  public boolean isFile() {
    return file != null;
  }

  /** Returns whether the query is a geometry. */
  public boolean isGeometry() {
    return wkt != null;
  }

  /** Returns a query with the given predicate for each window or range of keys. */
  public List<ScanQuery> queries(Predicate predicate, Semantics semantics, Metric metric)
      throws IOException {
    return queries(metric, asked -> new GeometryQuery(predicate, semantics, asked));
  }

  /**
   * Returns a query for each window or range of keys.
   *
   * @param question creates the test of a query from the window of the query
   */
  public List<ScanQuery> queries(Metric metric, Function<Geometry, GeometryTest> question)
      throws IOException {
    if (isOfKeys()) {
      return keys().stream().map(keys -> ScanQuery.keys(keys.first(), keys.last())).toList();
    }
    GeometryFactory geometries = new GeometryFactory();
    WindowFile windows = windows(metric);
    List<ScanQuery> queries = new ArrayList<>();
    for (int i = 0; i < windows.count(); i++) {
      Envelope box =
          new Envelope(windows.at(i, 0), windows.at(i, 2), windows.at(i, 1), windows.at(i, 3));
      Geometry asked = isGeometry() ? geometry() : geometries.toGeometry(box);
      queries.add(ScanQuery.where(question.apply(asked).on(metric)));
    }
    return queries;
  }

  /**
   * Returns the windows. If the query is a geometry, returns its bounds as the only window.
   *
   * @param metric metric of the queried index; with a geodesic metric, a window may cross the
   *     meridian 180
   */
  public WindowFile windows(Metric metric) throws IOException {
    if (file != null) {
      return WindowFile.read(file);
    }
    WindowFile windows = new WindowFile("query");
    if (window != null) {
      double[] n = Numbers.of("--window", window, 4);
      if (metric != Metric.PLANAR && n[0] > n[2] && n[0] <= 180 && n[2] >= -180) {
        n[2] += 360; // moves the side to the east of the meridian 180
      }
      Rectangles.requireValid(n[0], n[1], n[2], n[3]);
      windows.add(n[0], n[1], n[2], n[3]);
    } else if (point != null) {
      double[] n = Numbers.of("--point", point, 2);
      Rectangles.requireValid(n[0], n[1], n[0], n[1]);
      windows.add(n[0], n[1], n[0], n[1]);
    } else {
      Envelope box = geometry().getEnvelopeInternal();
      windows.add(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    }
    return windows;
  }

  /** Returns the query as a planar geometry: its window, its point or its geometry. */
  public Geometry area() throws IOException {
    if (isGeometry()) {
      return geometry();
    }
    WindowFile windows = windows(Metric.PLANAR);
    return new GeometryFactory()
        .toGeometry(
            new Envelope(windows.at(0, 0), windows.at(0, 2), windows.at(0, 1), windows.at(0, 3)));
  }

  /**
   * Throws an exception if the query geometry has an SRID, as in {@code SRID=4326;POINT (1 2)}, and
   * this is not the coordinate system of the objects.
   *
   * @param system returns the coordinate system of the objects; called only for a geometry with an
   *     SRID
   */
  public void requireSystem(Supplier<CoordinateSystem> system) {
    CoordinateSystem named = CoordinateSystem.epsg(isGeometry() ? geometry().getSRID() : 0);
    CoordinateSystem known = named.isKnown() ? system.get() : named;
    if (known.isKnown() && !known.isSame(named)) {
      throw new IllegalArgumentException(
          "--geometry: is in " + named + ", but the data are in " + known + "; use their system");
    }
  }

  /** Returns the geometry of the query. */
  public Geometry geometry() {
    Geometry geometry = wktOf("--geometry", wkt);
    if (geometry.isEmpty()) {
      throw new IllegalArgumentException("--geometry: is empty (allowed: WKT with coordinates)");
    }
    return geometry;
  }

  /**
   * Parses the geometry in the value of an option. The result has finite coordinates but may be
   * empty.
   *
   * @throws IllegalArgumentException if the text is invalid; the message says what is allowed
   */
  public static Geometry wktOf(String option, String text) {
    Geometry geometry;
    try {
      geometry = new WellKnownText(new GeometryFactory()).read(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          option
              + ": "
              + e.getMessage()
              + " (allowed: WKT, at most "
              + WellKnownText.MOST_LEVELS
              + " parentheses deep)",
          e);
    }
    if (!WellKnownText.isFinite(geometry)) {
      throw new IllegalArgumentException(
          option + ": a coordinate is not finite (allowed: finite numbers)");
    }
    return geometry;
  }
}
