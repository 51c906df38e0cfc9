package org.flashgrove.lab.research;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.matrix.MatrixExperiment;
import org.flashgrove.lab.experiment.report.RunReport;
import org.flashgrove.lab.experiment.report.Section;
import org.flashgrove.lab.experiment.results.ResultsFile;
import org.flashgrove.lab.experiment.results.RunFacts;
import org.flashgrove.lab.experiment.results.StoredExecution;
import org.flashgrove.lab.experiment.statistics.Arm;
import org.flashgrove.lab.experiment.statistics.RunComparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a report of results files. */
@Command(
    name = "report",
    description = {
      "Write a report on results files, as HTML, Markdown, LaTeX, SVG and CSV.",
      "The HTML is one file without external links. Tables are also in LaTeX, plots in SVG and"
          + " executions in CSV. The report compares later files with the first file."
    })
public final class ReportCommand extends StoreCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Results files, written by 'run --results'.")
  private List<Path> files = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory to write (default: the name of the first file with the suffix -report).")
  private Path out;

  ReportCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Path directory = out == null ? beside(files.get(0)) : out;
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new IllegalArgumentException("--out " + directory + ": is a file; choose a directory");
    }
    RunReport report = new RunReport("Flashgrove: " + files.get(0).getFileName());
    List<StoredExecution> first = new ArrayList<>();
    List<Section> comparisons = new ArrayList<>();
    int executions = 0;
    for (int i = 0; i < files.size(); i++) {
      try (ResultsFile results = ResultsFile.read(files.get(i))) {
        String name = files.get(i).getFileName().toString();
        List<StoredExecution> stored = results.executions();
        report.add(name, files.size() == 1 ? "" : (i + 1) + "-", results, preset(results.facts()));
        Files.createDirectories(directory);
        RunReport.writeCsv(
            stored,
            directory.resolve(i == 0 ? "executions.csv" : "executions-" + (i + 1) + ".csv"));
        executions += stored.size();
        if (i == 0) {
          first.addAll(stored);
        } else {
          comparisons.add(comparison(files.get(0).getFileName() + ", " + name, first, stored));
        }
      }
    }
    comparisons.forEach(report::add);
    report.write(directory);
    Path page = directory.resolve("report.html");
    print(Map.of("report", page.toString(), "executions", executions, "bytes", Files.size(page)));
    say("%s: %,d executions", page, executions);
    return 0;
  }

  private static Path beside(Path file) {
    String name = file.getFileName().toString().replaceFirst("[.][^.]*$", "");
    return file.resolveSibling(name + "-report");
  }

  /**
   * Returns the preset that makes the tables and plots of a run: the YAML document of the run, or a
   * named preset.
   */
  static Preset preset(RunFacts facts) {
    return facts.document() == null
        ? PresetCatalog.named(facts.experiment().replaceFirst("^preset:", ""))
        : MatrixExperiment.of(facts.experiment(), facts.document());
  }

  private static Section comparison(String name, List<StoredExecution> a, List<StoredExecution> b) {
    RunComparison comparison = new RunComparison(executions(a), Arm.ALL, executions(b), Arm.ALL);
    return new Section(
        "Comparison: " + name,
        List.of(CompareCommand.summary(comparison)),
        List.of(comparison.table(comparison.usualFigures())),
        List.of());
  }

  static List<Execution> executions(List<StoredExecution> stored) {
    return stored.stream().map(StoredExecution::execution).toList();
  }
}
