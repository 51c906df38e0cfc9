package org.flashgrove.indexes.grove;

import java.util.function.LongPredicate;
import org.flashgrove.core.index.EntryVisitor;

/**
 * What a search does with what it finds: one of two visitors, or none to count only.
 *
 * @param entries takes ids and exact rectangles, or null
 * @param ids takes ids only, or null
 */
record HitReport(EntryVisitor entries, LongPredicate ids) {
  /** Counts only. */
  static final HitReport COUNT = new HitReport(null, null);

  boolean wantsRectangles() {
    return entries != null;
  }

  boolean countsOnly() {
    return entries == null && ids == null;
  }

  /** Reports hits; the number of those reported. */
  int report(Hits hits) {
    return entries != null ? hits.report(entries) : hits.report(ids);
  }
}
