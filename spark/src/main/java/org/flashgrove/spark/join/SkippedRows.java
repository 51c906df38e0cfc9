package org.flashgrove.spark.join;

import java.io.Serializable;
import java.util.List;

/**
 * Rows that a join skipped because no algorithm can evaluate their geometries. The other pairs of
 * the join are complete.
 *
 * @param count number of skipped rows of the left side, and of skipped pairs
 * @param first descriptions of the first ones, one line each, at most {@link #MOST_LISTED}
 */
public record SkippedRows(long count, List<String> first) implements Serializable {
  /** Largest number of rows described; further rows are only counted. */
  public static final int MOST_LISTED = 100;
}
