package org.flashgrove.lab.experiment.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figures 2(a) to 2(d) of Lee et al. (2011): full scan, index scan and sorted index scan on a disk
 * and on flash, by selectivity and number of users. For the index scan and for the sorted index
 * scan, the preset finds the selectivity at which the scan takes as long as the full scan.
 */
final class Figure2 extends NamedPreset {
  private static final double[] SELECTIVITIES = {
    0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1
  };

  /**
   * Maximum selectivity at which an index scan of one user is always measured. At higher
   * selectivities, and with several users, the measurements stop once the index scan is slower than
   * the full scan.
   */
  private static final double MOST_SHOWN = 0.5;

  /** Maximum selectivity in the plot of page counts. */
  private static final double MOST_DRAWN = 0.1;

  /** Result of {@link #breakEven} if the full scan is never faster than the index scan. */
  static final double NEVER = 1;

  private static final int CACHE_PAGES = 32_768;

  Figure2() {
    super(
        "scan-fig2",
        ScanPresets.SOURCE + ", figure 2",
        "full, index and sorted index scans by selectivity and users, on flash and on a disk;"
            + " break_even: the share of keys from which on the full scan is faster (paper: idx .05,"
            + " sidx .40 at 16 users on flash; .002 and .01 on disk)");
  }

  private static int tuples(Scale scale) {
    return scale.choose(50_000, 250_000, SampleTable.FULL_TUPLES);
  }

  @Override
  public String extent(Scale scale) {
    return String.format(Locale.ROOT, "tables of %,d tuples", tuples(scale));
  }

  @Override
  public void execute(ExperimentRun run) {
    int tuples = tuples(run.scale());
    int[] users =
        run.byScale(new int[] {1, 16}, new int[] {1, 4, 16}, new int[] {1, 2, 4, 8, 16, 24});
    long cache = Math.round((double) CACHE_PAGES * tuples / SampleTable.FULL_TUPLES);
    for (String kind : List.of(Machine.NAND, Machine.HDD)) {
      Machine machine = null;
      for (RecordPlacement placement :
          List.of(RecordPlacement.UNIFORM, RecordPlacement.SINGLES, RecordPlacement.RUNS)) {
        SampleTable table = new SampleTable(tuples, placement, run.seed());
        if (machine == null) {
          machine = new Machine(kind, kind, table.allPages(), users[users.length - 1]);
        }
        PathQuery query = new PathQuery(machine, table, cache);
        for (int count : users) {
          execute(run, query, count);
        }
      }
    }
  }

  private static void execute(ExperimentRun run, PathQuery query, int users) {
    List<Execution> full = new ArrayList<>();
    Execution first = query.execute(AccessPath.FTS, SELECTIVITIES[0], users);
    for (double selectivity : SELECTIVITIES) {
      if (selectivity <= MOST_SHOWN) {
        Execution each = new Execution(first.name().replace("0.1 %", 100 * selectivity + " %"));
        first.config().forEach(each::with);
        first.figures().forEach(each::measured);
        full.add(each.with("selectivity", selectivity));
      }
    }
    full.forEach(run::add);
    double fullMicros = first.figure("virtual_micros");
    for (AccessPath path : List.of(AccessPath.IDX, AccessPath.SIDX)) {
      List<Execution> executions = new ArrayList<>();
      boolean lost = false;
      for (double selectivity : SELECTIVITIES) {
        boolean counted = path == AccessPath.SIDX || users == 1 && selectivity <= MOST_SHOWN;
        if (counted || !lost) {
          Execution each = query.execute(path, selectivity, users);
          lost |= each.figure("virtual_micros") > fullMicros;
          executions.add(each);
        }
      }
      double breakEven = breakEven(executions, "virtual_micros", fullMicros);
      for (Execution each : executions) {
        each.measured("fts_micros", first.figures().get("virtual_micros"));
        run.add(addBreakEven(each, breakEven));
      }
    }
  }

  /**
   * Returns the selectivity at which an index scan takes as long as the full scan, or {@link
   * #NEVER}. Interpolates linearly between measurements.
   *
   * @param executions executions of the index scan with increasing selectivity
   * @param figure name of the measured time
   * @param fullMicros time of the full scan in microseconds
   */
  static double breakEven(List<Execution> executions, String figure, double fullMicros) {
    double lastSelectivity = 0;
    double lastMicros = 0;
    for (Execution each : executions) {
      double selectivity = ((Number) each.config().get("selectivity")).doubleValue();
      double micros = each.figure(figure);
      if (micros > fullMicros) {
        double part = (fullMicros - lastMicros) / (micros - lastMicros);
        return lastSelectivity + part * (selectivity - lastSelectivity);
      }
      lastSelectivity = selectivity;
      lastMicros = micros;
    }
    return NEVER;
  }

  /** Adds the break-even selectivity to an execution. */
  static Execution addBreakEven(Execution execution, double breakEven) {
    return breakEven == NEVER
        ? execution.measured("break_even", 1.0).measured("break_even_found", false)
        : execution.measured("break_even", Math.round(breakEven * 1e5) / 1e5);
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    List<Plot> plots = new ArrayList<>();
    for (String kind : List.of(Machine.NAND, Machine.HDD)) {
      String device = kind.replaceFirst(":.*", "");
      Plot even =
          Plot.lines(
              name() + "-" + device,
              "Break-even with the full scan, " + device,
              "users",
              "% of keys");
      Plot pages =
          Plot.lines(
              name() + "-pages", "Pages read, uniform, one user", "% of keys", "% of the pages");
      for (Execution each : executions) {
        String path = each.config().get("path").toString();
        double selectivity = ((Number) each.config().get("selectivity")).doubleValue();
        if (each.has("device", kind) && each.has("selectivity", SELECTIVITIES[0])) {
          String series = path + ", " + each.config().get("clustering");
          if (!path.equals("fts")) {
            even.add(series, each.config().get("users"), 100 * each.figure("break_even"));
          }
        }
        if (each.has("device", Machine.NAND)
            && each.has("users", 1)
            && each.has("clustering", "uniform")
            && selectivity <= MOST_DRAWN) {
          double share = each.figure("table_pages_read") / each.figure("table_pages");
          pages.add(path, PathQuery.rounded(100 * selectivity), 100 * share);
        }
      }
      plots.add(even);
      if (kind.equals(Machine.NAND)) {
        plots.add(pages);
      }
    }
    return plots;
  }
}
