package org.flashgrove.spark.join;

import java.io.Serializable;
import java.util.List;

/**
 * Rows that a join skipped because no algorithm can evaluate their geometries. The join returns all
 * other pairs.
 *
 * @param count number of skipped left rows and skipped pairs
 * @param first descriptions of the rows and pairs that were skipped first, one line each, at most
 *     {@link #MOST_LISTED}
 */
public record SkippedRows(long count, List<String> first) implements Serializable {
  /** Maximum number of descriptions. */
  public static final int MOST_LISTED = 100;
}
