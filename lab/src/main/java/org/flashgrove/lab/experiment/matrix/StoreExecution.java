package org.flashgrove.lab.experiment.matrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.lab.experiment.Details;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.PageOrder;
import org.flashgrove.lab.experiment.TemporaryDirectory;
import org.flashgrove.lab.experiment.workload.DataSet;
import org.flashgrove.lab.experiment.workload.Step;
import org.flashgrove.lab.experiment.workload.StoreContext;
import org.flashgrove.lab.experiment.workload.Subject;
import org.flashgrove.simulator.store.DeviceSetup;

/**
 * Creates one store and runs the workload on it. Each step results in an execution.
 *
 * @param configuration configuration of the store
 * @param data the data set
 * @param workload the workload
 * @param draw seed and repetition
 * @param recordsOrder whether the order of page reads and writes is recorded
 * @param dropsCaches whether the operating system's page cache is dropped before the run and before
 *     steps that reopen the store
 * @param discards whether the free space of the file system is discarded (trimmed) before the run
 */
record StoreExecution(
    Configuration configuration,
    DataSet data,
    WorkloadPlan workload,
    Draw draw,
    boolean recordsOrder,
    boolean dropsCaches,
    boolean discards) {
  /**
   * Seed and repetition of an execution. Executions of the same configuration differ in nothing
   * else.
   *
   * @param seed seed of data, windows and steps
   * @param number number of the seed, from 1
   * @param repeat number of the repetition with this seed, from 1
   */
  record Draw(long seed, int number, int repeat) {
    /**
     * Returns the suffix of the execution's name. It is empty for the first seed and repetition.
     */
    String suffix() {
      return (number == 1 ? "" : " seed " + seed) + (repeat == 1 ? "" : " " + repeat);
    }
  }

  /**
   * Result of running the workload on the store.
   *
   * @param executions one execution for each step, in order
   * @param differences wrong answers, one line each
   */
  record Outcome(List<Execution> executions, List<String> differences) {}

  /** Returns a text that contains everything that determines the result, except the data. */
  String described() {
    return configuration.members(configuration.options(data.domain()))
        + " "
        + workload.steps()
        + " "
        + workload.snapshot()
        + " "
        + draw
        + " "
        + data.entries().size();
  }

  /** Runs the workload on a store in a temporary directory, and then removes the directory. */
  Outcome run() {
    try (TemporaryDirectory directory = new TemporaryDirectory("run")) {
      return run(directory.path());
    }
  }

  private Outcome run(Path directory) {
    StoreDesign design = configuration.options(data.domain()).design();
    boolean kept = workload.steps().stream().anyMatch(Step::reopens);
    DeviceSetup setup =
        new DeviceSetup(configuration.precondition(), UnaryOperator.identity(), kept);
    StoreContext site =
        new StoreContext(
            directory.resolve("store"), design, setup, recordsOrder ? new PageOrder() : null);
    List<Execution> executions = new ArrayList<>();
    List<String> differences = new ArrayList<>();
    if (discards) {
      SystemDiscards.discard(directory);
    }
    dropCaches();
    try (Subject subject = new Subject(site, data, draw.seed())) {
      for (Step step : workload.steps()) {
        Subject.Outcome outcome = subject.run(step, step.isCold() ? this::dropCaches : () -> {});
        Execution execution = execution(subject, step, outcome);
        executions.add(execution);
        if (outcome.difference() != null) {
          differences.add(execution.name() + ": " + outcome.difference());
        }
      }
      if (workload.snapshot()) {
        executions.set(0, withTree(subject, executions.get(0)));
      }
    }
    return new Outcome(executions, differences);
  }

  private void dropCaches() {
    if (dropsCaches) {
      SystemCaches.drop();
    }
  }

  private Execution execution(Subject subject, Step step, Subject.Outcome outcome) {
    String phase = step.phase();
    Map<String, Object> queries = step.provenance(data, draw.seed());
    Map<String, Object> config = configuration.members(subject.store().options());
    config.put(Labels.PHASE, phase);
    config.put(Labels.SEED, draw.seed());
    config.put(Labels.REPEAT, draw.repeat());
    if (!queries.isEmpty()) {
      config.put("queries", queries);
    }
    String name = (configuration.name() + " " + phase).strip() + draw.suffix();
    return new Execution(name, config, outcome.figures(), outcome.details());
  }

  private static Execution withTree(Subject subject, Execution first) {
    List<Details.Node> nodes = subject.look(first.figures());
    Details had = first.details();
    return new Execution(
        first.name(),
        first.config(),
        first.figures(),
        new Details(had.latencies(), had.order(), nodes));
  }
}
