package org.flashgrove.jmh;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.storage.log.SyncMode;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures scans of a table in memory whose pages are all in the page cache. The scans are: all
 * records with an attribute filter, a window query that counts records, and a window query that
 * visits records. The last benchmark also decodes the geometry and the attributes of each record.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TableScans {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final double SIDE = 0.05;
  private static final long SEED = 42;

  /** Number of records. Each record has a square, a number and a text. */
  @Param("100000")
  private int count;

  private final Random windows = new Random(SEED);
  private Table table;
  private TableQuery queries;

  /** Fills the table. */
  @Setup(Level.Trial)
  public void fill() {
    Random random = new Random(SEED);
    Schema schema =
        Schema.builder()
            .required("height", AttributeType.INT)
            .nullable("owner", AttributeType.STRING)
            .build();
    table =
        Table.create(
            Path.of("unused"),
            TableOptions.defaults()
                .withDevice("memory")
                .withSync(SyncMode.CLOSE)
                .withAttributes(schema)
                .withCache(256 << 20)
                .withIndex("geom", "rstar"));
    try (TableLoader loader =
        table.loader(16 << 20, Path.of(System.getProperty("java.io.tmpdir")))) {
      for (int i = 0; i < count; i++) {
        int height = random.nextInt(100);
        loader.append(
            i,
            square(random, 1e-3),
            row -> row.set("height", height).set("owner", "owner " + height));
      }
      loader.commit();
    }
    queries = TableQuery.of(table);
  }

  private static Geometry square(Random random, double side) {
    double x = random.nextDouble();
    double y = random.nextDouble();
    return GEOMETRIES.createPolygon(
        new Coordinate[] {
          new Coordinate(x, y),
          new Coordinate(x + side, y),
          new Coordinate(x + side, y + side),
          new Coordinate(x, y + side),
          new Coordinate(x, y)
        });
  }

  @TearDown(Level.Trial)
  public void close() {
    table.close();
  }

  private TableQuery inWindow() {
    double x = windows.nextDouble();
    double y = windows.nextDouble();
    return queries.matching(
        new GeometryQuery(
            Predicate.INTERSECTS,
            Semantics.OGC,
            GEOMETRIES.toGeometry(new Envelope(x, x + SIDE, y, y + SIDE))));
  }

  /** Counts the records with an attribute value that one in a hundred records has. */
  @Benchmark
  public long filtered() {
    return queries.where(Filter.parse("height = 7")).count();
  }

  /** Counts the records in a window of 0.25 % of the extent. */
  @Benchmark
  public long countedWindow() {
    return inWindow().count();
  }

  /** Sums the keys of the records in a window of 0.25 % of the extent. */
  @Benchmark
  public long keysOfWindow() {
    long[] sum = {0};
    inWindow().forEach(record -> sum[0] += record.key());
    return sum[0];
  }

  /** Decodes the geometry and the attributes of each record in a window of 0.25 % of the extent. */
  @Benchmark
  public double decodedWindow() {
    double[] sum = {0};
    inWindow()
        .forEach(
            record ->
                sum[0] +=
                    record.geometry().getArea()
                        + record.row().getInt("height")
                        + record.row().getString("owner").length());
    return sum[0];
  }
}
