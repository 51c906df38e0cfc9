package org.flashgrove.lab.experiment.lsm;

import org.HdrHistogram.Histogram;
import org.flashgrove.lab.experiment.Execution;

/** Cost of all queries with one size of window. */
final class QueryStats {
  private final Histogram latencies = Study.times();
  private final Histogram whileMerging = Study.times();
  private final Histogram idle = Study.times();
  private long queries;
  private long nanos;
  private long found;
  private long pages;
  private long met;

  /**
   * Adds a query.
   *
   * @param results number of entries that the query found
   * @param took time of the query in nanoseconds
   * @param pagesRead number of pages that the query read
   * @param merging whether a merge was running
   */
  void asked(long results, long took, long pagesRead, boolean merging) {
    queries++;
    nanos += took;
    found += results;
    pages += pagesRead;
    latencies.recordValue(took);
    (merging ? whileMerging : idle).recordValue(took);
  }

  /** Returns the time of all queries, in nanoseconds. */
  long nanos() {
    return nanos;
  }

  /** Adds the number of components that a query searched. */
  void met(int components) {
    met += components;
  }

  /**
   * Adds the statistics to an execution. The name of each statistic ends with {@code exponent}, the
   * negative exponent of ten that gives the window size.
   *
   * @param hasComponents whether the index has LSM components, whose number is then reported, too
   */
  void addTo(Execution execution, int exponent, boolean hasComponents) {
    String of = "_" + exponent;
    execution.measured("results" + of, StudyStats.rounded((double) found / queries));
    if (hasComponents) {
      execution.measured("read_amplification" + of, StudyStats.rounded((double) met / queries));
    }
    execution.measured("pages" + of, StudyStats.rounded((double) pages / queries));
    execution.measured("latency_mean_micros" + of, StudyStats.rounded(latencies.getMean() / 1000));
    for (int percentile : new int[] {50, 95, 99}) {
      StudyStats.addMicros(
          execution, "latency_p" + percentile + "_micros" + of, latencies, percentile);
    }
    execution.measured("queries_merging" + of, whileMerging.getTotalCount());
    StudyStats.addMicros(execution, "latency_p99_merging_micros" + of, whileMerging, 99);
    StudyStats.addMicros(execution, "latency_p99_idle_micros" + of, idle, 99);
  }
}
