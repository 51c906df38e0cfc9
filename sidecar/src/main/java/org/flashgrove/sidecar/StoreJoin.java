package org.flashgrove.sidecar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Join of an indexed file with the records of a table or the entries of a store. Records are
 * compared by their geometries, and entries by their rectangles. The file is the left side, unless
 * {@link #reversed} exchanges the sides.
 *
 * <p>The join first finds the rows of the file whose bounds match an object of the other side. It
 * then reads each of these rows once, and queries the other side for each of them. Nobody may
 * change the table or store meanwhile. Not safe for use by several threads.
 */
public final class StoreJoin {
  /** Maximum number of rows of the file that are read at a time. */
  private static final int MOST_ROWS = 1 << 12;

  private static final GeometryFactory SHAPES = new GeometryFactory();

  private final FileIndex file;
  private final Supplier<Objects> objects;
  private final boolean isFileLeft;

  private StoreJoin(FileIndex file, Supplier<Objects> objects, boolean isFileLeft) {
    this.file = file;
    this.objects = objects;
    this.isFileLeft = isFileLeft;
  }

  /** Starts a join with the entries of a store. */
  public static StoreJoin of(FileIndex file, SpatialStore store) {
    return of(file, store.store().entries(SpatialStore.INDEX));
  }

  /** Starts a join with the entries of a spatial index. */
  public static StoreJoin of(FileIndex file, EntryStructure index) {
    return new StoreJoin(file, () -> new Entries(index), true);
  }

  /** Starts a join with the records of a table. In its pairs, a record has its key. */
  public static StoreJoin of(FileIndex file, Table table) {
    return new StoreJoin(file, () -> new Records(table.snapshot(), file), true);
  }

  /** Returns the join with exchanged sides. */
  public StoreJoin reversed() {
    return new StoreJoin(file, objects, !isFileLeft);
  }

  /** Receives pairs. */
  @FunctionalInterface
  public interface PairConsumer {
    /**
     * Receives a pair.
     *
     * @param feature feature of the file
     * @param id id of the entry, or key of the record
     */
    void accept(IndexedFeature feature, long id);
  }

  /** Receives objects of the side that is not the file. */
  private interface ObjectConsumer {
    void accept(long id, Geometry geometry);
  }

  /** The side that is not the file, at one commit. */
  private interface Objects extends AutoCloseable {
    /** Returns a join with these objects on the right. */
    JoinQuery with(JoinQuery.Left rows);

    /**
     * Passes all objects that may be within a distance of a geometry to a consumer. If the distance
     * is 0, passes all objects that may intersect the geometry.
     */
    void forEach(Geometry near, double distance, ObjectConsumer consumer);

    @Override
    void close();
  }

  private record Entries(EntryStructure index) implements Objects {
    @Override
    public JoinQuery with(JoinQuery.Left rows) {
      return rows.with(index);
    }

    @Override
    public void forEach(Geometry near, double distance, ObjectConsumer consumer) {
      Envelope bounds = near.getEnvelopeInternal();
      EntryQuery query =
          distance == 0
              ? EntryQuery.intersecting(bounds)
              : EntryQuery.matching(WithinDistance.candidates(distance), bounds);
      index
          .entries()
          .forEach(
              query,
              (id, minX, minY, maxX, maxY) ->
                  consumer.accept(id, SHAPES.toGeometry(new Envelope(minX, maxX, minY, maxY))));
    }

    @Override
    public void close() {
      // the caller closes the store
    }
  }

  private record Records(TableSnapshot records, FileIndex file) implements Objects {
    @Override
    public JoinQuery with(JoinQuery.Left rows) {
      return rows.with(records);
    }

    @Override
    public void forEach(Geometry near, double distance, ObjectConsumer consumer) {
      int system = file.coordinateSystem().epsg();
      TableQuery all = TableQuery.of(records);
      TableQuery query =
          distance == 0
              ? all.intersecting(SHAPES.toGeometry(near.getEnvelopeInternal()))
              : all.within(distance, near);
      query.forEach(
          record -> {
            Geometry geometry = record.geometry();
            requireOneSystem(system, geometry.getSRID());
            consumer.accept(record.key(), geometry);
          });
    }

    private void requireOneSystem(int system, int ofTable) {
      if (ofTable != 0 && system != 0 && ofTable != system) {
        throw new IllegalArgumentException(
            file.file()
                + " is in EPSG:"
                + system
                + ", but the table has geometries in EPSG:"
                + ofTable
                + "; use data in one coordinate system");
      }
    }

    @Override
    public void close() {
      records.close();
    }
  }

  /**
   * Finds the pairs for which a predicate holds. The left object of a pair acts as the query
   * geometry of the predicate.
   *
   * @param predicate any but {@link Predicate#DISJOINT}
   * @param consumer receives each pair, in the order of the file
   * @return number of pairs
   * @throws IllegalArgumentException for {@link Predicate#DISJOINT}, or if the other side has
   *     another coordinate system or a metric that is not planar
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can evaluate a
   *     geometry
   * @throws org.flashgrove.datasets.InputException if a page of the file is damaged or changed
   */
  public long matching(Predicate predicate, Semantics semantics, PairConsumer consumer) {
    try (Objects opened = objects.get()) {
      JoinQuery bounds = opened.with(JoinQuery.of(file.store()));
      bounds.matching(predicate, semantics); // rejects a predicate that cannot be joined
      return new Run(opened, 0, left -> new GeometryQuery(predicate, semantics, left), consumer)
          .count(bounds.intersecting().byBounds());
    }
  }

  /**
   * Finds the pairs within a distance of each other.
   *
   * @param distance 0 or more, in the units of the coordinates
   * @param consumer receives each pair, in the order of the file
   * @return number of pairs
   * @throws IllegalArgumentException if the other side has another coordinate system or a metric
   *     that is not planar
   */
  public long within(double distance, PairConsumer consumer) {
    try (Objects opened = objects.get()) {
      JoinQuery bounds = opened.with(JoinQuery.of(file.store())).within(distance);
      return new Run(opened, distance, left -> new DistanceQuery(left, distance), consumer)
          .count(bounds.byBounds());
    }
  }

  /**
   * Returns the entries of the file's index that occur in a pair, in the order of their rows.
   *
   * @param bounds join of the file's index with the bounds of objects
   */
  private static long[] runs(JoinQuery bounds) {
    long[] runs = new long[1024];
    int count = 0;
    try (JoinCursor pairs = bounds.cursor()) {
      while (pairs.next()) {
        if (count == runs.length) {
          long[] distinct = distinct(runs, count);
          count = distinct.length;
          runs = Arrays.copyOf(distinct, Math.max(runs.length, 2 * count));
        }
        runs[count++] = pairs.leftId();
      }
    }
    return LongStream.of(distinct(runs, count))
        .boxed()
        .sorted(FileJoin.BY_ROW)
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static long[] distinct(long[] values, int count) {
    return LongStream.of(values).limit(count).sorted().distinct().toArray();
  }

  /** One execution of the join. */
  private final class Run {
    private final Objects opened;
    private final double distance;
    private final Function<Geometry, GeometryTest> test;
    private final PairConsumer consumer;
    private long count;

    Run(
        Objects opened,
        double distance,
        Function<Geometry, GeometryTest> test,
        PairConsumer consumer) {
      this.opened = opened;
      this.distance = distance;
      this.test = test;
      this.consumer = consumer;
    }

    long count(JoinQuery bounds) {
      long[] runs = runs(bounds);
      for (int from = 0; from < runs.length; ) {
        List<Long> part = new ArrayList<>();
        for (int rows = 0; from < runs.length && rows < MOST_ROWS; from++) {
          part.add(runs[from]);
          rows += RowRuns.length(runs[from]);
        }
        FileJoin.forEach(file, part, (run, feature) -> find(feature));
      }
      return count;
    }

    private void find(IndexedFeature feature) {
      Geometry geometry = feature.geometry();
      GeometryTest ofFile = isFileLeft ? test.apply(geometry) : null;
      opened.forEach(
          geometry,
          distance,
          (id, object) -> {
            boolean matches =
                ofFile != null
                    ? RunTest.matches(ofFile, object)
                    : RunTest.matches(test.apply(object), geometry);
            if (matches) {
              count++;
              consumer.accept(feature, id);
            }
          });
    }
  }
}
