package org.flashgrove.cli.experiment.matrix;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flashgrove.cli.experiment.DataFolder;
import org.flashgrove.cli.experiment.Execution;
import org.flashgrove.cli.experiment.ExperimentRun;
import org.flashgrove.cli.experiment.FigureTable;
import org.flashgrove.cli.experiment.Plot;
import org.flashgrove.cli.experiment.Preset;
import org.flashgrove.datasets.InputException;

/** An experiment described in YAML. */
public final class MatrixExperiment implements Preset {
  /** Entries of a warm-up: enough to compile what inserts and searches. */
  private static final long WARM_UP_ENTRIES = 20_000;

  private final ExperimentDocument document;
  private final Path folder;

  /** An experiment whose data sets are not beside it. */
  MatrixExperiment(ExperimentDocument document) {
    this(document, null);
  }

  private MatrixExperiment(ExperimentDocument document, Path folder) {
    this.document = document;
    this.folder = folder;
  }

  /**
   * The experiment of a file.
   *
   * @throws InputException if the file is not there, or not one
   * @throws IOException if it cannot be read
   */
  public static MatrixExperiment read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new InputException(file.toString(), 0, "is a directory", "an experiment in YAML");
    }
    if (!Files.exists(file)) {
      throw new InputException(file.toString(), 0, "no such file", "an experiment in YAML");
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (MalformedInputException e) {
      throw new InputException(file.toString(), 0, "is not UTF-8", "an experiment in YAML", e);
    }
    return new MatrixExperiment(
        ExperimentReader.read(file.toString(), text), file.toAbsolutePath().getParent());
  }

  @Override
  public String name() {
    return document.name();
  }

  @Override
  public String description() {
    return document.description();
  }

  @Override
  public void execute(ExperimentRun run) {
    List<Configuration> configurations = document.matrix().expand(run.scale());
    document.tables().forEach(table -> requireRowsApart(table, configurations));
    DataFolder data = new DataFolder(run.dataDirectory(), folder);
    Map<String, DataSet> sets = new LinkedHashMap<>();
    for (Configuration each : configurations) {
      sets.computeIfAbsent(each.data(), name -> load(name, run, data));
    }
    List<StoreExecution> stores = new ArrayList<>();
    for (int repeat = 1; repeat <= document.workload().repeats(); repeat++) {
      for (Configuration each : configurations) {
        stores.add(new StoreExecution(each, sets.get(each.data()), document.workload(), repeat));
      }
    }
    warmUp(run, configurations, sets);
    ExecutorService threads = Executors.newFixedThreadPool(run.jobs());
    try {
      List<Future<StoreExecution.Outcome>> outcomes = new ArrayList<>();
      stores.forEach(store -> outcomes.add(threads.submit(store::run)));
      for (Future<StoreExecution.Outcome> outcome : outcomes) {
        StoreExecution.Outcome done = await(outcome);
        done.executions().forEach(run::add);
        done.differences().forEach(run::differs);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Runs a store of each kind of index and buffer on the beginning of its data, and forgets what
   * came out: else times of the first executions would be those of code that is not compiled yet.
   * Counts are not touched, as each execution has a store and a device of its own.
   */
  private void warmUp(
      ExperimentRun run, List<Configuration> configurations, Map<String, DataSet> sets) {
    Map<List<String>, Configuration> kinds = new LinkedHashMap<>();
    configurations.forEach(each -> kinds.putIfAbsent(each.kind(), each));
    for (int i = 0; i < document.workload().warmup(); i++) {
      for (Configuration each : kinds.values()) {
        DataSet data = sets.get(each.data()).first(WARM_UP_ENTRIES);
        new StoreExecution(each.withoutPrecondition(), data, document.workload(), 1).run();
        run.warmedUp();
      }
    }
  }

  private static StoreExecution.Outcome await(Future<StoreExecution.Outcome> outcome) {
    try {
      return outcome.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private DataSet load(String name, ExperimentRun run, DataFolder data) {
    return DataSet.of(
        document.data().get(name).load(data, run.scale(), run.seed()),
        document.workload(),
        run.seed());
  }

  /** Refuses a table that would show two configurations in rows that look alike. */
  private static void requireRowsApart(TableLayout table, List<Configuration> configurations) {
    Map<List<String>, Configuration> rows = new LinkedHashMap<>();
    for (Configuration each : configurations) {
      if (table.where().holds(each.labels())) {
        List<String> row =
            table.rows().stream().map(axis -> String.valueOf(each.labels().get(axis))).toList();
        if (rows.put(row, each) != null) {
          throw new IllegalArgumentException(
              "table '"
                  + table.name()
                  + "': two configurations in one row, "
                  + each.name()
                  + " (allowed: more axes in rows, or fewer configurations by where)");
        }
      }
    }
  }

  /** The tables of the document; one that would be empty at this scale is left out. */
  @Override
  public List<FigureTable> tables(List<Execution> executions) {
    Results results = new Results(executions, document.references());
    return document.tables().stream()
        .map(results::table)
        .filter(table -> table.cells().size() > 1)
        .toList();
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Results results = new Results(executions, document.references());
    return document.plots().stream().map(results::plot).toList();
  }
}
