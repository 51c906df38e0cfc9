package org.flashgrove.access.plan;

import java.util.List;
import org.flashgrove.access.cost.QueryPlan;

/**
 * A way to the records of a query: through some indices, or through all pages.
 *
 * @param by probes of the indices; none for a full scan
 * @param records records that it looks at
 * @param recordPages pages of records
 */
record Access(List<IndexProbe> by, double records, double recordPages) {
  /** Returns the pages still to be read: what a choice depends on. */
  double cost() {
    return recordPages + by.stream().mapToDouble(IndexProbe::pagesLeft).sum();
  }

  boolean isFullScan() {
    return by.isEmpty();
  }

  /**
   * Returns this as a plan, with the pages that probes have read.
   *
   * @param isSorted whether the records are sorted after that
   */
  QueryPlan.Option option(boolean isSorted) {
    QueryPlan.Kind kind =
        by.isEmpty()
            ? QueryPlan.Kind.FULL_SCAN
            : by.size() == 1 ? QueryPlan.Kind.INDEX_SCAN : QueryPlan.Kind.INTERSECTION;
    double indexPages = by.stream().mapToDouble(each -> each.pagesRead() + each.pagesLeft()).sum();
    List<String> names = by.stream().map(each -> each.index().name()).toList();
    return new QueryPlan.Option(kind, names, isSorted, records, indexPages, recordPages);
  }
}
