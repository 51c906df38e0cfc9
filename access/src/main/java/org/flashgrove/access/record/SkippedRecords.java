package org.flashgrove.access.record;

import java.util.ArrayList;
import java.util.List;

/**
 * Records that a query skipped because no algorithm can evaluate their geometry. The other results
 * of the query are complete.
 *
 * @param count number of skipped records, or of skipped pairs for a join
 * @param first the first of these records, at most {@link #MOST_LISTED}
 */
public record SkippedRecords(long count, List<Skipped> first) {
  /** Maximum number of listed records; further records are only counted. */
  public static final int MOST_LISTED = 100;

  /** No skipped records. */
  public static final SkippedRecords NONE = new SkippedRecords(0, List.of());

  /**
   * Returns the skipped records of this object and of {@code others} together. The list begins with
   * the records of this object, and then has the records of {@code others} up to the maximum.
   */
  SkippedRecords plus(SkippedRecords others) {
    if (others.count == 0) {
      return this;
    }
    if (count == 0) {
      return others;
    }
    List<Skipped> both = new ArrayList<>(first);
    int room = Math.max(0, MOST_LISTED - both.size());
    both.addAll(others.first.subList(0, Math.min(room, others.first.size())));
    return new SkippedRecords(count + others.count, List.copyOf(both));
  }

  /**
   * One skipped record.
   *
   * @param rid RID of the record
   * @param key key of the record
   * @param reason one line that says why no algorithm can evaluate the record
   */
  public record Skipped(long rid, long key, String reason) {}
}
