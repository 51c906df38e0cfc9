package org.flashgrove.access.record;

import java.util.List;

/**
 * Records that a query skipped because no algorithm can evaluate their geometry. The other results
 * of the query are complete.
 *
 * @param count number of skipped records, or of skipped pairs for a join
 * @param first first skipped records, at most {@link
 *     org.flashgrove.access.scan.SkipCollector#MOST_LISTED}
 */
public record SkippedRecords(long count, List<Skipped> first) {
  /** No skipped records. */
  public static final SkippedRecords NONE = new SkippedRecords(0, List.of());

  /**
   * One skipped record.
   *
   * @param rid its RID
   * @param key its key
   * @param reason one line that says why no algorithm can evaluate the record
   */
  public record Skipped(long rid, long key, String reason) {}
}
