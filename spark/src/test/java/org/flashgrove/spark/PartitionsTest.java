package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** How even partitions are, and what queries of them read. */
class PartitionsTest {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final StructType COLUMNS =
      new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType);
  private static final int ROWS = 20_000;
  private static final int TABLES = 8;

  @TempDir private Path directory;
  private String path;

  @BeforeEach
  void name() {
    WatchedFileSystem.reset(WatchedFileSystem.Fault.NONE);
    path = "watched:" + directory.resolve("dataset");
  }

  /** Points, most of them in one percent of the space. */
  private void write(double crowded) {
    Random random = Seeds.random();
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
  void tablesOfCrowdedRowsAreEvenAndWindowsReadWhatHasAnswers() throws IOException {
    write(0.95);
    DatasetDirectory dataset = dataset();
    List<SealedTable> tables = dataset.require().tables();
    assertThat(tables).hasSize(TABLES);
    long most = tables.stream().mapToLong(SealedTable::records).max().orElseThrow();
    System.out.printf("largest of %d tables: %d rows, mean %d%n", TABLES, most, ROWS / TABLES);
    assertThat(tables.stream().mapToLong(SealedTable::records).sum()).isEqualTo(ROWS);
    assertThat((double) most).isLessThan(1.3 * ROWS / TABLES);
    WindowReads.check(Session.get(), dataset, Seeds.random(), 6, 5, 0);
  }
}
