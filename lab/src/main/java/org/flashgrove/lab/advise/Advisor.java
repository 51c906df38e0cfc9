package org.flashgrove.lab.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.lab.experiment.ExperimentRun;

/**
 * Finds configurations for data and a workload: all candidates are tried on the simulator with a
 * part of the data, those that are left with more of it, twice (successive halving, Jamieson and
 * Talwalkar 2016). A trial with a part of the data has the same part of the memory and of the log,
 * and windows that find about as many entries; what grows with the data is put on to the whole.
 */
final class Advisor {
  /** A pass has this many times the rows of the one before. */
  private static final long MORE = 3;

  /** Number of best candidates that enter each further pass. */
  private static final int[] BEST = {10, 5};

  /** Factor of the least time up to which the best candidate of each kind enters the next pass. */
  private static final double NEAR = 2;

  /** The least memory with which buffers behave as larger ones do. */
  private static final long SMALLEST_MEMORY = 16L << 10;

  private final TrialRun trials;
  private final long rows;

  Advisor(TrialSetting setting, ExperimentRun.Steps progress) {
    trials = new TrialRun(setting, progress);
    rows = setting.rows();
  }

  /**
   * Trials of all passes.
   *
   * @param broad all candidates, with few rows
   * @param broadRows how many rows
   * @param narrow those of the last pass, with more rows; the same as {@code broad} if there was
   *     nothing to gain
   * @param narrowRows how many rows
   * @param refused candidates that cannot be, with the cause
   * @param differences answers that were not the right ones
   */
  record Passes(
      List<Trial> broad,
      long broadRows,
      List<Trial> narrow,
      long narrowRows,
      Map<Candidate, String> refused,
      List<String> differences) {}

  /**
   * Tries candidates.
   *
   * @param wanted rows of the first pass; it has more where the memory would be too small
   */
  Passes run(List<Candidate> candidates, long wanted) {
    long broadRows = broadRows(candidates, wanted);
    TrialRun.Outcome broad = trials.run(candidates, broadRows, TrialDocument.Draws.EXACT);
    List<String> differences = new ArrayList<>(broad.differences());
    TrialRun.Outcome last = broad;
    long lastRows = broadRows;
    for (int pass = 0; pass < BEST.length && lastRows < rows; pass++) {
      List<Candidate> left = new ArrayList<>(left(last.trials(), BEST[pass]));
      left.addAll(last.refused().keySet()); // with more rows they may be possible
      lastRows = Math.min(rows, MORE * lastRows);
      last = trials.run(left, lastRows, TrialDocument.Draws.EXACT);
      differences.addAll(last.differences());
    }
    return new Passes(
        broad.trials(), broadRows, last.trials(), lastRows, last.refused(), differences);
  }

  private long broadRows(List<Candidate> candidates, long wanted) {
    long least = candidates.stream().mapToLong(Candidate::memory).min().orElseThrow();
    long byMemory = (long) Math.ceil((double) rows * SMALLEST_MEMORY / least);
    long some = Math.min(rows, Math.max(wanted, byMemory));
    return 2 * some > rows ? rows : some; // no second pass for less than twice the rows
  }

  /**
   * Returns the candidates that may win with more rows: the {@code best} fastest, and near ones of
   * other kinds.
   */
  private static Set<Candidate> left(List<Trial> trials, int best) {
    List<Trial> byTime = new ArrayList<>(trials);
    byTime.sort(Comparator.comparingDouble(Trial::micros));
    Set<Candidate> left = new LinkedHashSet<>();
    byTime.stream().limit(best).forEach(trial -> left.add(trial.candidate()));
    Map<String, Trial> kinds = new LinkedHashMap<>();
    byTime.forEach(trial -> kinds.putIfAbsent(trial.candidate().kind(), trial));
    double most = NEAR * byTime.get(0).micros();
    kinds.values().stream()
        .filter(trial -> trial.micros() <= most)
        .forEach(trial -> left.add(trial.candidate()));
    // of the thrifty ones the best
    long memory = byTime.stream().mapToLong(trial -> trial.candidate().memory()).min().orElse(0);
    byTime.stream()
        .filter(trial -> trial.candidate().memory() == memory)
        .limit(2)
        .forEach(trial -> left.add(trial.candidate()));
    return left;
  }
}
