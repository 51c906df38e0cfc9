package org.flashgrove.lab.experiment.scan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;

/**
 * Settings that the sort presets share. All of these presets return 30 % of the table in key order.
 */
final class Sorts {
  static final double SELECTIVITY = 0.3;
  static final int SMALL_UNIT = 1;
  static final int LARGE_UNIT = 8;

  private static final int LEAST_UNITS = 6;
  private static final int CACHE_MEBIBYTES = 128;

  private final ExperimentRun run;
  private final int tuples;

  /** Creates the settings. The scale of the run determines the size of the table. */
  Sorts(ExperimentRun run) {
    this(run, tuples(run.scale()));
  }

  Sorts(ExperimentRun run, int tuples) {
    this.run = run;
    this.tuples = tuples;
  }

  private static int tuples(Scale scale) {
    return scale.choose(100_000, 500_000, SampleTable.FULL_TUPLES);
  }

  /** Returns the size of the run at a scale, in one line. */
  static String extent(Scale scale) {
    return String.format(Locale.ROOT, "tables of %,d tuples", tuples(scale));
  }

  SampleTable table(RecordPlacement placement) {
    return new SampleTable(tuples, placement, run.seed());
  }

  /**
   * Returns a cache size in pages. The cache has the same ratio to this table as a cache of {@code
   * mebibytes} has to the table of Lee et al.
   */
  long cachePages(int mebibytes) {
    double full = ((long) mebibytes << 20) / SampleTable.PAGE_BYTES;
    return Math.round(full * tuples / SampleTable.FULL_TUPLES);
  }

  /**
   * Returns the sort settings for which this table needs as many passes as the table of Lee et al.
   * needs with {@code mebibytes} of memory. Let D be the pages of records, M the pages of memory
   * and u the pages of a unit, which a sort reads or writes together. The number of passes depends
   * on the ratio of D u to the square of M. So the memory grows with the square root of the table
   * size.
   */
  SortConfig memory(int mebibytes, int unitPages) {
    double factor = Math.sqrt((double) tuples / SampleTable.FULL_TUPLES);
    long pages = Math.round(factor * (mebibytes << 20) / SampleTable.PAGE_BYTES);
    pages = Math.max(pages, (long) LEAST_UNITS * unitPages);
    return new SortConfig(pages * SampleTable.PAGE_BYTES, unitPages);
  }

  /**
   * Returns a copy of {@code config} in which a sort reads and writes units of full size only.
   * Smaller units would allow fewer merge passes. But on a disk, the additional seeks of smaller
   * units cost more than another pass.
   */
  static SortConfig withWholeUnits(SortConfig config) {
    return new SortConfig(config.memoryBytes(), config.unitPages(), config.unitPages());
  }

  /**
   * Draws the times of executions in one plot per panel.
   *
   * @param name first part of the names of the plots
   * @param panel returns the panel of an execution
   * @param title first part of the titles, before the panel
   * @param x name of the setting on the x axis
   * @param series returns the series of an execution
   */
  static List<Plot> plots(
      String name,
      List<Execution> executions,
      Function<Execution, String> panel,
      String title,
      String x,
      Function<Execution, String> series) {
    Map<String, Plot> plots = new LinkedHashMap<>();
    for (Execution each : executions) {
      plots
          .computeIfAbsent(
              panel.apply(each),
              of ->
                  Plot.lines(
                      name + "-" + (plots.size() + 1),
                      title + of,
                      x.replace('_', ' '),
                      "virtual s"))
          .add(series.apply(each), each.config().get(x), each.figure("virtual_micros") / 1e6);
    }
    return List.copyOf(plots.values());
  }

  /**
   * Runs a plan and adds an execution with its measurements.
   *
   * @param more adds further measurements to the execution
   */
  Execution add(
      SortQuery query, Machine machine, int users, BiConsumer<SortQuery, Execution> more) {
    Execution execution = query.execute(machine, users, cachePages(CACHE_MEBIBYTES));
    more.accept(query, execution);
    run.add(execution);
    return execution;
  }
}
