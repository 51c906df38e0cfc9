package org.flashgrove.lab.experiment.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.PlotFiles;
import org.flashgrove.lab.experiment.Preset;
import org.flashgrove.lab.experiment.results.ResultsFile;
import org.flashgrove.lab.experiment.results.RunFacts;
import org.flashgrove.lab.experiment.results.StoredExecution;

/** A report of one or more runs, written to a directory. */
public final class RunReport {
  private static final String PICTURES = "plots";

  private final String title;
  private final List<Section> sections = new ArrayList<>();

  /** Creates an empty report. */
  public RunReport(String title) {
    this.title = title;
  }

  /**
   * Adds a section with the tables and plots of a run.
   *
   * @param name name of the run in the report
   * @param prefix prefix of the names of the run's plots
   * @param preset preset that makes the tables and plots
   */
  public RunReport add(String name, String prefix, ResultsFile file, Preset preset) {
    List<StoredExecution> stored = file.executions();
    List<Execution> executions = stored.stream().map(StoredExecution::execution).toList();
    RunFacts facts = file.facts();
    List<List<String>> machine = new ArrayList<>(List.of(List.of("machine", "")));
    facts.machine().forEach((fact, value) -> machine.add(List.of(fact, String.valueOf(value))));
    sections.add(
        new Section(
            name,
            List.of(
                facts.description(),
                "run "
                    + facts.experiment()
                    + " --scale "
                    + facts.scale()
                    + " --seed "
                    + facts.seed(),
                executions.size()
                    + " executions"
                    + (file.isFinished() ? "." : "; the run was stopped before its end.")),
            List.of(new FigureTable("machine", "What it was made with and on", 2, machine)),
            List.of()));
    List<FigureTable> tables = preset.tables(executions);
    if (tables.isEmpty()) {
      tables = List.of(FigureTable.of(executions));
    }
    sections.add(new Section("Figures", List.of(), tables, List.of()));
    List<Drawing> plots = new ArrayList<>(preset.plots(executions));
    addDrawings("Plots", plots);
    DetailPlots details = new DetailPlots(file, prefix);
    addDrawings("Latencies of single operations", details.latencies(stored));
    addDrawings("Order of page reads and writes", details.orders(stored));
    addDrawings("The tree of the first store", details.trees(stored));
    return this;
  }

  private void addDrawings(String name, List<? extends Drawing> drawings) {
    if (!drawings.isEmpty()) {
      sections.add(new Section(name, List.of(), List.of(), List.copyOf(drawings)));
    }
  }

  /** Adds a section to the end of the report. */
  public RunReport add(Section section) {
    sections.add(section);
    return this;
  }

  /**
   * Writes the report: {@code report.html}, {@code report.md}, {@code tables.tex} and the plots as
   * SVG.
   *
   * @throws IOException if a file cannot be written
   */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory.resolve(PICTURES));
    Files.writeString(directory.resolve("report.html"), HtmlReport.write(title, sections));
    Files.write(directory.resolve("report.md"), TextReports.markdown(title, sections, PICTURES));
    Files.write(directory.resolve("tables.tex"), TextReports.latex(sections));
    for (Section section : sections) {
      for (Drawing drawing : section.drawings()) {
        Files.writeString(
            directory.resolve(PICTURES).resolve(drawing.name() + ".svg"), PlotFiles.svg(drawing));
      }
    }
  }

  /**
   * Writes executions as CSV. Each row has all settings and measurements of an execution.
   *
   * @throws IOException if the file cannot be written
   */
  public static void writeCsv(List<StoredExecution> executions, Path file) throws IOException {
    Set<String> config = new LinkedHashSet<>();
    Set<String> figures = new LinkedHashSet<>();
    for (StoredExecution each : executions) {
      config.addAll(each.execution().config().keySet());
      figures.addAll(each.execution().figures().keySet());
    }
    List<String> header = new ArrayList<>(List.of("pe_id", "execution_name"));
    header.addAll(config);
    header.addAll(figures);
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader(header.toArray(new String[0])).get();
    try (CSVPrinter rows = format.print(file, StandardCharsets.UTF_8)) {
      for (StoredExecution each : executions) {
        List<Object> row = new ArrayList<>(List.of(each.number(), each.execution().name()));
        config.forEach(name -> row.add(each.execution().config().get(name)));
        figures.forEach(name -> row.add(each.execution().figures().get(name)));
        rows.printRecord(row);
      }
    }
  }
}
