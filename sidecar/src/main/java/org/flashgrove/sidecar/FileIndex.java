package org.flashgrove.sidecar;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;

/**
 * Spatial index of a data file that stays where it is, in the directory {@code FILE.flashgrove}
 * next to it. The index holds bounds and row numbers of features, or of runs of neighbouring rows
 * if the file is sorted; queries read matching rows from the file. The formats whose files give
 * access to rows can be indexed, such as GeoParquet.
 *
 * <pre>
 *   FileIndex.build(file).close();
 *   try (FileIndex index = FileIndex.open(file)) {
 *     index.intersecting(area, feature -> show(feature.id(), feature.value("name")));
 *   }
 * </pre>
 *
 * <p>The index is bound to the size, the modification time and the footer of the file. If the file
 * changed, opening throws a {@link StaleIndexException}; a page that changed in place is noticed
 * when a query reads it. Distances are Euclidean, in the units of the coordinates. Not safe for use
 * by several threads.
 */
public final class FileIndex implements Closeable {
  private static final int LEAST_SORT_BYTES = 1 << 18;
  private static final int MOST_SORT_BYTES = 1 << 26;

  /** Neighbours that a query for the nearest reads at first, beyond those that it returns. */
  private static final int SPARE_NEIGHBOURS = 8;

  private static final GeometryFactory SHAPES = new GeometryFactory();

  private final Path file;
  private final RowFile rows;
  private final SpatialStore store;
  private final long size;

  private FileIndex(Path file, RowFile rows, SpatialStore store, long size) {
    this.size = size;
    this.file = file;
    this.rows = rows;
    this.store = store;
  }

  /** Returns the directory of the index of a file. */
  public static Path directoryOf(Path file) {
    return IndexFiles.directoryOf(file);
  }

  /** Returns whether a path is a file that can be indexed, by its ending. */
  public static boolean supports(Path path) {
    String name = path.toString().toLowerCase(Locale.ROOT);
    return Files.isRegularFile(path)
        && DataFormats.all().stream()
            .filter(RowFormat.class::isInstance)
            .anyMatch(format -> format.endings().stream().anyMatch(name::endsWith));
  }

  /**
   * Indexes a file by its default geometries and opens the index; see {@link #build(Path, String)}.
   */
  public static FileIndex build(Path file) {
    return build(file, null);
  }

  /**
   * Indexes a file and opens the index. The file is not changed. An older index is replaced when
   * the new one is complete.
   *
   * @param layer the geometry column or layer; null for the default
   * @throws org.flashgrove.datasets.InputException if the file is damaged
   * @throws IllegalArgumentException if files of its format cannot be indexed
   * @throws StaleIndexException if the file changed while it was indexed
   * @throws UncheckedIOException if writing fails
   */
  public static FileIndex build(Path file, @Nullable String layer) {
    Path directory = directoryOf(file);
    IndexFiles.requireReplaceable(directory);
    Path building = directory.resolveSibling(".flashgrove-" + UUID.randomUUID() + ".tmp");
    try {
      Files.createDirectory(building);
      try (RowFile rows = openRows(file, layer, null)) {
        Properties before = IndexFiles.describe(file, rows, layer);
        try (SpatialStore store =
            SpatialStore.create(IndexFiles.entries(building), StoreOptions.defaults())) {
          before.setProperty("features", Long.toString(load(store, rows, building)));
        }
        IndexFiles.write(building, rows.places(), before);
        try (RowFile again = openRows(file, layer, null)) {
          IndexFiles.requireSame(file, before, IndexFiles.describe(file, again, layer));
        }
      }
      IndexFiles.replace(directory, building);
    } catch (IOException e) {
      throw new UncheckedIOException(directory + ": cannot be written", e);
    } finally {
      deleteQuietly(building);
    }
    return open(file);
  }

  /** Fills the store; returns the number of features that have a geometry. */
  private static long load(SpatialStore store, RowFile rows, Path spill) {
    long[] features = {0};
    long free = Runtime.getRuntime().maxMemory() / 8; // as much may be used off heap
    int bytes = (int) Math.max(LEAST_SORT_BYTES, Math.min(MOST_SORT_BYTES, free));
    try (EntryLoader loader = store.loader(bytes, spill)) {
      RowRuns runs = new RowRuns(loader::add);
      rows.forEachBounds(
          (row, minX, minY, maxX, maxY) -> {
            runs.accept(row, minX, minY, maxX, maxY);
            features[0]++;
          });
      runs.end();
      loader.load();
    }
    return features[0];
  }

  private static void deleteQuietly(Path directory) {
    try {
      IndexFiles.delete(directory);
    } catch (IOException | UncheckedIOException e) {
      // what is left is a hidden directory that nothing reads
    }
  }

  private static RowFile openRows(Path file, @Nullable String layer, byte @Nullable [] places) {
    String name = file.toString();
    DataFormat format = DataFormats.of(name, FormatOptions.BY_ENDING);
    if (!(format instanceof RowFormat formatOfRows)) {
      throw new IllegalArgumentException(
          name
              + ": files of format "
              + format.name()
              + " cannot be indexed (allowed: "
              + String.join(
                  ", ",
                  DataFormats.all().stream()
                      .filter(RowFormat.class::isInstance)
                      .map(DataFormat::name)
                      .toList())
              + ")");
    }
    return formatOfRows.openRows(file, name, layer, places);
  }

  /**
   * Opens the index of a file for reading.
   *
   * @throws StaleIndexException if the file has no index, changed after it was indexed, or has a
   *     damaged index
   */
  public static FileIndex open(Path file) {
    Properties description = IndexFiles.readDescription(file);
    byte[] places = IndexFiles.readPlaces(file, description);
    String layer = description.getProperty("layer", "");
    @Nullable RowFile rows = null;
    try {
      rows = rowsOf(file, layer.isEmpty() ? null : layer, places);
      IndexFiles.requireSame(file, description, IndexFiles.describe(file, rows, layer));
      return new FileIndex(file, rows, openEntries(file), IndexFiles.features(file, description));
    } catch (IOException e) {
      close(rows);
      throw new UncheckedIOException(file + ": cannot be read", e);
    } catch (RuntimeException e) {
      close(rows);
      throw e;
    }
  }

  private static SpatialStore openEntries(Path file) {
    try {
      return SpatialStore.openReadOnly(IndexFiles.entries(directoryOf(file)));
    } catch (StoreException e) {
      throw IndexFiles.stale(file, "has a damaged index");
    }
  }

  private static RowFile rowsOf(Path file, @Nullable String layer, byte[] places) {
    try {
      return openRows(file, layer, places);
    } catch (IllegalArgumentException e) { // the places are those of another version
      throw IndexFiles.stale(file, "changed after it was indexed");
    }
  }

  /**
   * Opens the index of a file, and builds it if it is missing, stale or damaged. A stale index is
   * built again with its layer.
   */
  public static FileIndex openOrBuild(Path file) {
    try {
      return open(file);
    } catch (StaleIndexException e) {
      return build(file, IndexFiles.layerOf(file));
    }
  }

  private static void close(@Nullable RowFile rows) {
    if (rows != null) {
      rows.close();
    }
  }

  /** Returns the indexed file. */
  public Path file() {
    return file;
  }

  /** Returns the number of features that have a geometry. */
  public long size() {
    return size;
  }

  /**
   * Finds the features whose geometries intersect an area, in the order of the file.
   *
   * @param area any geometry
   * @param consumer takes each feature
   * @return how many there are
   * @throws org.flashgrove.datasets.InputException if a page of the file is damaged or changed
   */
  public long intersecting(Geometry area, Consumer<IndexedFeature> consumer) {
    return intersecting(area, candidates(area.getEnvelopeInternal()), consumer);
  }

  /**
   * Counts the features whose geometries intersect an area. For a rectangle, only features at its
   * border are read.
   */
  public long count(Geometry area) {
    Envelope window = area.getEnvelopeInternal();
    if (!area.isRectangle()) {
      return intersecting(area, candidates(window), null);
    }
    RowNumbers border = new RowNumbers();
    long[] inside = new long[1];
    store.search(
        window.getMinX(),
        window.getMinY(),
        window.getMaxX(),
        window.getMaxY(),
        (entry, minX, minY, maxX, maxY) -> {
          if (window.contains(new Envelope(minX, maxX, minY, maxY))) {
            inside[0] += RowRuns.length(entry);
          } else {
            border.addRun(entry);
          }
        });
    return inside[0] + intersecting(area, border.ascending(), null);
  }

  private long intersecting(
      Geometry area, long[] found, @Nullable Consumer<IndexedFeature> consumer) {
    PreparedGeometry prepared = PreparedGeometryFactory.prepare(area);
    long count = 0;
    try (FeatureCursor features = rows.rows(found)) {
      for (long row : found) {
        requireNext(features);
        if (prepared.intersects(features.geometry())) {
          count++;
          if (consumer != null) {
            consumer.accept(IndexedFeature.of(row, features));
          }
        }
      }
    }
    return count;
  }

  private long[] candidates(Envelope window) {
    RowNumbers numbers = new RowNumbers();
    if (!window.isNull()) {
      store.search(
          window.getMinX(),
          window.getMinY(),
          window.getMaxX(),
          window.getMaxY(),
          (entry, minX, minY, maxX, maxY) -> numbers.addRun(entry));
    }
    return numbers.ascending();
  }

  private static void requireNext(FeatureCursor features) {
    if (!features.next()) {
      throw new IllegalStateException("a row of the index is not in the file");
    }
  }

  /**
   * Feature and its distance from a point.
   *
   * @param feature the feature
   * @param distance its Euclidean distance
   */
  public record Neighbour(IndexedFeature feature, double distance) {}

  /**
   * Finds the features nearest to a point by their geometries, nearest first. Equal distances come
   * in the order of the file.
   *
   * @param k how many to find, at least 1
   */
  public List<Neighbour> nearest(double x, double y, int k) {
    if (k < 1) {
      throw new IllegalArgumentException("k " + k + " (allowed: 1 or more)");
    }
    Point from = SHAPES.createPoint(new Coordinate(x, y));
    for (long asked = (long) k + SPARE_NEIGHBOURS; ; asked *= 4) {
      RowNumbers numbers = new RowNumbers();
      long entries = 0;
      double reached = 0; // features that are not read are at least so far
      try (EntryCursor boxes = store.cursor(EntryQuery.nearest(asked, x, y))) {
        while (boxes.next()) {
          numbers.addRun(boxes.id());
          reached = boxes.distance();
          entries++;
        }
      }
      List<Neighbour> found = measured(from, numbers.ascending());
      boolean isAll = entries < asked;
      if (isAll || found.size() >= k && found.get(k - 1).distance < reached) {
        return List.copyOf(found.subList(0, Math.min(k, found.size())));
      }
    }
  }

  private List<Neighbour> measured(Point from, long[] numbers) {
    List<Neighbour> found = new ArrayList<>();
    try (FeatureCursor features = rows.rows(numbers)) {
      for (long row : numbers) {
        requireNext(features);
        found.add(
            new Neighbour(IndexedFeature.of(row, features), features.geometry().distance(from)));
      }
    }
    found.sort(Comparator.comparingDouble(Neighbour::distance)); // stable: ties by row
    return found;
  }

  @Override
  public void close() {
    try (rows) {
      store.close();
    }
  }

  /** Growing list of row numbers. */
  private static final class RowNumbers {
    private long[] numbers = new long[4 * RowRuns.MOST_ROWS];
    private int size;

    void addRun(long entry) {
      if (size + RowRuns.MOST_ROWS > numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      }
      for (int i = 0; i < RowRuns.length(entry); i++) {
        numbers[size++] = RowRuns.firstRow(entry) + i;
      }
    }

    long[] ascending() {
      return LongStream.of(numbers).limit(size).sorted().toArray();
    }
  }
}
