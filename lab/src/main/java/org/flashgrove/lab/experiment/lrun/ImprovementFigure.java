package org.flashgrove.lab.experiment.lrun;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figures 12, 15 and 16 of Yang et al.: how many percent fewer misses LRU-N has than LRU-P. The
 * misses are measured for all combinations of some trees, three key distributions and buffers of 4,
 * 8 and 16 pages.
 *
 * @param name name of the preset
 * @param description description in one line
 * @param entries number of entries for each height, from height 3 on
 * @param shares values of the parameter k of the tree
 * @param panel setting that has one plot per value: {@code height}, {@code pages} or empty
 * @param axis setting on the x axis
 */
record ImprovementFigure(
    String name, String description, int[] entries, double[] shares, String panel, String axis)
    implements Preset {
  private static final int LEAST_HEIGHT = 3;

  /**
   * Returns the improvement of LRU-N over LRU-P that the text of Yang et al. states, in percent.
   * Returns NaN if the text states none; it covers only figure 12 (height 3) and figure 15 (normal
   * distribution).
   */
  private static double paper(String distribution, int height, int pages) {
    int at = List.of(4, 8, 16).indexOf(pages);
    if (at < 0) {
      return Double.NaN;
    }
    if (height == LEAST_HEIGHT) {
      return switch (distribution) {
        case "uniform" -> new double[] {8, 28, 20}[at];
        case "normal" -> new double[] {20, 4, 4}[at];
        default -> new double[] {18, 21, 17}[at];
      };
    }
    if (distribution.equals("normal") && height <= 5) {
      return new double[][] {{52, Double.NaN, 10}, {43, Double.NaN, 25}}[height - 4][at];
    }
    return Double.NaN;
  }

  @Override
  public String source() {
    return LruNPresets.SOURCE + ", " + name.replace("lrun-fig", "figure ");
  }

  private static int lookUps(Scale scale) {
    return scale.choose(10_000, 100_000, 1_000_000);
  }

  @Override
  public String extent(Scale scale) {
    return String.format(Locale.ROOT, "%,d look-ups a buffer", lookUps(scale));
  }

  @Override
  public void execute(ExperimentRun run) {
    int queries = lookUps(run.scale());
    int[] usual = new int[entries.length];
    Arrays.setAll(usual, i -> LEAST_HEIGHT + i);
    for (int height : run.wholeNumbers("height", usual)) {
      int own = entries[Math.max(0, Math.min(entries.length - 1, height - LEAST_HEIGHT))];
      for (int count : run.wholeNumbers("n", own)) {
        execute(run, queries, height, count);
      }
    }
  }

  @Override
  public List<String> parameters() {
    return LruNPresets.PARAMETERS;
  }

  private void execute(ExperimentRun run, int queries, int height, int count) {
    for (double k : run.shares("k", shares)) {
      IndexedKeys index = new IndexedKeys(count, "mutree:k=" + k + ",height=" + height);
      for (KeyDistribution distribution : KeyDistribution.values()) {
        for (int pages : run.wholeNumbers("pages", LookUps.BUFFER_PAGES)) {
          new LookUps(run, distribution, queries)
              .execute(
                  index,
                  pages,
                  k == 0.5 && !run.isSet("n")
                      ? ImprovementFigure::paper
                      : (name, levels, b) -> Double.NaN);
        }
      }
    }
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    return plots(name, executions, panel, axis);
  }

  /**
   * Returns a plot of the improvement of LRU-N for each value of {@code panel}, with a series for
   * each distribution.
   */
  static List<Plot> plots(String name, List<Execution> executions, String panel, String axis) {
    Map<String, Plot> plots = new LinkedHashMap<>();
    for (Execution each : executions) {
      if (each.has("buffer", "lru-n")) {
        String value = panel.isEmpty() ? "" : panel + " " + each.config().get(panel);
        String file = name + (value.isEmpty() ? "" : "-" + value.replace(" ", "-"));
        String title = "LRU-N over LRU-P: fewer misses" + (value.isEmpty() ? "" : ", " + value);
        plots
            .computeIfAbsent(value, unused -> Plot.bars(file, title, axis, "improvement, %"))
            .add(
                each.config().get("distribution").toString(),
                each.config().get(axis),
                each.figure("improvement_percent"));
      }
    }
    return new ArrayList<>(plots.values());
  }
}
