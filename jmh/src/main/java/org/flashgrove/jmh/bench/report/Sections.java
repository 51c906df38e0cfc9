package org.flashgrove.jmh.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.report.Section;

/** Converts a comparison to tables and plots. A row is a measurement, and a column is a peer. */
public final class Sections {
  private static final double FEW = 10;
  private static final double SOME = 100;
  private static final List<String> CHANGES =
      List.of(
          "one-by-one",
          "batches-1000",
          "bulk",
          "mixed-insertions",
          "moves",
          "moves-by-id",
          "deletions");
  private static final List<String> QUERIES =
      List.of("warm-1-0.001", "warm-1-0.01", "warm-1-0.1", "nearest", "mixed-windows");

  private final Comparison comparison;
  private final String prefix;
  private final Set<String> rows = new LinkedHashSet<>();

  /** Creates the tables of a comparison. */
  public Sections(Comparison comparison) {
    this.comparison = comparison;
    prefix = fileName(comparison.data() + "-" + comparison.entries());
    comparison.sides().forEach(side -> rows.addAll(side.rows().keySet()));
  }

  /** Returns the tables and plots of the comparison as a section of a report. */
  public Section section() {
    List<String> lines = new ArrayList<>();
    for (Side side : comparison.sides()) {
      if (side.collector().isEmpty()) {
        lines.add("**" + side.peer() + "**: " + side.description() + ".");
      }
    }
    List<FigureTable> tables = new ArrayList<>();
    for (String our : comparison.ours()) {
      if (!new Targets(comparison, our).targets().isEmpty()) {
        tables.add(targets(our));
      }
    }
    addTimes(tables, "cpu", "Processor time, µs an operation", Measurement::cpuMicros);
    addTimes(tables, "wall", "Time, µs an operation", Measurement::wallMicros);
    add(tables, "rate", "Operations a second", each -> number(each.perSecond()));
    add(tables, "written", "Bytes written an operation", each -> bytes(each.bytesWritten(), each));
    add(tables, "read", "Bytes read an operation", each -> bytes(each.bytesRead(), each));
    for (String percentile : List.of("p50", "p99", "p999", "max")) {
      add(
          tables,
          percentile,
          "Latency of an operation, " + percentile + ", µs",
          each -> number(each.latencyMicros().get(percentile)));
    }
    add(
        tables,
        "compiler",
        "Seconds of the compilers within it",
        each -> number(each.figures().get("compilerSeconds")));
    add(tables, "disk", "Bytes of files", each -> number(each.figures().get("diskBytes")));
    add(tables, "memory", "Bytes resident", each -> number(each.figures().get("residentBytes")));
    return new Section(
        comparison.data()
            + String.format(Locale.ROOT, ", %,d entries", comparison.entries())
            + (comparison.isDouble() ? ", doubles" : ""),
        lines,
        tables,
        drawings());
  }

  private FigureTable targets(String our) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(List.of("row", "target", "measured", "details", "result"));
    for (Target each : new Targets(comparison, our).targets()) {
      cells.add(
          List.of(
              each.row(),
              each.asked(),
              number(each.measured()),
              each.beside(),
              each.holds() ? "holds" : "missed"));
    }
    return new FigureTable(
        prefix + "-" + our + "-targets", "Targets of " + our + ", and measured values", 2, cells);
  }

  private void add(
      List<FigureTable> tables, String name, String title, Function<Measurement, String> figure) {
    addCells(tables, name, title, repeated -> figure.apply(repeated.median()));
  }

  /**
   * Adds a table of medians. If there are several processes, a cell also shows the minimum and the
   * maximum.
   */
  private void addTimes(
      List<FigureTable> tables, String name, String title, ToDoubleFunction<Measurement> figure) {
    addCells(
        tables,
        name,
        title,
        repeated -> {
          double[] spread = repeated.spread(figure);
          String median = number(figure.applyAsDouble(repeated.median()));
          return spread == null
              ? median
              : median + " (" + number(spread[0]) + " to " + number(spread[1]) + ")";
        });
  }

  private void addCells(
      List<FigureTable> tables, String name, String title, Function<Repeated, String> figure) {
    List<List<String>> cells = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("row"));
    comparison.sides().forEach(side -> head.add(side.label()));
    cells.add(head);
    for (String row : rows) {
      List<String> line = new ArrayList<>(List.of(row));
      boolean any = false;
      for (Side side : comparison.sides()) {
        Repeated measured = side.rows().get(row);
        String cell = measured == null ? "" : figure.apply(measured);
        any |= !cell.isEmpty();
        line.add(cell);
      }
      if (any) {
        cells.add(line);
      }
    }
    if (cells.size() > 1) {
      tables.add(new FigureTable(prefix + "-" + name, title, 1, cells));
    }
  }

  /** Converts a text to a valid file name. */
  static String fileName(String name) {
    return name.replaceAll("[^A-Za-z0-9-]", "-");
  }

  /**
   * Formats a number of bytes per operation. Returns an empty text if the bytes were not measured.
   *
   * @param bytes number of bytes of all operations, or null
   */
  static String bytes(Long bytes, Measurement of) {
    return bytes == null ? "" : number(bytes / (double) of.operations());
  }

  /**
   * Formats a number with up to two decimals, fewer for larger numbers. Returns an empty text for
   * null or another object that is not a number.
   */
  static String number(Object value) {
    if (!(value instanceof Number number)) {
      return "";
    }
    double magnitude = Math.abs(number.doubleValue());
    String format = magnitude < FEW ? "%,.2f" : magnitude < SOME ? "%,.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, number.doubleValue());
  }

  private List<Drawing> drawings() {
    List<Drawing> drawings = new ArrayList<>();
    add(drawings, "changes", "Processor time of changes, µs", CHANGES);
    add(drawings, "queries", "Processor time of warm queries, µs", QUERIES);
    if (drawings.isEmpty() && !rows.isEmpty()) {
      add(drawings, "all", "Processor time, µs", List.copyOf(rows));
    }
    return drawings;
  }

  private void add(List<Drawing> drawings, String name, String title, List<String> shown) {
    if (shown.stream().anyMatch(rows::contains)) {
      drawings.add(plot(name, title, shown));
    }
  }

  private Plot plot(String name, String title, List<String> shown) {
    Plot plot = Plot.bars(prefix + "-" + name, title, "", "µs").logarithmic(true);
    for (Side side : comparison.sides()) {
      for (String row : shown) {
        Measurement measured = side.row(row);
        if (measured != null) {
          plot.add(side.label(), row, measured.cpuMicros());
        }
      }
    }
    return plot;
  }
}
