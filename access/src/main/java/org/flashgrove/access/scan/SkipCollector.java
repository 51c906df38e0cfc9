package org.flashgrove.access.scan;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.record.SkippedRecords;

/** Collects records that queries skip. Safe for use by several threads. */
public final class SkipCollector {
  /** Maximum number of listed records; further records are only counted. */
  public static final int MOST_LISTED = SkippedRecords.MOST_LISTED;

  private List<SkippedRecords.Skipped> first = List.of();
  private long count;

  /** Creates an empty collector. */
  public SkipCollector() {}

  /** Adds a skipped record. A join adds a skipped pair by the RID and key of its left record. */
  public synchronized void add(long rid, long key, String reason) {
    count++;
    list(new SkippedRecords.Skipped(rid, key, reason));
  }

  private void list(SkippedRecords.Skipped record) {
    if (first.isEmpty()) {
      first = new ArrayList<>();
    }
    if (first.size() < MOST_LISTED) {
      first.add(record);
    }
  }

  /** Adds the records that another query skipped. */
  public synchronized void add(SkippedRecords others) {
    count += others.count();
    others.first().forEach(this::list);
  }

  /**
   * Returns the cost of a cursor that reads from another cursor and reports skipped records to this
   * collector. The result lists the skipped records of the other cursor, followed by the records in
   * this collector.
   *
   * @param input cost of the other cursor
   * @param records number of results of the cursor
   */
  public ScanStats over(ScanStats input, long records) {
    SkipCollector all = new SkipCollector();
    all.add(input.skipped());
    all.add(skipped());
    return input.withRecords(records, all.skipped());
  }

  /** Returns the records collected so far. */
  public synchronized SkippedRecords skipped() {
    return count == 0 ? SkippedRecords.NONE : new SkippedRecords(count, List.copyOf(first));
  }
}
