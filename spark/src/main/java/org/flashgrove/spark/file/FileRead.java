package org.flashgrove.spark.file;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.flashgrove.sidecar.IndexedQuery;

/**
 * Creates the readers of a scan, one for each part of the file.
 *
 * @param location place of the file
 * @param version version of the file and its index that the scan was planned for
 * @param columns all columns of the file
 * @param wanted indexes of the requested columns
 * @param conditions conditions that the file answers
 * @param limit maximum number of rows that each reader returns, or -1 for no limit
 * @param nearest WKB of a point to find the nearest rows to, or null
 * @param counts whether to return only the number of rows
 */
record FileRead(
    FileLocation location,
    String version,
    FileColumns columns,
    int[] wanted,
    Predicate[] conditions,
    int limit,
    byte[] nearest,
    boolean counts)
    implements PartitionReaderFactory, Serializable {
  /** Partition of a scan. */
  record OnePart(IndexedQuery.Part part) implements InputPartition {}

  FileCondition condition() {
    return FileCondition.of(conditions, columns);
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    return new FileReader(this, ((OnePart) partition).part());
  }
}
