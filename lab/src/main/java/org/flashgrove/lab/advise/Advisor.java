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
 * Finds configurations for data and a workload by successive halving (Jamieson and Talwalkar 2016).
 * First all candidates run on the simulator with a sample of the data. Then the best candidates run
 * with a larger sample, and the best of these with a still larger one.
 *
 * <p>If a trial uses a tenth of the data, for example, it also uses a tenth of the memory and of
 * the log. The windows of such a trial are larger, so that they find about as many entries as in
 * all data. Costs that grow with the data are extrapolated to all data.
 */
final class Advisor {
  /** Number of rows of a pass, as a multiple of the rows of the previous pass. */
  private static final long MORE = 3;

  /** Number of best candidates that enter the second pass, the third pass, and so on. */
  private static final int[] BEST = {10, 5};

  /**
   * Limit for the fastest candidate of each kind (index and buffer). Such a candidate enters the
   * next pass if its time is at most this many times the least time of all candidates.
   */
  private static final double NEAR = 2;

  /**
   * Minimum memory of a trial in bytes. With less memory, a buffer no longer behaves as the larger
   * buffer that the trial represents.
   */
  private static final long SMALLEST_MEMORY = 16L << 10;

  private final TrialRun trials;
  private final long rows;

  Advisor(TrialSetting setting, ExperimentRun.Steps progress) {
    trials = new TrialRun(setting, progress);
    rows = setting.rows();
  }

  /**
   * Trials of all passes. A pass tries candidates with the same number of rows.
   *
   * @param broad trials of the first pass, which tries all candidates with few rows
   * @param broadRows number of rows of the broad trials
   * @param narrow trials of the last pass, with more rows; equal to {@code broad} if there was only
   *     one pass
   * @param narrowRows number of rows of the narrow trials
   * @param refused candidates that are not possible, with the reason
   * @param differences wrong answers, one line each
   */
  record Passes(
      List<Trial> broad,
      long broadRows,
      List<Trial> narrow,
      long narrowRows,
      Map<Candidate, String> refused,
      List<String> differences) {}

  /**
   * Tries candidates in several passes.
   *
   * @param wanted number of rows of the first pass; increased if the memory of a trial would
   *     otherwise be too small
   */
  Passes run(List<Candidate> candidates, long wanted) {
    long broadRows = broadRows(candidates, wanted);
    TrialRun.Outcome broad = trials.run(candidates, broadRows, TrialDocument.Draws.EXACT);
    List<String> differences = new ArrayList<>(broad.differences());
    TrialRun.Outcome last = broad;
    long lastRows = broadRows;
    for (int pass = 0; pass < BEST.length && lastRows < rows; pass++) {
      List<Candidate> left = new ArrayList<>(left(last.trials(), BEST[pass]));
      left.addAll(last.refused().keySet()); // these candidates may be possible with more rows
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
   * Returns the candidates for the next pass: the {@code best} fastest candidates, and the two
   * fastest of the candidates with the least memory. Also returns the fastest candidate of each
   * kind (index and buffer) whose time is within {@link #NEAR} times the least time.
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
    // Of the candidates with the least memory, keep the two fastest.
    long memory = byTime.stream().mapToLong(trial -> trial.candidate().memory()).min().orElse(0);
    byTime.stream()
        .filter(trial -> trial.candidate().memory() == memory)
        .limit(2)
        .forEach(trial -> left.add(trial.candidate()));
    return left;
  }
}
