package org.flashgrove.spark.read;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.access.table.RecordGeometries;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads the rows of a table that are nearest to a geometry, in order of distance. Rows without a
 * distance (geometry missing, empty or impossible to measure) follow if the result of the query may
 * contain them.
 */
final class NearestReader implements PartitionReader<InternalRow> {
  private final TableUse use;
  private final Iterator<InternalRow> rows;
  private final ScanStats figures;
  private final UnlocatedRows unlocated;
  private long left;
  private InternalRow row;

  /**
   * Starts the search.
   *
   * @param hasUnlocated whether the table has rows whose geometry is missing or empty
   */
  NearestReader(TableRead read, TableUse use, boolean hasUnlocated) {
    this.use = use;
    PushedCondition condition = PushedCondition.of(read.conditions(), read.columns());
    PushedNearest asked = read.nearest();
    Geometry from = new RecordGeometries().parse(ByteBuffer.wrap(asked.from()));
    List<InternalRow> found = new ArrayList<>();
    boolean done = false;
    try (NearestRecords nearest =
        NearestRecords.open(
            use.snapshot(), from, condition.query().filter(), asked.limit(), null)) {
      while (nearest.next()) {
        found.add(use.row(nearest.record()));
      }
      figures = nearest.figures();
      // Spark puts the rows without a computable distance before or after all others
      boolean hasUnmeasured = figures.skipped().count() > 0;
      left = hasUnmeasured ? asked.limit() : asked.limit() - found.size();
      unlocated =
          hasUnmeasured || asked.unlocated() && hasUnlocated && left > 0
              ? new UnlocatedRows(use.snapshot(), condition, from)
              : null;
      done = true;
    } finally {
      if (!done) {
        use.close();
      }
    }
    rows = found.iterator();
  }

  @Override
  public boolean next() {
    if (rows.hasNext()) {
      row = rows.next();
      return true;
    }
    boolean has = unlocated != null && left > 0 && unlocated.next();
    row = has ? use.row(unlocated.record()) : null;
    left--;
    return has;
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return use.metrics(figures);
  }

  @Override
  public void close() {
    try (use;
        unlocated) {
      // closes both, the table last
    }
  }
}
