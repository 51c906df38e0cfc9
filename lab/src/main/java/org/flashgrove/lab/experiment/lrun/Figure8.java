package org.flashgrove.lab.experiment.lrun;

import java.util.List;
import java.util.Locale;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.rawflash.mutree.layout.HeightFormula;

/**
 * Figure 8 of Yang et al.: height of a kμ-tree as a function of k, according to their formula (1),
 * for several numbers of entries and a fanout of 512.
 */
final class Figure8 extends NamedPreset {
  private static final int FANOUT = 512;
  private static final int[] ENTRIES = {10_000, 100_000, 1_000_000, 10_000_000};

  Figure8() {
    super(
        "lrun-fig8",
        LruNPresets.SOURCE + ", figure 8",
        "height by formula (1) over k; 0 where it has no real solution");
  }

  private static int stepPercent(Scale scale) {
    return scale.choose(10, 5, 1);
  }

  @Override
  public String extent(Scale scale) {
    return "k in steps of " + stepPercent(scale) + " %";
  }

  @Override
  public void execute(ExperimentRun run) {
    int step = stepPercent(run.scale());
    for (int entries : run.wholeNumbers("n", ENTRIES)) {
      for (int percent = step; percent < 100; percent += step) {
        double k = percent / 100.0;
        double height = HeightFormula.height(k, entries, FANOUT);
        run.add(
            new Execution(String.format(Locale.ROOT, "k %.2f, %d entries", k, entries))
                .with("k", k)
                .with("entries", entries)
                .with("fanout", FANOUT)
                .measured("height", Double.isNaN(height) ? 0 : LookUps.rounded(height)));
      }
    }
  }

  @Override
  public List<String> parameters() {
    return List.of("n");
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot plot = Plot.lines(name(), "Height by formula (1), fanout 512", "k", "height");
    for (Execution each : executions) {
      plot.add(
          "n = " + each.config().get("entries"), each.config().get("k"), each.figure("height"));
    }
    return List.of(plot);
  }
}
