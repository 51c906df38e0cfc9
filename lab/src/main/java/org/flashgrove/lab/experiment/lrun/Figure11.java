package org.flashgrove.lab.experiment.lrun;

import java.util.List;
import java.util.Locale;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figure 11 of Yang et al.: misses of the buffers LRU-N and LRU-P for three key distributions, with
 * five different numbers of look-ups each. The buffer has 4 pages. The kμ-tree has k = 0.5, height
 * 3 and 10,000 entries.
 */
final class Figure11 extends NamedPreset {
  private static final int ENTRIES = 10_000;
  private static final int PAGES = 4;
  private static final int[] LENGTHS = {10_000, 100_000, 200_000, 500_000, 1_000_000};

  /**
   * Misses in figure 11 of Yang et al., by key distribution, buffer (LRU-N, then LRU-P) and number
   * of look-ups.
   */
  private static final long[][][] PAPER = {
    {
      {15_590, 155_910, 312_038, 780_047, 1_559_907},
      {17_055, 170_927, 342_033, 854_324, 1_708_855}
    },
    {{8_440, 84_557, 168_774, 421_593, 843_000}, {11_204, 112_373, 224_522, 560_877, 1_122_580}},
    {{6_323, 62_601, 125_389, 313_557, 627_857}, {8_789, 87_335, 174_897, 438_076, 877_579}}
  };

  Figure11() {
    super(
        "lrun-fig11",
        LruNPresets.SOURCE + ", figure 11",
        "misses of LRU-N and LRU-P beside the paper's, for five numbers of look-ups");
  }

  @Override
  public String extent(Scale scale) {
    return String.format(Locale.ROOT, "%,d look-ups and fewer", LENGTHS[lengths(scale) - 1]);
  }

  @Override
  public void execute(ExperimentRun run) {
    for (int entries : run.wholeNumbers("n", ENTRIES)) {
      for (double k : run.shares("k", 0.5)) {
        for (int height : run.wholeNumbers("height", 3)) {
          IndexedKeys index = new IndexedKeys(entries, "mutree:k=" + k + ",height=" + height);
          for (int pages : run.wholeNumbers("pages", PAGES)) {
            execute(run, index, pages);
          }
        }
      }
    }
  }

  @Override
  public List<String> parameters() {
    return LruNPresets.PARAMETERS;
  }

  private static int lengths(Scale scale) {
    return scale.choose(2, 3, LENGTHS.length);
  }

  private static void execute(ExperimentRun run, IndexedKeys index, int bufferPages) {
    boolean isOfPaper = LruNPresets.PARAMETERS.stream().noneMatch(run::isSet);
    int lengths = lengths(run.scale());
    for (KeyDistribution distribution : KeyDistribution.values()) {
      long[][] paper = PAPER[distribution.ordinal()];
      for (int length = 0; length < lengths; length++) {
        int at = length;
        double improvement = 100.0 * (paper[1][at] - paper[0][at]) / paper[1][at];
        new LookUps(run, distribution, LENGTHS[at])
            .execute(
                index,
                bufferPages,
                (name, height, pages) -> isOfPaper ? LookUps.rounded(improvement) : Double.NaN,
                (execution, buffer) -> {
                  if (isOfPaper) {
                    addPaper(execution, buffer, paper, at);
                  }
                });
      }
    }
  }

  private static void addPaper(Execution execution, String buffer, long[][] paper, int at) {
    int row = List.of("lru-n", "lru-p").indexOf(buffer);
    if (row >= 0) {
      long expected = paper[row][at];
      execution.measured("paper_misses", expected);
      execution.measured(
          "deviation_percent",
          LookUps.rounded(100.0 * (execution.figure("misses") - expected) / expected));
    }
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot plot =
        Plot.bars(
            name(),
            "Misses a look-up, 4 pages, k = 0.5, H = 3",
            "distribution",
            "misses a look-up");
    for (Execution each : executions) {
      if (each.has("queries", LENGTHS[1])) {
        String buffer = each.config().get("buffer").toString();
        Object distribution = each.config().get("distribution");
        plot.add(buffer, distribution, each.figure("misses") / LENGTHS[1]);
        if (each.figures().containsKey("paper_misses")) {
          plot.add(buffer + ", paper", distribution, each.figure("paper_misses") / LENGTHS[1]);
        }
      }
    }
    return List.of(plot);
  }
}
