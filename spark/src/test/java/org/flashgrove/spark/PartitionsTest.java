package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.query.TableQueries;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.remote.OpenTables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** How even partitions are, and what queries of them read. */
class PartitionsTest {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final StructType COLUMNS =
      new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType);
  private static final int ROWS = 40_000;
  private static final int TABLES = 8;

  @TempDir private Path directory;
  private String path;

  @BeforeEach
  void name() {
    WatchedFileSystem.reset(WatchedFileSystem.Fault.NONE);
    path = "watched:" + directory.resolve("dataset");
  }

  /** Points of which most lie in one percent of the space. */
  private void write(double crowded) {
    Random random = new Random(1);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      boolean isCrowded = random.nextDouble() < crowded;
      double x = isCrowded ? 400 + 100 * random.nextDouble() : 1000 * random.nextDouble();
      double y = isCrowded ? 700 + 100 * random.nextDouble() : 1000 * random.nextDouble();
      byte[] wkb = Session.wkb(FACTORY.createPoint(new Coordinate(x, y)));
      rows.add(RowFactory.create((long) i, wkb));
    }
    Session.frame(rows, COLUMNS)
        .write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", TABLES)
        .mode("append")
        .save(path);
  }

  private DatasetDirectory dataset() throws IOException {
    Configuration configuration = Session.get().sessionState().newHadoopConf();
    return new DatasetDirectory(new org.apache.hadoop.fs.Path(path), configuration);
  }

  @Test
  void partitionsOfCrowdedDataAreEven() throws IOException {
    write(0.95);
    List<SealedTable> tables = dataset().require().tables();
    assertThat(tables).hasSize(TABLES);
    long most = tables.stream().mapToLong(SealedTable::records).max().orElseThrow();
    System.out.printf("largest of %d tables: %d rows, mean %d%n", TABLES, most, ROWS / TABLES);
    assertThat(tables.stream().mapToLong(SealedTable::records).sum()).isEqualTo(ROWS);
    assertThat((double) most).isLessThan(1.3 * ROWS / TABLES);
  }

  @Test
  void queriesReadWhatIntersectsByFewRequests() throws IOException {
    write(0.3);
    DatasetDirectory dataset = dataset();
    List<SealedTable> tables = dataset.require().tables();
    Random random = new Random(2);
    long[] sums = new long[6];
    for (int i = 0; i < 6; i++) {
      Geometry window = Session.window(random, 20 + 20 * i);
      Envelope asked = window.getEnvelopeInternal();
      Set<String> pages = new HashSet<>();
      Set<String> holding = new HashSet<>();
      for (SealedTable table : tables) {
        try (OpenTables.Use use =
            OpenTables.open(dataset.files(), dataset.table(table.file()), table, 0)) {
          TableQueries.of(use.table())
              .visit(
                  ScanQuery.ALL,
                  record -> {
                    if (record.geometry().getEnvelopeInternal().intersects(asked)) {
                      pages.add(table.file() + (record.rid() >>> Short.SIZE));
                      holding.add(table.file());
                    }
                  });
        }
      }
      OpenTables.closeUnused();
      WatchedFileSystem.reset(WatchedFileSystem.Fault.NONE);
      Dataset<Row> found = query(window);
      found.collectAsList();
      List<WatchedFileSystem.Request> requests = ofTables();
      long read = metric(found, "tablesRead");
      long bounded = tables.stream().filter(table -> overlaps(table, asked)).count();
      assertThat(read).isEqualTo(bounded);
      assertThat(metric(found, "tablesPruned")).isEqualTo(TABLES - read);
      assertThat(metric(found, "recordPages")).isLessThanOrEqualTo((long) (1.1 * pages.size()));
      assertThat(metric(found, "requests")).isEqualTo(requests.size());
      // the head, and a batch of leaves and one of pages of records where there is little between
      long batches =
          metric(found, "recordPages") / 16 + metric(found, "indexPages") / 16 + 2 * read;
      assertThat((long) requests.size()).isLessThanOrEqualTo(2 * read + batches);
      for (SealedTable table : tables) {
        long bytes =
            requests.stream()
                .filter(each -> table.file().endsWith(each.file()))
                .mapToLong(WatchedFileSystem.Request::length)
                .sum();
        assertThat(bytes).isLessThan(table.bytes());
      }
      WatchedFileSystem.reset(WatchedFileSystem.Fault.NONE);
      query(window).collectAsList();
      assertThat(ofTables()).isEmpty(); // pages and heads of a table that is open stay
      long[] figures = {
        read,
        holding.size(),
        metric(found, "recordPages"),
        pages.size(),
        metric(found, "indexPages"),
        requests.size()
      };
      for (int j = 0; j < sums.length; j++) {
        sums[j] += figures[j];
      }
    }
    System.out.printf(
        "6 windows: %d tables read, %d with answers, %d pages of records, %d with candidates,"
            + " %d pages of indices, %d requests%n",
        sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
  }

  private static boolean overlaps(SealedTable table, Envelope asked) {
    return table.bounds() != null && table.bounds().envelope().intersects(asked);
  }

  private static List<WatchedFileSystem.Request> ofTables() {
    return WatchedFileSystem.requests().stream()
        .filter(request -> request.file().endsWith(".table"))
        .toList();
  }

  private Dataset<Row> query(Geometry window) {
    return Session.get()
        .read()
        .format("flashgrove")
        .load(path)
        .where("flashgrove.st_intersects(geom, " + Session.literal(window) + ") IS TRUE");
  }

  private static long metric(Dataset<Row> rows, String name) {
    return WindowFigures.metric(rows.queryExecution().executedPlan(), name);
  }
}
