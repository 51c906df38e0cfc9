package org.flashgrove.lab.experiment.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.datasets.EntryArray;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ObjectSet;
import org.flashgrove.datasets.generate.QueryRegion;
import org.flashgrove.datasets.generate.QueryWindows;
import org.flashgrove.datasets.generate.Relation;

/** A data set and the query windows made for it. Safe for use by several threads. */
public final class DataSet {
  private final EntryArray entries;
  private final Extent extent;
  private final ObjectSet objects;
  private final long seed;
  private final GeometrySource geometries;
  private final Map<String, List<double[]>> windows;
  private final Map<Asked, LiveEntries.Answer> answers = new ConcurrentHashMap<>();

  /**
   * Key of a cached answer for stores that contain just the first n entries of the data set: a
   * test, a list of windows, and n.
   */
  private record Asked(RectangleTest test, List<double[]> windows, int entries) {}

  private DataSet(
      EntryArray entries,
      Extent extent,
      ObjectSet objects,
      long seed,
      GeometrySource geometries,
      Map<String, List<double[]>> windows) {
    this.entries = entries;
    this.extent = extent;
    this.objects = objects;
    this.seed = seed;
    this.geometries = geometries;
    this.windows = windows;
  }

  /**
   * Creates a data set.
   *
   * @param entries entries in insertion order, at least one
   * @param geometries returns geometries by id, or null if only rectangles are known
   * @param seed seed of the query windows
   */
  public static DataSet of(EntryArray entries, GeometrySource geometries, long seed) {
    ObjectSet objects = new ObjectSet();
    entries.forEach(objects);
    Extent extent =
        objects
            .extent()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "data set: has no entries; use data with entries"));
    return new DataSet(entries, extent, objects, seed, geometries, new HashMap<>());
  }

  /** Returns the entries in insertion order. */
  public EntryArray entries() {
    return entries;
  }

  /** Returns the source of geometries by id, or null if only rectangles are known. */
  public GeometrySource geometries() {
    return geometries;
  }

  /** Returns the seed of the query windows. */
  public long seed() {
    return seed;
  }

  /**
   * Returns query windows. Equal arguments always give the same windows.
   *
   * @param percent area of a window in percent of the data's bounds
   * @param correlated true for windows around objects, false for uniformly distributed windows
   * @return minX, minY, maxX, maxY of each window
   */
  public List<double[]> windows(String percent, int count, boolean correlated) {
    synchronized (windows) {
      return windows.computeIfAbsent(
          percent + " " + count + " " + correlated, key -> make(percent, count, correlated));
    }
  }

  /**
   * Returns the expected answer to all windows, from a scan of the entries. If the store has just
   * the first n entries of the data set, the answer is cached for all stores with the same n.
   *
   * @param asked windows that {@link #windows} returned
   * @param live entries that the store should have
   */
  LiveEntries.Answer answer(RectangleTest test, List<double[]> asked, LiveEntries live) {
    return live.isChanged()
        ? live.matching(test, asked)
        : answers.computeIfAbsent(
            new Asked(test, asked, live.size()), key -> live.matching(test, asked));
  }

  private List<double[]> make(String percent, int count, boolean correlated) {
    List<double[]> made = new ArrayList<>();
    QueryWindows maker =
        new QueryWindows(QueryRegion.of(extent), Double.parseDouble(percent), seed);
    if (correlated) {
      maker.correlated(
          count,
          Relation.INTERSECTS,
          objects,
          (x1, y1, x2, y2) -> made.add(new double[] {x1, y1, x2, y2}));
    } else {
      maker.random(count, (x1, y1, x2, y2) -> made.add(new double[] {x1, y1, x2, y2}));
    }
    return made;
  }

  /**
   * Returns a data set with only the first {@code count} entries, but with the same extent and
   * windows.
   */
  public DataSet first(long count) {
    return new DataSet(entries.first(count), extent, objects, seed, geometries, windows);
  }

  /** Returns the bounds of all entries: minX, minY, maxX, maxY. */
  public double[] domain() {
    return new double[] {extent.minX(), extent.minY(), extent.maxX(), extent.maxY()};
  }
}
