package org.flashgrove.lab.experiment.scan;

import java.util.Locale;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.lab.experiment.Execution;

/** Runs access paths to one table on one machine, and measures them. */
final class PathQuery {
  private final Machine machine;
  private final SampleTable table;
  private final long cachePages;
  private final PageEstimates estimates;

  PathQuery(Machine machine, SampleTable table, long cachePages) {
    this.machine = machine;
    this.table = table;
    this.cachePages = cachePages;
    estimates = estimates(table);
  }

  /** Returns page estimates for a table. */
  static PageEstimates estimates(SampleTable table) {
    return new PageEstimates(table.pages(), table.tuples(), table.placement().clustering());
  }

  /** Runs an access path for all users at once, and returns the measurements. */
  Execution execute(AccessPath path, double selectivity, int users) {
    SortQuery query = new SortQuery(AccessPlan.of(path), table, selectivity, null);
    Machine.Outcome outcome = query.run(machine, users, cachePages);
    long leaves = query.indexPagesRead();
    double pages = outcome.pagesRead() - leaves;
    // The users share the cache.
    double expected = estimates.pageReads(path, selectivity, (double) cachePages / users);
    return execution(path, selectivity, users)
        .measured("table_pages", table.pages())
        .measured("records_per_page", SampleTable.TUPLES_OF_PAGE)
        .measured("table_pages_read", Math.round(pages))
        .measured("index_pages_read", leaves)
        .measured("expected_pages", Math.round(expected))
        .measured("deviation_percent", rounded(100 * (pages - expected) / expected))
        .measured("virtual_micros", outcome.virtualMicros());
  }

  private Execution execution(AccessPath path, double selectivity, int users) {
    String label = table.placement().label();
    return new Execution(
            String.format(
                Locale.ROOT,
                "%s, %s, %s %% of keys, %d users, %s",
                machine.kind(),
                path.toString(),
                rounded(100 * selectivity),
                users,
                label))
        .with("device", machine.kind())
        .with("path", path.toString())
        .with("selectivity", selectivity)
        .with("users", users)
        .with("clustering", label)
        .with("cache", bytes(cachePages));
  }

  static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  /**
   * Returns the size of {@code pages} pages as text, in the largest unit that gives a whole number.
   */
  static String bytes(long pages) {
    long kibibytes = pages * (SampleTable.PAGE_BYTES >> 10);
    return kibibytes % 1024 == 0 ? (kibibytes >> 10) + "M" : kibibytes + "K";
  }
}
