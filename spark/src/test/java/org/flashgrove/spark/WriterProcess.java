package org.flashgrove.spark;

import static org.apache.spark.sql.functions.expr;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.flashgrove.spark.dataset.ConflictException;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/** A driver in a process of its own: it runs the writes that its input names, one a line. */
final class WriterProcess {
  private static final String ALL_PLACES =
      Session.literal(new GeometryFactory().toGeometry(new Envelope(0, 1000, 0, 1000)));

  private WriterProcess() {}

  public static void main(String[] arguments) throws Exception {
    SparkSession spark = Session.get();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("READY");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      System.out.println("END " + outcome(Kind.valueOf(words[0]), words[1], words[2], spark));
    }
  }

  /** Writes that differ in what they read and replace. */
  enum Kind {
    APPEND(true) {
      @Override
      void run(Dataset<Row> rows, String path) {
        write(rows, "append", path);
      }
    },
    APPEND_OTHER_COLUMNS(true) {
      @Override
      void run(Dataset<Row> rows, String path) {
        write(rows.withColumn("more", expr("1")), "append", path);
      }
    },
    OVERWRITE_OTHER_COLUMNS(true) {
      @Override
      void run(Dataset<Row> rows, String path) {
        write(rows.withColumn("more", expr("1")), "overwrite", path);
      }
    },
    OVERWRITE(true) {
      @Override
      void run(Dataset<Row> rows, String path) {
        write(rows, "overwrite", path);
      }
    },
    OVERWRITE_WHERE(false) {
      @Override
      void run(Dataset<Row> rows, String path) throws NoSuchTableException {
        rows.writeTo("flashgrove.`" + path + "`").overwrite(expr("id < 500"));
      }
    },
    OVERWRITE_PLACES(false) {
      @Override
      void run(Dataset<Row> rows, String path) throws NoSuchTableException {
        rows.writeTo("flashgrove.`" + path + "`")
            .overwrite(
                expr("flashgrove.st_intersects(geom, " + ALL_PLACES + ") IS TRUE AND id >= 600"));
      }
    },
    DELETE(false) {
      @Override
      void run(Dataset<Row> rows, String path) {
        delete(rows, path, " where id < 300 or id >= 800");
      }
    },
    DELETE_ROW_BY_ROW(false) {
      @Override
      void run(Dataset<Row> rows, String path) {
        delete(rows, path, " where length(concat('', id)) < 3");
      }
    },
    DELETE_ALL(false) {
      @Override
      void run(Dataset<Row> rows, String path) {
        delete(rows, path, "");
      }
    },
    COMPACT(false) {
      @Override
      void run(Dataset<Row> rows, String path) {
        Datasets.compact(rows.sparkSession(), path, 1000);
      }
    };

    private final boolean creates;

    Kind(boolean creates) {
      this.creates = creates;
    }

    /** Returns whether the write has a column more than other writes. */
    boolean hasOtherColumns() {
      return this == APPEND_OTHER_COLUMNS || this == OVERWRITE_OTHER_COLUMNS;
    }

    /** Returns whether the write adds rows. */
    boolean adds() {
      return this != COMPACT && !name().startsWith("DELETE");
    }

    /** Returns whether the write makes a dataset where there is none. */
    boolean creates() {
      return creates;
    }

    abstract void run(Dataset<Row> rows, String path) throws NoSuchTableException;
  }

  /** Rows of ids from {@code first}, each tenth one, whose places are in no order. */
  static Dataset<Row> rows(SparkSession spark, long first) {
    return spark
        .range(first, first + 1000, 100, 1)
        .selectExpr(
            "id",
            "unhex(concat('0000000001', '4059', lpad(hex(id * 7919 % 65521), 4, '0'), '00000000',"
                + " '4059000000000000')) as geom");
  }

  private static void delete(Dataset<Row> rows, String path, String condition) {
    rows.sparkSession().sql("delete from flashgrove.`" + path + "`" + condition);
  }

  static void write(Dataset<Row> rows, String mode, String path) {
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 2)
        .mode(mode)
        .save(path);
  }

  /** Runs a write; returns whether it was done or refused, or how it failed. */
  static String outcome(Kind kind, String first, String path, SparkSession spark) {
    try {
      kind.run(rows(spark, Long.parseLong(first)), path);
      return "done";
    } catch (Exception e) {
      for (Throwable each = e; each != null; each = each.getCause()) {
        if (each instanceof ConflictException) {
          return "refused";
        }
      }
      return "failed " + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
  }
}
