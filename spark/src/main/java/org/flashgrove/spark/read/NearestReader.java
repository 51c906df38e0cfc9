package org.flashgrove.spark.read;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.access.scan.ScanFigures;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.index.VisitResult;

/** Gives the rows of a table that are nearest to a geometry, nearest first. */
final class NearestReader implements PartitionReader<InternalRow> {
  private final TableUse use;
  private final Iterator<InternalRow> rows;
  private final ScanFigures figures;
  private InternalRow row;

  NearestReader(TableRead read, TableUse use) {
    this.use = use;
    List<InternalRow> found = new ArrayList<>();
    boolean done = false;
    try {
      figures =
          NearestRecords.visitUntil(
              use.snapshot(),
              new RecordGeometries().parse(ByteBuffer.wrap(read.nearest().from())),
              PushedCondition.of(read.conditions(), read.columns()).query().filter(),
              read.nearest().limit(),
              (record, geometry, distance) -> {
                found.add(use.row(record.body()));
                return VisitResult.CONTINUE;
              });
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
    boolean has = rows.hasNext();
    row = has ? rows.next() : null;
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
    use.close();
  }
}
