package org.flashgrove.lab.experiment.matrix;

import java.util.List;
import org.flashgrove.lab.experiment.workload.BulkLoadStep;
import org.flashgrove.lab.experiment.workload.Step;

/**
 * Workload of each store of an experiment.
 *
 * @param steps the steps in order; each is a phase of the results
 * @param snapshot whether the nodes of the tree are recorded at the end
 * @param seeds number of seeds; each seed gives different data, windows and random choices
 * @param repeats number of runs with each seed
 * @param shuffled whether the stores run in random order
 * @param warmup number of warm-ups for each combination of index, buffer and device
 */
record WorkloadPlan(
    List<Step> steps, boolean snapshot, int seeds, int repeats, boolean shuffled, int warmup) {
  /** Returns a copy with other steps. */
  WorkloadPlan with(List<Step> others) {
    return new WorkloadPlan(others, snapshot, seeds, repeats, shuffled, warmup);
  }

  /**
   * Throws an exception if a step does not support an index.
   *
   * @param index spec of the index
   * @throws org.flashgrove.core.spec.SpecException if a step does not support the index; the
   *     message lists the supported ones
   */
  void requireFits(String index) {
    for (Step step : steps) {
      if (step instanceof BulkLoadStep bulk) {
        bulk.requireFits(index);
      }
    }
  }

  /** Returns the names of the phases in order. */
  List<String> phases() {
    return steps.stream().map(Step::phase).toList();
  }
}
