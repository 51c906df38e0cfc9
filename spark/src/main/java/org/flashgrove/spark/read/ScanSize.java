package org.flashgrove.spark.read;

import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.Statistics;

/** Estimated size of the result of a scan, for Spark's planner. */
public record ScanSize(OptionalLong sizeInBytes, OptionalLong numRows) implements Statistics {
  /** Returns the size of a known number of bytes and rows. */
  public static ScanSize of(long bytes, long rows) {
    return new ScanSize(OptionalLong.of(bytes), OptionalLong.of(rows));
  }
}
