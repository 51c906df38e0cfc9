package org.flashgrove.lab.experiment.lsm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lsm.LsmStats;

/** Cost of running the workload of Mao et al. (2020) on one store. */
final class StudyStats {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double DECIMALS = 1000;

  private final Histogram load = Study.times();
  private final Histogram insertions = Study.times();
  private final Histogram besideMerges = Study.times();
  private final Histogram besideOthers = Study.times();
  private final QueryStats[] queries = {new QueryStats(), new QueryStats()};
  private final List<Integer> components = new ArrayList<>();
  private long points;
  private long nanos;
  private long roundPoints;
  private long roundNanos;
  private long pagesWritten;

  /** Returns a number rounded to three decimals. */
  static double rounded(double value) {
    return Math.round(value * DECIMALS) / DECIMALS;
  }

  /**
   * Adds a percentile in microseconds to an execution, unless the histogram is empty.
   *
   * @param figure name of the measurement
   * @param latencies times in nanoseconds
   */
  static void addMicros(
      Execution execution, String figure, Histogram latencies, double percentile) {
    if (latencies.getTotalCount() > 0) {
      long found = latencies.getValueAtPercentile(percentile);
      execution.measured(figure, latencies.lowestEquivalentValue(found) / NANOS_PER_MICRO);
    }
  }

  Histogram load() {
    return load;
  }

  Histogram insertions() {
    return insertions;
  }

  QueryStats queries(int exponent) {
    return queries[exponent == Study.EXPONENTS[0] ? 0 : 1];
  }

  Histogram beside(boolean merging) {
    return merging ? besideMerges : besideOthers;
  }

  /**
   * Adds the cost of a group of insertions. The first group is the initial load.
   *
   * @param took time in nanoseconds
   * @param pages number of pages written
   */
  void inserted(int count, long took, long pages) {
    if (points > 0) {
      roundPoints += count;
      roundNanos += took;
    }
    points += count;
    nanos += took;
    pagesWritten += pages;
  }

  /** Adds the number of LSM components that exist after a round of insertions. */
  void components(int count) {
    components.add(count);
  }

  /** Adds to an execution the measurements that exist for every kind of index. */
  void addTo(Execution execution, StudySize size) {
    execution
        .measured("records_per_second", Math.round(points * NANOS_PER_SECOND / Math.max(1, nanos)))
        .measured(
            "records_per_second_of_rounds",
            Math.round(roundPoints * NANOS_PER_SECOND / Math.max(1, roundNanos)))
        .measured("insert_seconds", rounded(nanos / NANOS_PER_SECOND))
        .measured("pages_written", pagesWritten)
        .measured(
            "bytes_written_per_point", rounded((double) pagesWritten * size.pageBytes() / points));
    long asked = queries[0].nanos() + queries[1].nanos();
    execution.measured("work_seconds", rounded((nanos + asked) / NANOS_PER_SECOND));
    Histogram all = Study.times();
    all.add(load);
    all.add(insertions);
    addMicros(execution, "insert_p50_micros", all, 50);
    addMicros(execution, "insert_p99_micros", all, 99);
    addMicros(execution, "insert_p999_micros", all, 99.9);
    addMicros(execution, "insert_max_micros", all, 100);
    for (int exponent : Study.EXPONENTS) {
      queries(exponent).addTo(execution, exponent, !components.isEmpty());
    }
  }

  /** Adds to an execution the measurements that exist only for an LSM R-tree. */
  void addTree(Execution execution, LsmStats index, StudySize size) {
    long flushed = Math.max(1, index.flushedRecords());
    execution
        .measured("write_amplification", rounded(index.writeAmplification()))
        .measured(
            "write_amplification_by_level",
            index.mergedRecords().stream()
                .map(records -> String.valueOf(rounded((double) records / flushed)))
                .collect(Collectors.joining(" ")))
        .measured("flushes", index.flushes())
        .measured("merges", index.merges())
        .measured("merged_components", index.mergedComponents())
        .measured("flush_bytes", index.flushedPages() * size.pageBytes())
        .measured("merge_bytes", index.mergedPages() * size.pageBytes())
        .measured("flush_seconds", rounded(index.flushNanos() / NANOS_PER_SECOND))
        .measured("merge_seconds", rounded(index.mergeNanos() / NANOS_PER_SECOND))
        .measured("stalls", index.waits())
        .measured("components", index.components())
        .measured("levels", joined(index.levels()))
        .measured("components_by_round", joined(components))
        .measured(
            "mean_components",
            rounded(components.stream().mapToInt(Integer::intValue).average().orElse(0)))
        .measured("most_components", index.mostComponents())
        .measured("stored_bytes", index.pages() * size.pageBytes())
        .measured("fence_bytes", index.fenceBytes())
        .measured("most_memory_bytes", index.mostBytes());
  }

  private static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  /**
   * Adds to an execution the measurements that exist only for a grove. A grove counts the pages
   * that it wrote, but not the records.
   */
  void addGrove(Execution execution, GroveMetrics grove) {
    long stored = Math.max(1, grove.index().pages());
    execution
        .measured("write_amplification", rounded((double) grove.blocks().pagesWritten() / stored))
        .measured("merges", grove.index().merges());
  }

  /** Adds the times of the queries that ran between insertions. */
  void addBeside(Execution execution) {
    addBeside(execution, "merging", besideMerges);
    addBeside(execution, "idle", besideOthers);
  }

  private static void addBeside(Execution execution, String when, Histogram latencies) {
    addQueries(execution, "beside", when, latencies);
  }

  /**
   * Adds the number, the median and the 99th percentile of some query times.
   *
   * @param what first part of the names of the measurements
   * @param when last part of the names, such as {@code merging}
   * @param latencies times in nanoseconds
   */
  static void addQueries(Execution execution, String what, String when, Histogram latencies) {
    execution.measured(what + "_queries_" + when, latencies.getTotalCount());
    for (int percentile : new int[] {50, 99}) {
      String figure = what + "_p" + percentile + "_" + when + "_micros";
      addMicros(execution, figure, latencies, percentile);
    }
  }
}
