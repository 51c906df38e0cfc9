package org.flashgrove.lab.experiment.lrun;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;

/**
 * Runs a sequence of look-ups on a tree once for each buffer, and adds an execution for each. The
 * execution of LRU-N also contains how many percent fewer misses LRU-N has than LRU-P.
 */
final class LookUps {
  static final int[] BUFFER_PAGES = {4, 8, 16};
  static final double[] SHARES = {0.3, 0.5, 0.7};

  /**
   * Improvement of LRU-N over LRU-P that the text of Yang et al. states for a tree and a buffer
   * size, in percent; NaN if the text states none.
   */
  interface PaperImprovement {
    double percent(String distribution, int height, int pages);
  }

  private final ExperimentRun run;
  private final String distribution;
  private final int queries;
  private final Function<Integer, IntSupplier> keys;

  /** Creates look-ups of keys that are drawn from a distribution. */
  LookUps(ExperimentRun run, KeyDistribution distribution, int queries) {
    this(run, distribution.label(), queries, keyCount -> distribution.keys(keyCount, run.seed()));
  }

  /**
   * Creates look-ups of given keys.
   *
   * @param distribution name of the sequence of keys in the results
   * @param keys returns the sequence of keys from its beginning; the argument is the number of keys
   *     in the tree
   */
  LookUps(
      ExperimentRun run, String distribution, int queries, Function<Integer, IntSupplier> keys) {
    this.run = run;
    this.distribution = distribution;
    this.queries = queries;
    this.keys = keys;
  }

  /** Runs the look-ups and adds an execution for each buffer. */
  void execute(IndexedKeys index, int pages, PaperImprovement paper) {
    execute(index, pages, paper, (execution, buffer) -> {});
  }

  /** Adds measurements to the execution of a buffer. */
  interface More {
    void add(Execution execution, String buffer);
  }

  void execute(IndexedKeys index, int pages, PaperImprovement paper, More more) {
    IndexedKeys.Result[] results =
        index.lookUp(pages, keys.apply(index.keyCount()), keys.apply(index.keyCount()), queries);
    for (IndexedKeys.Result result : results) {
      Execution execution =
          new Execution(
                  String.format(
                      Locale.ROOT,
                      "%s, %s, %d pages, %d queries, height %d, k %s",
                      distribution,
                      result.buffer(),
                      pages,
                      queries,
                      index.height(),
                      index.k()))
              .with("distribution", distribution)
              .with("buffer", result.buffer())
              .with("pages", pages)
              .with("queries", queries)
              .with("height", index.height())
              .with("k", index.k())
              .with("entries", index.keyCount())
              .measured("misses", result.misses())
              .measured("hits", result.hits())
              .measured("live_pages", index.livePages());
      if (result.buffer().equals("lru-n")) {
        addImprovement(execution, results, paper.percent(distribution, index.height(), pages));
      }
      more.add(execution, result.buffer());
      run.add(execution);
    }
  }

  private static void addImprovement(
      Execution execution, IndexedKeys.Result[] results, double paper) {
    double byPage = results[1].misses();
    execution.measured(
        "improvement_percent", rounded((byPage - results[0].misses()) / byPage * 100));
    if (!Double.isNaN(paper)) {
      execution.measured("paper_improvement_percent", paper);
    }
  }

  static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
