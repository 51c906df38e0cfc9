package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.WatchedFileSystem.Fault;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Points with 95 % of them in 1 % of the space, as many as a run says: how even tables are, and
 * what windows read of them on a file system that counts, and takes 20 ms for each request.
 */
@Tag("long")
class CrowdedTest {
  private static final int WINDOWS = Integer.getInteger("flashgrove.spark.windows", 60);
  private static final long DELAY_MILLIS = 20;

  @AfterEach
  void heal() {
    WatchedFileSystem.reset(Fault.NONE);
  }

  private static Dataset<Row> crowded() {
    return SizedData.session()
        .range(0, SizedData.POINTS, 1, 8)
        .selectExpr("id", "rand(1) < 0.95 as crowded", "rand(2) as x", "rand(3) as y")
        .selectExpr(
            "id",
            "cast(id % 1000 as int) as kind",
            "ST_AsBinary(ST_Point(if(crowded, 400 + 100 * x, 1000 * x),"
                + " if(crowded, 700 + 100 * y, 1000 * y))) as geom");
  }

  private static DatasetDirectory dataset(int tables) throws IOException {
    String name = "crowded-" + SizedData.POINTS + "-" + tables;
    String path = "watched:" + SizedData.written(name, crowded(), tables);
    return new DatasetDirectory(new Path(path), SizedData.session().sessionState().newHadoopConf());
  }

  private static void largest(int tables) throws IOException {
    List<SealedTable> made = dataset(tables).require().tables();
    long most = made.stream().mapToLong(SealedTable::records).max().orElseThrow();
    long sum = made.stream().mapToLong(SealedTable::records).sum();
    double ratio = (double) most * made.size() / sum;
    System.out.printf(
        "%d points, 95 %% of them in 1 %% of the space: %d tables, the largest has %d rows,"
            + " %.3f of the mean%n",
        sum, made.size(), most, ratio);
    assertThat(made).hasSize(tables);
    assertThat(sum).isEqualTo(SizedData.POINTS);
    assertThat(ratio).isLessThan(1.3);
  }

  @Test
  void largestOfTenTables() throws IOException {
    largest(10);
  }

  @Test
  void largestOfManyTables() throws IOException {
    largest(64);
  }

  @Test
  void windowsOfFewTables() throws IOException {
    windows(10);
  }

  @Test
  void windowsOfManyTables() throws IOException {
    windows(64);
  }

  private static void windows(int tables) throws IOException {
    WindowReads.check(
        SizedData.session(), dataset(tables), Seeds.random(), WINDOWS, 1, DELAY_MILLIS);
  }
}
