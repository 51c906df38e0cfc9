package org.flashgrove.lab.experiment.lrun;

import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figures 13, 14, 17 and 18 of Yang et al.: misses of LRU-N and LRU-P on a trace, with 10,000
 * entries and height 3. If the user provides no trace, the preset generates one.
 *
 * @param name name of the preset
 * @param trace name of the trace in the paper of Yang et al.
 * @param made generated trace that is used if the user provides no trace
 * @param panel setting that has one plot per value: {@code k} or {@code pages}
 * @param axis setting on the x axis
 */
record TraceFigure(String name, String trace, MadeTrace made, String panel, String axis)
    implements Preset {
  private static final int ENTRIES = 10_000;

  @Override
  public String description() {
    return "LRU-N over LRU-P on the "
        + trace
        + " traces; without --trace on a made one ("
        + made.described()
        + "), as those are not at hand";
  }

  @Override
  public String source() {
    return LruNPresets.SOURCE + ", " + name.replace("lrun-fig", "figure ");
  }

  @Override
  public boolean replaysTrace() {
    return true;
  }

  @Override
  public String extent(Scale scale) {
    return String.format(
        Locale.ROOT, "%,d requests; with --trace all of it", MadeTrace.count(scale));
  }

  @Override
  public void execute(ExperimentRun run) {
    for (int entries : run.wholeNumbers("n", ENTRIES)) {
      for (int height : run.wholeNumbers("height", 3)) {
        execute(run, entries, height);
      }
    }
  }

  @Override
  public List<String> parameters() {
    return LruNPresets.PARAMETERS;
  }

  private void execute(ExperimentRun run, int entries, int height) {
    int[] keys =
        run.trace() == null
            ? TraceKeys.of(made.requests(run, entries), entries, "the made trace")
            : TraceKeys.read(run.trace(), entries);
    String replayed = run.trace() == null ? "made: " + made.described() : run.trace();
    for (double k : run.shares("k", LookUps.SHARES)) {
      IndexedKeys index = new IndexedKeys(entries, "mutree:k=" + k + ",height=" + height);
      for (int pages : run.wholeNumbers("pages", LookUps.BUFFER_PAGES)) {
        new LookUps(run, "trace", keys.length, keyCount -> inOrder(keys))
            .execute(
                index,
                pages,
                (name, levels, b) -> Double.NaN,
                (execution, buffer) -> execution.with("trace", replayed));
      }
    }
  }

  private static IntSupplier inOrder(int[] keys) {
    int[] at = new int[1];
    return () -> keys[at[0]++];
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    return ImprovementFigure.plots(name, executions, panel, axis);
  }
}
