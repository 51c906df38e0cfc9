package org.flashgrove.lab.experiment.lrun;

import java.util.List;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figure 19 of Yang et al.: number of flash pages of a kμ-tree with k = 0.7 compared with k = 0.5.
 * Part (a) varies the number of entries, part (b) the size of an entry.
 */
final class Figure19 extends NamedPreset {
  private static final int[] ENTRIES = {5_000, 10_000, 20_000, 30_000};
  private static final int ENTRIES_BY_SIZE = 10_000;

  /** Sizes of the key and of the value of an entry, in bytes. */
  private static final int[][] WIDTHS = {{4, 4}, {4, 8}, {8, 8}};

  Figure19() {
    super(
        "lrun-fig19",
        LruNPresets.SOURCE + ", figure 19",
        "pages of the tree with k = 0.7 beside k = 0.5");
  }

  @Override
  public String extent(Scale scale) {
    return "all of it: trees that are built";
  }

  @Override
  public void execute(ExperimentRun run) {
    for (int entries : run.wholeNumbers("n", ENTRIES)) {
      add(run, "19a", entries, WIDTHS[0]);
    }
    for (int[] widths : WIDTHS) {
      add(run, "19b", ENTRIES_BY_SIZE, widths);
    }
  }

  @Override
  public List<String> parameters() {
    return List.of("n", "height");
  }

  private static void add(ExperimentRun run, String figure, int entries, int[] widths) {
    int pagesOfHalf = 0;
    for (double k : new double[] {0.5, 0.7}) {
      IndexedKeys index =
          new IndexedKeys(
              entries,
              "mutree:height="
                  + run.wholeNumbers("height", 3)[0]
                  + ",k="
                  + k
                  + ",key="
                  + widths[0]
                  + ",value="
                  + widths[1]);
      int entryBytes = widths[0] + widths[1];
      Execution execution =
          new Execution(entries + " entries of " + entryBytes + " bytes, k " + k)
              .with("figure", figure)
              .with("k", k)
              .with("entries", entries)
              .with("entry_bytes", entryBytes)
              .with("height", index.height())
              .measured("live_pages", index.livePages());
      if (k == 0.5) {
        pagesOfHalf = index.livePages();
      } else {
        execution.measured(
            "reduction_percent",
            LookUps.rounded(100.0 * (pagesOfHalf - index.livePages()) / pagesOfHalf));
      }
      run.add(execution);
    }
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot byEntries = Plot.bars("lrun-fig19a", "Pages of the tree", "entries", "live pages");
    Plot bySize =
        Plot.bars("lrun-fig19b", "Pages of the tree, 10,000 entries", "bytes", "live pages");
    for (Execution each : executions) {
      boolean a = each.has("figure", "19a");
      (a ? byEntries : bySize)
          .add(
              "k = " + each.config().get("k"),
              each.config().get(a ? "entries" : "entry_bytes"),
              each.figure("live_pages"));
    }
    return List.of(byEntries, bySize);
  }
}
