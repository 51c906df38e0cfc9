package org.flashgrove.sidecar;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.source.ReadCounts;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Spatial index of a data file. The file stays where it is; the index is in the directory {@code
 * FILE.flashgrove} next to it. It holds the bounds and row numbers of features. If the file is
 * sorted, the index holds the bounds and row numbers of runs of neighbouring rows instead. Queries
 * read the matching rows from the file. Files can be indexed if their format gives access to single
 * rows, as GeoParquet does.
 *
 * <pre>
 *   FileIndex.build(file).close();
 *   try (FileIndex index = FileIndex.open(file)) {
 *     index.intersecting(area, feature -> show(feature.id(), feature.value("name")));
 *   }
 * </pre>
 *
 * <p>The index belongs to one version of the file, identified by its size, modification time and
 * footer. If the file has changed, opening the index throws a {@link StaleIndexException}. If a
 * page was changed in place, a query that reads this page throws an exception. Distances are
 * Euclidean, in the units of the coordinates. Not safe for use by several threads.
 */
public final class FileIndex implements Closeable {
  /** Ending of the name of the directory of an index. */
  static final String ENDING = ".flashgrove";

  /** Message for a file that is not the version that was indexed. */
  static final String CHANGED = "changed after it was indexed";

  private final String file;
  private final RowFile rows;
  private final SpatialStore store;
  private final IndexDescription described;
  private final Supplier<ReadCounts> requests;

  FileIndex(
      String file,
      RowFile rows,
      SpatialStore store,
      IndexDescription described,
      Supplier<ReadCounts> requests) {
    this.requests = requests;
    this.described = described;
    this.file = file;
    this.rows = rows;
    this.store = store;
  }

  /** Returns the directory of the index of a file: its path with {@code .flashgrove} appended. */
  public static Path directoryOf(Path file) {
    return file.resolveSibling(file.getFileName() + ENDING);
  }

  /** Returns whether the name of a path ends like the name of a file that can be indexed. */
  public static boolean supports(Path path) {
    return SourceFile.isSupported(path);
  }

  /**
   * Indexes a file by its default geometries and opens the index. A bad row stops the build; see
   * {@link #build(Path, String, BadRowPolicy)}.
   */
  public static FileIndex build(Path file) {
    return build(file, null, BadRowPolicy.STOP);
  }

  /**
   * Indexes a file and opens the index. The file is not changed. An older index stays in use until
   * the new index is complete. The switch is atomic: readers find the old or the new index, even
   * after a crash.
   *
   * @param layer the geometry column or layer; null for the default
   * @param policy decides about bad rows; {@code STOP} may miss some, which queries then find
   * @throws org.flashgrove.datasets.InputException if the file is damaged
   * @throws IllegalArgumentException if files of its format cannot be indexed
   * @throws StaleIndexException if the file changed while it was indexed
   * @throws org.flashgrove.core.failure.StoreLockedException if another process indexes the file
   * @throws org.flashgrove.core.failure.StoreIoException if writing fails
   */
  public static FileIndex build(Path file, @Nullable String layer, BadRowPolicy policy) {
    return build(file, policy, FormatOptions.BY_ENDING.withLayer(layer));
  }

  /**
   * Indexes a file as {@link #build(Path, String, BadRowPolicy)} does. Queries and later builds use
   * the same options.
   *
   * @param options layer, and for CSV also delimiter and columns
   */
  public static FileIndex build(Path file, BadRowPolicy policy, FormatOptions options) {
    return new IndexBuilder(file, policy).build(options);
  }

  /**
   * Opens the index of a file for reading. The open index remains usable until it is closed, even
   * if a build replaces it.
   *
   * @throws StaleIndexException if the file has no index, changed after it was indexed, or has a
   *     damaged index
   */
  public static FileIndex open(Path file) {
    return open(file, IndexDirectory.reading(file));
  }

  static FileIndex open(Path file, IndexDirectory directory) {
    for (IndexDescription described = directory.describe(); ; ) {
      try {
        return open(file, directory, described);
      } catch (StaleIndexException | StoreException e) {
        IndexDescription now = directory.describe();
        if (now.equals(described)) {
          throw e;
        }
        described = now; // a build has replaced the index
      }
    }
  }

  private static FileIndex open(Path file, IndexDirectory directory, IndexDescription described) {
    byte[] places = directory.readPlaces(described);
    RowFile rows = rowsOf(file, described.options(), places);
    boolean isOpen = false;
    try {
      if (!IndexDescription.versionOf(file, rows).equals(described.version())) {
        throw StaleIndexException.of(file, CHANGED);
      }
      SpatialStore store = directory.open(described.generation());
      isOpen = true;
      return new FileIndex(file.toString(), rows, store, described, () -> ReadCounts.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read", e);
    } finally {
      if (!isOpen) {
        rows.close();
      }
    }
  }

  /**
   * Opens the index of a file on an HTTP server. Reads only the necessary ranges of the file and of
   * its index. The size and the footer of the file must be the same as in the indexed version. On
   * the server, the file must not be newer than its index, according to the header {@code
   * Last-Modified}; so upload the index after the file. If a page was changed in place, a query
   * that reads this page throws an exception. If the file changes while the index is open, the next
   * query throws an {@link org.flashgrove.datasets.InputException}.
   *
   * @param address HTTP or HTTPS address of the file; the path of the index is the path of the file
   *     followed by {@code .flashgrove}
   * @throws StaleIndexException under the same conditions as {@link #open(Path)}
   * @throws org.flashgrove.datasets.InputException if the file is missing or damaged, or if its
   *     server does not support range requests
   * @throws UncheckedIOException if the server does not answer
   */
  public static FileIndex open(URI address) {
    return new RemoteIndex(address).open();
  }

  /**
   * Opens an index on the local disk for a file on an HTTP server. Checks the size and the footer
   * of the file. The first call stores the headers {@code ETag} and {@code Last-Modified} of the
   * file in the directory, if the directory can be written. Later calls compare them.
   *
   * @param directory directory of an index that was built for a copy of the file
   */
  public static FileIndex open(URI address, Path directory) {
    return new RemoteIndex(address).open(directory);
  }

  private static RowFile rowsOf(Path file, FormatOptions options, byte[] places) {
    try {
      return SourceFile.open(file, options, places);
    } catch (IllegalArgumentException e) { // the places belong to another version
      throw StaleIndexException.of(file, CHANGED);
    }
  }

  /**
   * Opens the index of a file, and builds it first if it is missing, stale or damaged. A stale
   * index is built again for the same layer. If row groups were only appended to a GeoParquet file,
   * the build reads the appended row groups and the geometries of the older ones. If rows were only
   * appended to a CSV or GeoJSON file, the build compares checksums of the older rows, and parses
   * only the appended ones.
   */
  public static FileIndex openOrBuild(Path file) {
    return openOrBuild(file, BadRowPolicy.STOP);
  }

  /** Opens the index of a file like {@link #openOrBuild(Path)}, with a policy about bad rows. */
  public static FileIndex openOrBuild(Path file, BadRowPolicy policy) {
    return new IndexBuilder(file, policy).openOrBuild();
  }

  /** Returns the path or the address of the indexed file. */
  public String file() {
    return file;
  }

  /** Returns counts of requests to a server since the opening; all 0 for a file on disk. */
  public ReadCounts requests() {
    return requests.get();
  }

  /** Returns the number of features that have a geometry. */
  public long size() {
    return described.features();
  }

  /** Returns the number of features, with or without a geometry. */
  public long rowCount() {
    return rows.rowCount();
  }

  /** Returns the size of the file in bytes. */
  public long bytes() {
    return rows.size();
  }

  /** Returns a text that differs between indexed versions of the file. */
  public String version() {
    return described.generation() + " " + described.version();
  }

  /** Returns the names of the attributes of the features, in the order of the file. */
  public List<String> attributeNames() {
    try (FeatureCursor none = rows.rows(new long[0])) {
      return List.copyOf(none.attributeNames());
    }
  }

  /**
   * Returns the types of the attributes, in the order of {@link #attributeNames}. The type of an
   * attribute is text if the file does not state a type.
   */
  public List<AttributeType> attributeTypes() {
    try (FeatureCursor none = rows.rows(new long[0])) {
      List<AttributeType> types = new ArrayList<>();
      for (int i = 0; i < none.attributeNames().size(); i++) {
        AttributeType type = none.declaredType(i);
        types.add(type == null ? AttributeType.TEXT : type);
      }
      return types;
    }
  }

  /** Returns an envelope of all features, which may be slightly too large. */
  public Envelope bounds() {
    Envelope bounds = new Envelope();
    store.forEach(
        EntryQuery.all(),
        (entry, minX, minY, maxX, maxY) ->
            bounds.expandToInclude(new Envelope(minX, maxX, minY, maxY)));
    return bounds;
  }

  /** Returns the coordinate system of the geometries. */
  public CoordinateSystem coordinateSystem() {
    try (FeatureCursor none = rows.rows(new long[0])) {
      return none.coordinateSystem();
    }
  }

  /**
   * Finds the features whose geometries intersect an area, in the order of the file.
   *
   * @param area geometry of any type; nothing intersects an empty geometry
   * @param consumer receives each feature
   * @return number of features found
   * @throws org.flashgrove.datasets.InputException if a page of the file is damaged or changed
   */
  public long intersecting(Geometry area, Consumer<IndexedFeature> consumer) {
    return area.isEmpty() ? 0 : matching(intersects(area), null, consumer);
  }

  private static GeometryTest intersects(Geometry area) {
    return new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, area);
  }

  /**
   * Counts the features whose geometries intersect an area. If the area is a rectangle, does not
   * read features whose bounds already show that they intersect it.
   */
  public long count(Geometry area) {
    return area.isEmpty() ? 0 : count(intersects(area), null);
  }

  /**
   * Finds the features that match a spatial test and a filter, in the order of the file.
   *
   * @param test a {@link GeometryQuery} or a {@link org.flashgrove.core.geometry.DistanceQuery}
   * @param filter condition on attributes; null for none
   * @param consumer receives each feature
   * @return number of features found
   * @throws IllegalArgumentException if the filter does not fit the attributes of the file
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can evaluate a
   *     geometry
   * @throws org.flashgrove.datasets.InputException if a page of the file is damaged or changed
   */
  public long matching(
      GeometryTest test, @Nullable Filter filter, Consumer<IndexedFeature> consumer) {
    try (FeatureMatches found = cursor(test, filter)) {
      return found.forEach(consumer);
    }
  }

  /**
   * Opens a cursor over the features that match a spatial test and a filter, in the order of the
   * file. The index must stay open until the cursor is closed, and answers no other query
   * meanwhile.
   *
   * @param test a spatial test; null for all features that have a geometry
   * @param filter condition on attributes; null for none
   * @throws IllegalArgumentException if the filter does not fit the attributes of the file
   */
  public FeatureMatches cursor(@Nullable GeometryTest test, @Nullable Filter filter) {
    return new IndexedQuery(this, test, filter, true).cursor(IndexedQuery.ALL);
  }

  /**
   * Counts the features that match a spatial test and a filter. Without a filter, features whose
   * bounds decide the test are not read.
   *
   * @param test a {@link GeometryQuery} or a {@link org.flashgrove.core.geometry.DistanceQuery}
   * @param filter condition on attributes; null for none
   */
  public long count(GeometryTest test, @Nullable Filter filter) {
    return new IndexedQuery(this, test, filter, true).count(IndexedQuery.ALL);
  }

  SpatialStore store() {
    return store;
  }

  RowFile rows() {
    return rows;
  }

  /**
   * Feature found by a nearest-neighbour query.
   *
   * @param feature the feature
   * @param distance Euclidean distance of its geometry from the query point or geometry
   */
  public record Neighbour(IndexedFeature feature, double distance) {}

  /**
   * Finds the features whose geometries are nearest to a point, nearest first. Features at equal
   * distance come in the order of the file.
   *
   * @param k maximum number of features to find, at least 1
   */
  public List<Neighbour> nearest(double x, double y, int k) {
    return nearest(x, y, k, null);
  }

  /**
   * Finds the nearest features that satisfy a filter, nearest first. Features at equal distance
   * come in the order of the file.
   *
   * @param k maximum number of features to find, at least 1
   * @param filter condition on attributes; null for none
   */
  public List<Neighbour> nearest(double x, double y, int k, @Nullable Filter filter) {
    return nearest(new GeometryFactory().createPoint(new Coordinate(x, y)), k, filter);
  }

  /**
   * Finds the features nearest to a geometry, like {@link #nearest(double, double, int, Filter)}.
   *
   * @param from finite geometry that is not empty
   */
  public List<Neighbour> nearest(Geometry from, int k, @Nullable Filter filter) {
    return nearest(from, k, filter, null, () -> {});
  }

  /**
   * Finds the nearest features like {@link #nearest(Geometry, int, Filter)}, but can skip features
   * and be cancelled.
   *
   * @param skipped receives the reason and the id of each feature whose distance no algorithm can
   *     compute; null to end the search with an {@link
   *     org.flashgrove.core.geometry.UnansweredGeometryException}
   * @param check called repeatedly during the search; throws an exception to end it
   */
  public List<Neighbour> nearest(
      Geometry from,
      int k,
      @Nullable Filter filter,
      @Nullable ObjLongConsumer<String> skipped,
      Runnable check) {
    if (k < 1) {
      throw new IllegalArgumentException("k " + k + " (allowed: 1 or more)");
    }
    GeometryForm.requireAskable("geometry", from);
    return new NeighbourSearch(store, rows, filter, skipped, check).find(from, k);
  }

  @Override
  public void close() {
    try (rows) {
      store.close();
    }
  }
}
