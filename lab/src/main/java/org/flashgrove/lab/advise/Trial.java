package org.flashgrove.lab.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.lab.experiment.Execution;

/**
 * Cost of a candidate in the phases that count, extrapolated from a sample of the data to all data.
 *
 * @param candidate the candidate
 * @param reads number of pages that the device read
 * @param writes number of pages that the device programmed
 * @param erases number of blocks that the device erased
 * @param micros time in microseconds: virtual time on a simulator, or elapsed time
 * @param phases time of each counted phase in microseconds
 * @param phaseReads number of pages read in each counted phase
 */
record Trial(
    Candidate candidate,
    double reads,
    double writes,
    double erases,
    double micros,
    List<Double> phases,
    List<Double> phaseReads) {
  /**
   * Adds up the costs of a candidate.
   *
   * @param executions one execution for each step of the workload, in order. If the steps ran
   *     several times, the costs are averaged.
   * @param share size of the trial's sample as a fraction of the data
   */
  static Trial of(
      Candidate candidate, AdviceWorkload workload, double share, List<Execution> executions) {
    int steps = workload.steps().size();
    int rounds = executions.size() / steps;
    double[] sums = new double[3];
    List<Double> phases = new ArrayList<>();
    List<Double> phaseReads = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      if (!workload.counted().get(step)) {
        continue;
      }
      double factor = (workload.steps().get(step).growsWithData() ? 1 / share : 1) / rounds;
      double micros = 0;
      double reads = 0;
      for (int round = 0; round < rounds; round++) {
        Execution each = executions.get(round * steps + step);
        double virtual = each.figure("virtual_micros");
        micros += factor * (Double.isNaN(virtual) ? 1e6 * each.figure("total_time") : virtual);
        double read = each.figure("read_count");
        reads += factor * (Double.isNaN(read) ? each.figure("pages_read") : read);
        sums[0] += factor * orZero(each.figure("write_count"));
        sums[1] += factor * orZero(each.figure("erase_count"));
      }
      phases.add(micros);
      phaseReads.add(reads);
      sums[2] += reads;
    }
    double all = phases.stream().mapToDouble(Double::doubleValue).sum();
    return new Trial(candidate, sums[2], sums[0], sums[1], all, phases, phaseReads);
  }

  private static double orZero(double figure) {
    return Double.isNaN(figure) ? 0 : figure;
  }

  /**
   * Returns whether the candidate is no worse than another one in any cost and better in at least
   * one.
   */
  boolean dominates(Trial other) {
    boolean noMore =
        reads <= other.reads
            && writes <= other.writes
            && micros <= other.micros
            && candidate.memory() <= other.candidate.memory();
    boolean less =
        reads < other.reads
            || writes < other.writes
            || micros < other.micros
            || candidate.memory() < other.candidate.memory();
    return noMore && less;
  }

  /** Returns the trial as keys and values of a JSON object. */
  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", candidate.toString());
    members.put("index", candidate.index(1));
    members.put("flash", candidate.flash(1));
    members.put("pageSize", candidate.pageBytes());
    members.put("memory", candidate.memory());
    members.put("reads", Math.round(reads));
    members.put("writes", Math.round(writes));
    members.put("erases", Math.round(erases));
    members.put("micros", Math.round(micros));
    return members;
  }
}
