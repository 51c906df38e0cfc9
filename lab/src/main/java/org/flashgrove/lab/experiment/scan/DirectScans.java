package org.flashgrove.lab.experiment.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figure 2 of Lee et al. (2011) on the disk of this machine. Real tables are read by the operators
 * of {@code access.scan}, bypassing the operating system's page cache, and elapsed time is
 * measured. A sorted index scan requests one page at a time, as in the paper, or 64 pages together.
 */
final class DirectScans extends NamedPreset {
  private static final double[] SELECTIVITIES = {
    0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.2, 0.3, 0.4, 0.5
  };

  /**
   * Maximum selectivity at which index scans are measured. At a higher selectivity, an index scan
   * reads each page many times.
   */
  private static final double MOST_OF_INDEX_SCANS = 0.1;

  private static final int WINDOW_PAGES = 64;
  private static final int CACHE_MEBIBYTES = 256;
  private static final String DEVICE = "direct";

  DirectScans() {
    super(
        "scan-direct",
        ScanPresets.SOURCE + ", figure 2 on this machine's disk",
        "full, index and sorted index scans of tables on the disk of this machine, past the page"
            + " cache, by the clock on the wall (the fastest of three); window: pages asked for"
            + " together");
  }

  private static int tuples(Scale scale) {
    return scale.choose(20_000, 250_000, SampleTable.FULL_TUPLES);
  }

  @Override
  public String extent(Scale scale) {
    return String.format(Locale.ROOT, "tables of %,d tuples in files", tuples(scale));
  }

  @Override
  public void execute(ExperimentRun run) {
    int tuples = tuples(run.scale());
    int[] users = run.byScale(new int[] {1}, new int[] {1, 4}, new int[] {1, 4});
    Sorts sizes = new Sorts(run, tuples);
    for (RecordPlacement placement : List.of(RecordPlacement.UNIFORM, RecordPlacement.RUNS)) {
      SampleTable sample = new SampleTable(tuples, placement, run.seed());
      try (RealTables tables = new RealTables(sample, DEVICE, users[users.length - 1])) {
        for (int count : users) {
          long cachePages = Math.max(64, sizes.cachePages(CACHE_MEBIBYTES) / count);
          new Point(run, sample, tables, count, cachePages).execute();
        }
      }
    }
  }

  /** Runs all access paths on one table with one number of users. */
  private record Point(
      ExperimentRun run, SampleTable sample, RealTables tables, int users, long cachePages) {
    void execute() {
      Execution full = measure(AccessPath.FTS, 0.5, WINDOW_PAGES);
      run.add(full);
      double fullMicros = full.figure("elapsed_micros");
      add(AccessPath.SIDX, 1, fullMicros);
      add(AccessPath.SIDX, WINDOW_PAGES, fullMicros);
      add(AccessPath.IDX, 1, fullMicros);
    }

    private void add(AccessPath path, int window, double fullMicros) {
      List<Execution> executions = new ArrayList<>();
      for (double selectivity : SELECTIVITIES) {
        if (path != AccessPath.IDX || selectivity <= MOST_OF_INDEX_SCANS) {
          executions.add(measure(path, selectivity, window));
        }
      }
      double breakEven = Figure2.breakEven(executions, "elapsed_micros", fullMicros);
      executions.forEach(each -> run.add(Figure2.addBreakEven(each, breakEven)));
    }

    private Execution measure(AccessPath path, double selectivity, int window) {
      RealTables.Outcome outcome =
          tables.fastest(path, selectivity, window, users, cachePages * SampleTable.PAGE_BYTES);
      double expected = PathQuery.estimates(sample).pageReads(path, selectivity, cachePages);
      double pages = outcome.figures().pagesRead();
      String label = sample.placement().label();
      return new Execution(
              String.format(
                  Locale.ROOT,
                  "%s, %s, %s of keys, window %d, %d users, %s",
                  DEVICE,
                  path.toString(),
                  selectivity,
                  window,
                  users,
                  label))
          .with("device", DEVICE)
          .with("path", path.toString())
          .with("selectivity", selectivity)
          .with("users", users)
          .with("clustering", label)
          .with("cache", PathQuery.bytes(cachePages))
          .with("window", window)
          .measured("table_pages", sample.pages())
          .measured("records_per_page", SampleTable.TUPLES_OF_PAGE)
          .measured("table_pages_read", outcome.figures().pagesRead())
          .measured("rereads", outcome.figures().rereads())
          .measured("index_pages_read", outcome.figures().indexPages())
          .measured("expected_pages", Math.round(expected))
          .measured("deviation_percent", PathQuery.rounded(100 * (pages - expected) / expected))
          .measured("elapsed_micros", outcome.elapsedNanos() / 1000);
    }
  }
}
