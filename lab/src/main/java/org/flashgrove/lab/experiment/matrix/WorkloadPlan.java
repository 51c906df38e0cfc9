package org.flashgrove.lab.experiment.matrix;

import java.util.List;
import org.flashgrove.lab.experiment.workload.BulkLoadStep;
import org.flashgrove.lab.experiment.workload.Step;

/**
 * Workload of each store.
 *
 * @param steps in their order, each with a phase of its own
 * @param snapshot whether the tree is looked at in the end, for the figures of the first step
 * @param seeds how many seeds: each has other data, other windows, other draws
 * @param repeats how often all of it is done with a seed
 * @param shuffled whether stores come in an order drawn by the seed
 * @param warmup executions of each kind of store that come before and are not counted
 */
record WorkloadPlan(
    List<Step> steps, boolean snapshot, int seeds, int repeats, boolean shuffled, int warmup) {
  /** Returns a copy with other steps. */
  WorkloadPlan with(List<Step> others) {
    return new WorkloadPlan(others, snapshot, seeds, repeats, shuffled, warmup);
  }

  /**
   * Refuses an index that a step is not for.
   *
   * @throws org.flashgrove.core.spec.SpecException naming what is allowed
   */
  void requireFits(String index) {
    for (Step step : steps) {
      if (step instanceof BulkLoadStep bulk) {
        bulk.requireFits(index);
      }
    }
  }

  /** The phases in their order. */
  List<String> phases() {
    return steps.stream().map(Step::phase).toList();
  }
}
