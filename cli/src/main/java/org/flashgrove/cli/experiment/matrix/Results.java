package org.flashgrove.cli.experiment.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.flashgrove.cli.experiment.Execution;
import org.flashgrove.cli.experiment.FigureTable;
import org.flashgrove.cli.experiment.Plot;

/** Tables and plots of executions. */
final class Results {
  private static final String NOTHING = "-";

  private final List<Execution> executions;
  private final List<Reference> references;
  private final Set<Map<?, ?>> points = new LinkedHashSet<>();

  Results(List<Execution> executions, List<Reference> references) {
    this.executions = executions;
    this.references = references;
    executions.forEach(execution -> points.add(Labels.of(execution)));
  }

  private List<Map<?, ?>> points(Selection where) {
    return points.stream().filter(where::holds).<Map<?, ?>>map(point -> point).toList();
  }

  FigureTable table(TableLayout layout) {
    List<List<String>> cells = new ArrayList<>();
    List<String> header = new ArrayList<>(layout.rows());
    layout.columns().forEach(column -> header.add(column.title()));
    cells.add(header);
    for (Map<?, ?> point : points(layout.where())) {
      List<String> row = new ArrayList<>();
      layout.rows().forEach(axis -> row.add(label(point, axis)));
      layout.columns().forEach(column -> row.add(cell(point, layout, column)));
      cells.add(row);
    }
    return new FigureTable(layout.name(), layout.title(), layout.rows().size(), cells);
  }

  Plot plot(PlotLayout layout) {
    Plot plot =
        layout.lines()
            ? Plot.lines(layout.name(), layout.title(), layout.x(), layout.y().title())
            : Plot.bars(layout.name(), layout.title(), layout.x(), layout.y().title());
    for (Map<?, ?> point : points(layout.where())) {
      List<String> series = layout.series().stream().map(axis -> label(point, axis)).toList();
      double value = value(point, layout.y()) / layout.y().divisor();
      plot.add(String.join(", ", series), label(point, layout.x()), value);
    }
    return plot;
  }

  private static String label(Map<?, ?> point, String axis) {
    Object label = point.get(axis);
    return label == null ? NOTHING : label.toString();
  }

  private String cell(Map<?, ?> point, TableLayout layout, Column column) {
    double value =
        switch (column.kind()) {
          case FIGURE -> value(point, column) / column.divisor();
          case DEVIATION -> deviation(point, column) / column.divisor();
          case REFERENCE -> reference(point, column) / column.divisor();
          case CHANGE -> change(point, layout, column);
        };
    if (!Double.isFinite(value)) {
      return NOTHING;
    }
    boolean change = column.kind() == Column.Kind.CHANGE;
    String form = (change ? "%+,." : "%,.") + column.decimals() + "f";
    return String.format(Locale.ROOT, form, value) + (change ? " %" : "");
  }

  /** The difference from the configuration compared with, in percent; NaN for that one itself. */
  private double change(Map<?, ?> point, TableLayout layout, Column column) {
    Map<Object, Object> base = new LinkedHashMap<>(point);
    base.putAll(layout.against());
    if (base.equals(point)) {
      return Double.NaN;
    }
    double from = value(base, column);
    return 100 * (value(point, column) - from) / from;
  }

  private double reference(Map<?, ?> point, Column column) {
    double sum = 0;
    for (String phase : column.phases()) {
      double found = Double.NaN;
      for (Reference reference : references) {
        if (reference.where().holds(point)) {
          found =
              reference
                  .figures()
                  .getOrDefault(phase, Map.of())
                  .getOrDefault(column.figure(), found);
        }
      }
      sum += found;
    }
    return sum;
  }

  /** The mean over the repeats, added up over the phases; NaN if there is none. */
  private double value(Map<?, ?> point, Column column) {
    List<Double> values = values(point, column);
    return values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
  }

  private double deviation(Map<?, ?> point, Column column) {
    List<Double> values = values(point, column);
    double mean = values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
    double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return values.size() < 2 ? Double.NaN : Math.sqrt(squares / (values.size() - 1));
  }

  /** A figure of each repeat, added up over the phases. */
  private List<Double> values(Map<?, ?> point, Column column) {
    Map<Object, Double> sums = new LinkedHashMap<>();
    for (Execution execution : executions) {
      if (Labels.of(execution).equals(point)
          && column.phases().contains(String.valueOf(execution.config().get(Labels.PHASE)))) {
        sums.merge(
            execution.config().get("repeat"), execution.figure(column.figure()), Double::sum);
      }
    }
    return List.copyOf(sums.values());
  }
}
