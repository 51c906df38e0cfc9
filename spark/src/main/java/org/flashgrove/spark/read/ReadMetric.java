package org.flashgrove.spark.read;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Metric of a scan, which Spark sums over tasks. */
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

  /** Returns all metrics. */
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

  /** Number of tables read by tasks. */
  public static final class TablesRead extends ReadMetric {
    /** Creates the metric. Spark calls this constructor by reflection. */
    public TablesRead() {
      super("tablesRead", "tables read");
    }
  }

  /**
   * Number of tables that were not read, because the manifest shows that they have no matching
   * rows.
   */
  public static final class TablesPruned extends ReadMetric {
    /** Creates the metric. Spark calls this constructor by reflection. */
    public TablesPruned() {
      super("tablesPruned", "tables pruned");
    }
  }

  /** Number of record pages fetched. */
  public static final class RecordPages extends ReadMetric {
    /** Creates the metric. Spark calls this constructor by reflection. */
    public RecordPages() {
      super("recordPages", "pages of records");
    }
  }

  /** Number of index pages visited. */
  public static final class IndexPages extends ReadMetric {
    /** Creates the metric. Spark calls this constructor by reflection. */
    public IndexPages() {
      super("indexPages", "pages of indices");
    }
  }

  /** Number of batches of requests to the file system. A task waits once for each batch. */
  public static final class Batches extends ReadMetric {
    /** Creates the metric. Spark calls this constructor by reflection. */
    public Batches() {
      super("batches", "batches of requests to the file system");
    }
  }

  /** Number of requests to the file system. */
  public static final class Requests extends ReadMetric {
    /** Creates the metric. Spark calls this constructor by reflection. */
    public Requests() {
      super("requests", "requests to the file system");
    }
  }

  /** Number of rows skipped because no algorithm can evaluate a condition on their geometry. */
  public static final class RowsSkipped extends ReadMetric {
    /** Creates the metric. Spark calls this constructor by reflection. */
    public RowsSkipped() {
      super("rowsSkipped", "rows skipped whose geometry no algorithm evaluates");
    }
  }

  /** Number of bytes requested from the file system. */
  public static final class BytesRead extends ReadMetric {
    /** Creates the metric. Spark calls this constructor by reflection. */
    public BytesRead() {
      super("bytesRead", "bytes read");
    }
  }
}
