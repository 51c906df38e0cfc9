package org.flashgrove.lab.experiment.matrix;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.flashgrove.datasets.InputException;
import org.flashgrove.lab.experiment.DataFolder;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.Scale;
import org.flashgrove.lab.experiment.matrix.layout.Selection;
import org.flashgrove.lab.experiment.matrix.layout.TableLayout;
import org.flashgrove.lab.experiment.workload.Step;

/** An experiment that is described by a YAML document. */
public final class MatrixExperiment implements Preset {
  /** Maximum number of seeds, and maximum number of repeats for each seed. */
  public static final int MOST_DRAWS = ExperimentReader.MOST_DRAWS;

  /** Maximum number of warm-ups for each combination of index, buffer and device. */
  public static final int MOST_WARM_UPS = ExperimentReader.MOST_WARM_UPS;

  private final ExperimentDocument document;
  private final String text;
  private final Path folder;

  private MatrixExperiment(ExperimentDocument document, String text, Path folder) {
    this.document = document;
    this.text = text;
    this.folder = folder;
  }

  /**
   * Returns the experiment of a document in memory, without a folder of data sets.
   *
   * @param file name of the document for messages
   * @throws InputException if the document is invalid
   */
  public static MatrixExperiment of(String file, String text) {
    return new MatrixExperiment(ExperimentReader.read(file, text), text, null);
  }

  /**
   * Returns the experiment of a file.
   *
   * @throws InputException if the file does not exist, or is invalid
   * @throws IOException if the file cannot be read
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
        ExperimentReader.read(file.toString(), text), text, file.toAbsolutePath().getParent());
  }

  /**
   * Workload as the document states it.
   *
   * @param steps the steps in their order
   * @param plain the workload as plain values: maps, lists and texts
   */
  public record PlainWorkload(List<Step> steps, Object plain) {}

  /**
   * Reads only the workload of a document, which may have nothing else.
   *
   * @param data names of the data sets that a join step may use
   * @throws InputException if the workload is missing or invalid
   */
  public static PlainWorkload workload(String file, String text, Set<String> data) {
    return ExperimentReader.workload(file, text, data);
  }

  /** Returns the label of an execution on an axis of its experiment's matrix. */
  public static String label(Execution execution, String axis) {
    return String.valueOf(Labels.of(execution).get(axis));
  }

  /** Returns the parsed document. */
  ExperimentDocument parsed() {
    return document;
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
  public String source() {
    return document.source();
  }

  @Override
  public String extent(Scale scale) {
    int stores = document.matrix().expand(scale).size();
    WorkloadPlan workload = document.workload();
    int draws = workload.seeds() * workload.repeats();
    String rows =
        document.data().values().stream()
            .map(source -> source.described(scale))
            .distinct()
            .collect(Collectors.joining(", "));
    return stores * draws
        + " stores of "
        + rows
        + " entries, steps "
        + String.join(", ", workload.phases());
  }

  @Override
  public String document() {
    return text;
  }

  @Override
  public void execute(ExperimentRun run) {
    List<Configuration> configurations = chosen(document.matrix().expand(run.scale()), run.only());
    configurations.forEach(each -> document.workload().requireFits(each.index()));
    document.tables().forEach(table -> requireRowsApart(table, configurations));
    DataFolder data = new DataFolder(run.dataDirectory(), folder);
    new MatrixRun(document, configurations, run, data).execute();
  }

  private List<Configuration> chosen(List<Configuration> all, Map<String, List<String>> only) {
    only.forEach(
        (axis, labels) -> {
          Set<String> allowed = new LinkedHashSet<>();
          all.forEach(each -> allowed.add(String.valueOf(each.labels().get(axis))));
          if (!document.matrix().axes().contains(axis)) {
            throw new IllegalArgumentException(
                "--only "
                    + axis
                    + ": no such axis (allowed: "
                    + String.join(", ", document.matrix().axes())
                    + ")");
          }
          for (String label : labels) {
            if (!allowed.contains(label)) {
              throw new IllegalArgumentException(
                  "--only "
                      + axis
                      + "="
                      + label
                      + ": no such label at this scale (allowed: "
                      + String.join(", ", allowed)
                      + ")");
            }
          }
        });
    Selection selection = new Selection(only);
    List<Configuration> left = all.stream().filter(c -> selection.holds(c.labels())).toList();
    if (left.isEmpty()) {
      throw new IllegalArgumentException(
          "--only: no store has all of these labels; choose labels of one block of the matrix");
    }
    return left;
  }

  /** Rejects a table in which rows of two configurations would have the same labels. */
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
                  + "': two configurations share a row, "
                  + each.name()
                  + "; add axes to rows, or exclude configurations with where");
        }
      }
    }
  }

  /** Returns the tables of the document. Omits tables without rows. */
  @Override
  public List<FigureTable> tables(List<Execution> executions) {
    Results results = new Results(document, executions);
    return document.tables().stream()
        .map(results::table)
        .filter(table -> table.cells().size() > 1)
        .toList();
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Results results = new Results(document, executions);
    return document.plots().stream().map(results::plot).toList();
  }
}
