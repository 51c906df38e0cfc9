package org.flashgrove.lab.experiment.matrix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.flashgrove.lab.experiment.DataFolder;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.Unit;
import org.flashgrove.lab.experiment.workload.DataSet;
import org.flashgrove.lab.experiment.workload.JoinStep;
import org.flashgrove.lab.experiment.workload.SelectionStep;
import org.flashgrove.lab.experiment.workload.Step;

/**
 * Runs the stores of an experiment's matrix. For each seed and repeat it runs all stores, in the
 * order of the document or in random order. Stores whose results are in the archive are not run
 * again.
 */
final class MatrixRun {
  /**
   * Number of entries that a warm-up inserts. It is enough for the JVM to compile insertion and
   * search.
   */
  private static final long WARM_UP_ENTRIES = 20_000;

  private final ExperimentDocument document;
  private final WorkloadPlan workload;
  private final List<Configuration> configurations;
  private final ExperimentRun run;
  private final DataFolder folder;
  private final List<String> differences = new ArrayList<>();
  private int complete;

  MatrixRun(
      ExperimentDocument document,
      List<Configuration> configurations,
      ExperimentRun run,
      DataFolder folder) {
    this.document = document;
    this.configurations = configurations;
    this.run = run;
    this.folder = folder;
    workload = document.workload();
  }

  void execute() {
    int seeds = run.seedsOr(workload.seeds());
    int all = seeds * workload.repeats() * configurations.size();
    run.progressed(0, all);
    for (int number = 0; number < seeds; number++) {
      long seed = run.seed() + number;
      Map<String, DataSet> sets = new LinkedHashMap<>();
      for (Configuration each : configurations) {
        sets.computeIfAbsent(each.data(), name -> load(name, seed));
      }
      List<Step> steps = joined(sets, seed);
      WorkloadPlan done = workload.with(steps);
      if (number == 0) {
        warmUp(sets, done);
      }
      for (int repeat = 1; repeat <= workload.repeats(); repeat++) {
        List<StoreExecution> block = new ArrayList<>();
        for (Configuration each : configurations) {
          block.add(
              new StoreExecution(
                  each,
                  sets.get(each.data()),
                  done,
                  new StoreExecution.Draw(seed, number + 1, repeat),
                  run.recordsOrder(),
                  run.dropsCaches(),
                  run.discards()));
        }
        if (workload.shuffled()) {
          Collections.shuffle(block, new Random(31 * seed + repeat));
        }
        execute(block, all);
      }
    }
    differences.forEach(run::differs);
  }

  /**
   * Returns the steps of the workload. In a join step, the name of the other data set is replaced
   * by the loaded data set.
   */
  private List<Step> joined(Map<String, DataSet> sets, long seed) {
    List<Step> steps = new ArrayList<>();
    for (Step step : workload.steps()) {
      steps.add(
          step instanceof JoinStep join
              ? join.of(sets.computeIfAbsent(join.with(), name -> load(name, seed)))
              : step);
    }
    return steps;
  }

  private DataSet load(String name, long seed) {
    boolean refines =
        workload.steps().stream()
            .anyMatch(step -> step instanceof SelectionStep selection && selection.isRefined());
    DataSource.Loaded loaded = document.data().get(name).load(folder, run.scale(), seed, refines);
    return DataSet.of(loaded.entries(), loaded.geometries(), seed);
  }

  private void execute(List<StoreExecution> block, int all) {
    List<Callable<List<Execution>>> tasks = new ArrayList<>();
    block.forEach(store -> tasks.add(() -> kept(store)));
    run.inParallel(
        tasks,
        executions -> {
          run.addKept(executions);
          run.progressed(++complete, all);
        });
  }

  /**
   * Returns the executions of a store from the archive if the archive contains them. Otherwise runs
   * the store, and archives its executions unless an answer was wrong.
   */
  private List<Execution> kept(StoreExecution store) {
    String unit = Unit.of(store.described(), document.data(), run.scale(), run.recordsOrder());
    List<Execution> before = run.archive().find(unit);
    if (!before.isEmpty()) {
      return before;
    }
    StoreExecution.Outcome outcome = store.run();
    if (outcome.differences().isEmpty()) {
      run.archive().keep(unit, outcome.executions());
    } else {
      synchronized (differences) {
        differences.addAll(outcome.differences());
      }
    }
    return outcome.executions();
  }

  /**
   * Runs one store for each combination of index, buffer and device with few entries, and discards
   * the results. Without this warm-up, the first executions would be slower, because the JVM has
   * not compiled the code yet. The warm-up does not change counts, because each execution has its
   * own store and device.
   */
  private void warmUp(Map<String, DataSet> sets, WorkloadPlan done) {
    Map<List<String>, Configuration> kinds = new LinkedHashMap<>();
    configurations.forEach(each -> kinds.putIfAbsent(each.kind(), each));
    for (int i = 0; i < run.warmUpsOr(workload.warmup()); i++) {
      for (Configuration each : kinds.values()) {
        DataSet data = sets.get(each.data()).first(WARM_UP_ENTRIES);
        StoreExecution.Draw draw = new StoreExecution.Draw(run.seed(), 1, 1);
        new StoreExecution(each.withoutPrecondition(), data, done, draw, false, false, false).run();
        run.warmedUp();
      }
    }
  }
}
