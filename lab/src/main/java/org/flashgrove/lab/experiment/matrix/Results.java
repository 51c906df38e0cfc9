package org.flashgrove.lab.experiment.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.matrix.layout.Column;
import org.flashgrove.lab.experiment.matrix.layout.PlotLayout;
import org.flashgrove.lab.experiment.matrix.layout.Reference;
import org.flashgrove.lab.experiment.matrix.layout.Selection;
import org.flashgrove.lab.experiment.matrix.layout.TableLayout;
import org.flashgrove.lab.experiment.statistics.Summary;

/** Makes the tables and plots of an experiment from its executions. */
final class Results {
  private static final String NOTHING = "-";

  private final List<Execution> executions;
  private final List<Reference> references;
  private final Set<Map<?, ?>> points = new LinkedHashSet<>();

  Results(ExperimentDocument document, List<Execution> executions) {
    this.executions = executions;
    references = document.references();
    Set<Map<?, ?>> found = new LinkedHashSet<>();
    executions.forEach(execution -> found.add(Labels.of(execution)));
    // Points are in the order of the document, which may differ from the order of execution.
    for (Map<String, String> point : document.matrix().allLabels()) {
      if (found.contains(point)) {
        points.add(point);
      }
    }
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
    plot.logarithmic(layout.logarithmic());
    for (Map<?, ?> point : points(layout.where())) {
      List<String> series = layout.series().stream().map(axis -> label(point, axis)).toList();
      Summary summary = summary(point, layout.y());
      plot.add(
          String.join(", ", series),
          label(point, layout.x()),
          summary.mean() / layout.y().divisor(),
          summary.halfWidth() / layout.y().divisor());
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
          case DEVIATION -> summary(point, column).deviation() / column.divisor();
          case INTERVAL -> summary(point, column).halfWidth() / column.divisor();
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

  /**
   * Returns the difference of the configuration {@code point} from its baseline in percent. Returns
   * NaN if the configuration is itself the baseline.
   */
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

  /** Returns the mean of {@link #values}, or NaN if there are no values. */
  private double value(Map<?, ?> point, Column column) {
    return summary(point, column).mean();
  }

  private Summary summary(Map<?, ?> point, Column column) {
    return Summary.of(values(point, column));
  }

  /**
   * Returns one value for each seed and repeat of {@code point}. The value is the measurement that
   * {@code column} names, added up over the phases that {@code column} lists. Omits values that
   * were not measured.
   */
  private List<Double> values(Map<?, ?> point, Column column) {
    Map<Object, Double> sums = new LinkedHashMap<>();
    for (Execution execution : executions) {
      if (Labels.of(execution).equals(point)
          && column.phases().contains(String.valueOf(execution.config().get(Labels.PHASE)))) {
        Object draw =
            execution.config().get(Labels.SEED) + " " + execution.config().get(Labels.REPEAT);
        sums.merge(draw, execution.figure(column.figure()), Double::sum);
      }
    }
    return sums.values().stream().filter(value -> !value.isNaN()).toList();
  }
}
