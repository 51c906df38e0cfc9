package org.flashgrove.spark;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.flashgrove.access.plan.QueryPlanner;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.remote.OpenTables;

/**
 * What columnar reading could save at most: the time of full scans by Spark, of one column and of
 * all of them, beside the time that going through the same records takes without a row made of any.
 * Argument: path of a dataset of ids, kinds and geometries, as {@link WindowStats} writes them.
 */
final class FullScanStats {
  private static final int ROUNDS = 7;

  private FullScanStats() {}

  public static void main(String[] arguments) throws Exception {
    SparkSession spark =
        SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false").getOrCreate();
    Dataset<Row> rows = spark.read().format("flashgrove").load(arguments[0]);
    DatasetDirectory dataset =
        new DatasetDirectory(new Path(arguments[0]), spark.sessionState().newHadoopConf());
    List<SealedTable> tables = dataset.require().tables();
    double[] bare = new double[ROUNDS];
    double[] one = new double[ROUNDS];
    double[] all = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      bare[i] = seconds(() -> visit(dataset, tables));
      one[i] = seconds(() -> rows.selectExpr("sum(kind)").collectAsList());
      all[i] =
          seconds(
              () -> rows.selectExpr("sum(kind)", "sum(id)", "sum(length(geom))").collectAsList());
    }
    System.out.printf(
        "%d rows, medians of %d: records alone %.3f s, one column %.3f s, all columns %.3f s%n",
        rows.count(), ROUNDS, median(bare), median(one), median(all));
    spark.stop();
  }

  private static double seconds(Runnable run) {
    long start = System.nanoTime();
    run.run();
    return (System.nanoTime() - start) / 1e9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Goes through the records of all tables by two threads, as Spark does. */
  private static void visit(DatasetDirectory dataset, List<SealedTable> tables) {
    AtomicLong records = new AtomicLong();
    List<Thread> threads =
        List.of(0, 1).stream()
            .map(
                odd ->
                    new Thread(
                        () -> {
                          for (int i = odd; i < tables.size(); i += 2) {
                            records.addAndGet(visit(dataset, tables.get(i)));
                          }
                        }))
            .toList();
    threads.forEach(Thread::start);
    for (Thread each : threads) {
      try {
        each.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (records.get() != tables.stream().mapToLong(SealedTable::records).sum()) {
      throw new IllegalStateException(records + " records");
    }
  }

  private static long visit(DatasetDirectory dataset, SealedTable table) {
    long records = 0;
    try (OpenTables.Use use =
            OpenTables.open(dataset.files(), dataset.table(table.file()), table, 64 << 10);
        TableSnapshot snapshot = use.table().snapshot();
        RecordCursor cursor = QueryPlanner.withWindow(snapshot, ScanQuery.ALL, 256).open()) {
      while (cursor.next()) {
        records++;
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return records;
  }
}
