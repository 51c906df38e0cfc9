package org.flashgrove.spark.read;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Metric that a scan reports to Spark, which sums it over tasks. */
public abstract class ReadMetric extends CustomSumMetric {
  private final String name;
  private final String description;

  ReadMetric(String name, String description) {
    this.name = name;
    this.description = description;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  /** Returns a value of this metric. */
  CustomTaskMetric of(long value) {
    return new Value(name, value);
  }

  /** Returns all of them. */
  static CustomMetric[] all() {
    return new CustomMetric[] {
      new TablesRead(),
      new TablesPruned(),
      new RecordPages(),
      new IndexPages(),
      new Batches(),
      new Requests(),
      new BytesRead(),
      new RowsSkipped()
    };
  }

  private record Value(String name, long value) implements CustomTaskMetric {}

  /** Tables that tasks are made for. */
  public static final class TablesRead extends ReadMetric {
    /** Called by Spark. */
    public TablesRead() {
      super("tablesRead", "tables read");
    }
  }

  /** Tables that the manifest says need not be read. */
  public static final class TablesPruned extends ReadMetric {
    /** Called by Spark. */
    public TablesPruned() {
      super("tablesPruned", "tables pruned");
    }
  }

  /** Pages of records that were fetched. */
  public static final class RecordPages extends ReadMetric {
    /** Called by Spark. */
    public RecordPages() {
      super("recordPages", "pages of records");
    }
  }

  /** Pages of indices that were visited. */
  public static final class IndexPages extends ReadMetric {
    /** Called by Spark. */
    public IndexPages() {
      super("indexPages", "pages of indices");
    }
  }

  /** Batches of requests to the file system: a task waits once for each. */
  public static final class Batches extends ReadMetric {
    /** Called by Spark. */
    public Batches() {
      super("batches", "batches of requests to the file system");
    }
  }

  /** Requests to the file system. */
  public static final class Requests extends ReadMetric {
    /** Called by Spark. */
    public Requests() {
      super("requests", "requests to the file system");
    }
  }

  /** Rows that a condition on the geometry left out because no algorithm can evaluate them. */
  public static final class RowsSkipped extends ReadMetric {
    /** Called by Spark. */
    public RowsSkipped() {
      super("rowsSkipped", "rows skipped whose geometry no algorithm evaluates");
    }
  }

  /** Bytes that the file system was asked for. */
  public static final class BytesRead extends ReadMetric {
    /** Called by Spark. */
    public BytesRead() {
      super("bytesRead", "bytes read");
    }
  }
}
