package org.flashgrove.cli.experiment.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreDesign;
import org.flashgrove.cli.experiment.Execution;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.simulator.store.DeviceSetup;

/**
 * Builds one store and asks it, an execution for each phase.
 *
 * @param configuration the store
 * @param data what is indexed and asked
 * @param workload what is done
 * @param repeat which repetition, from 1
 */
record StoreExecution(Configuration configuration, DataSet data, Workload workload, int repeat) {
  /**
   * What came out.
   *
   * @param executions one for each phase, in their order
   * @param differences answers that were not the right ones
   */
  record Outcome(List<Execution> executions, List<String> differences) {}

  /** Runs it; the store's files are in a directory of their own, and removed. */
  Outcome run() {
    try {
      Path directory = Files.createTempDirectory("flashgrove-run");
      try {
        return run(directory);
      } finally {
        remove(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the directory of a store cannot be used", e);
    }
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private Outcome run(Path directory) {
    StoreDesign design = configuration.options(data.domain()).design();
    DeviceSetup setup =
        new DeviceSetup(configuration.precondition(), UnaryOperator.identity(), false);
    List<Execution> executions = new ArrayList<>();
    List<String> differences = new ArrayList<>();
    design = design.withDevice(setup.before(design.form().device()));
    try (SpatialStore store = SpatialStore.of(Store.create(directory, design))) {
      Execution build = build(store);
      executions.add(build);
      if (workload.flush() == Workload.Flush.AFTER_BUILD) {
        executions.add(flush(store));
      }
      for (DataSet.WindowSet set : data.windows()) {
        executions.add(ask(store, set, differences));
      }
      if (workload.flush() == Workload.Flush.AFTER_QUERIES) {
        executions.add(flush(store));
      }
      if (workload.snapshot()) {
        PhaseFigures.addSnapshot(build.figures(), store);
      }
    }
    return new Outcome(executions, differences);
  }

  private Execution execution(SpatialStore store, String phase, Map<String, Object> figures) {
    Map<String, Object> config = configuration.members(store.options());
    config.put(Labels.PHASE, phase);
    config.put("repeat", repeat);
    String name = (configuration.name() + " " + phase).strip();
    return new Execution(repeat == 1 ? name : name + " " + repeat, config, figures);
  }

  private Execution build(SpatialStore store) {
    PhaseFigures phase = new PhaseFigures(store);
    data.entries().forEach(store::insert);
    Map<String, Object> figures = phase.end();
    figures.put("processed_entries_num", data.entries().size());
    return execution(store, Workload.BUILD, figures);
  }

  private Execution flush(SpatialStore store) {
    PhaseFigures phase = new PhaseFigures(store);
    store.flush();
    return execution(store, Workload.FLUSH, phase.end());
  }

  private Execution ask(SpatialStore store, DataSet.WindowSet set, List<String> differences) {
    long[] idSum = {0};
    long results = 0;
    PhaseFigures phase = new PhaseFigures(store);
    for (double[] window : set.windows()) {
      results +=
          store.search(
              Predicate.INTERSECTS,
              window[0],
              window[1],
              window[2],
              window[3],
              (id, minX, minY, maxX, maxY) -> {
                idSum[0] += id;
                return true;
              });
    }
    Map<String, Object> figures = phase.end();
    figures.put("result_num", results);
    Execution execution = execution(store, set.phase(), figures);
    if (results != set.results() || idSum[0] != set.idSum()) {
      differences.add(
          execution.name()
              + ": "
              + results
              + " results, where a scan has "
              + set.results()
              + (results == set.results() ? " with other ids" : ""));
    }
    return execution;
  }
}
