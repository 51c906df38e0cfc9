package org.flashgrove.access.scan;

import java.util.List;

/**
 * Records that a query left out because no algorithm answers for their geometry. The other results
 * of the query are complete.
 *
 * @param count number of records left out; of a join the number of pairs
 * @param first first of them, at most {@link SkipCollector#MOST_LISTED}
 */
public record SkippedRecords(long count, List<Skipped> first) {
  /** No record is left out. */
  public static final SkippedRecords NONE = new SkippedRecords(0, List.of());

  /**
   * One record.
   *
   * @param rid its RID
   * @param key its key
   * @param reason why no algorithm answers, in one line
   */
  public record Skipped(long rid, long key, String reason) {}
}
