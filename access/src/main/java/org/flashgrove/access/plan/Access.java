package org.flashgrove.access.plan;

import java.util.List;
import org.flashgrove.access.cost.QueryPlan;

/**
 * One way to read the records of a query: through some indices, or by a full scan.
 *
 * @param by probes of the indices; empty for a full scan
 * @param records estimated number of records to read
 * @param recordPages estimated number of record pages to read
 */
record Access(List<IndexProbe> by, double records, double recordPages) {
  /**
   * Returns the estimated number of pages that this access still has to read. The planner prefers
   * the access with the smallest number.
   */
  double cost() {
    double cost = recordPages;
    for (int i = 0; i < by.size(); i++) {
      cost += by.get(i).pagesLeft();
    }
    return cost;
  }

  /**
   * Returns whether a run keeps the RIDs in memory. Otherwise it reads them from an index in order
   * of pages, with a temporary file if they are many.
   */
  boolean hasRidsInMemory() {
    IndexProbe first = by.get(0);
    return by.size() > 1
        || first.isComplete()
        || first instanceof PairProbe && first.fitsInMemory();
  }

  boolean isFullScan() {
    return by.isEmpty();
  }

  /**
   * Returns this access as a plan for display. The displayed cost includes the pages that the
   * probes have read already.
   *
   * @param isSorted whether the records are sorted afterwards
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
