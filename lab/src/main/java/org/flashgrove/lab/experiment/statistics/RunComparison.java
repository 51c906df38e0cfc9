package org.flashgrove.lab.experiment.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.FigureTable;

/**
 * Compares the executions of two runs, or two selections (arms) of one run, in pairs. The two
 * executions of a pair have the same configuration, phase, seed and repeat. Only the settings that
 * select the arms differ. All pairs of one configuration and phase form a cell.
 */
public final class RunComparison {
  private static final String LABELS = "labels";
  private static final List<String> DRAW = List.of("seed", "repeat");
  private static final List<String> CLOCK =
      List.of("total_time", "total_cpu_time", "filter_time", "refinement_time");
  private static final String VIRTUAL = "virtual_micros";
  private static final List<String> USUAL = List.of("pages_read", "pages_written");
  private static final int MOST_USUAL = 6;
  private static final double PERCENT = 100;

  private final List<Execution[]> pairs = new ArrayList<>();
  private final Set<String> exact = new LinkedHashSet<>();
  private final Set<String> varying = new LinkedHashSet<>();
  private int unpaired;

  /**
   * Comparison of one measurement in one cell: the pairs with the same configuration and phase.
   *
   * @param cell configuration and phase
   * @param figure name of the measurement
   * @param comparison comparison of the cell's pairs
   */
  public record Row(String cell, String figure, PairedComparison comparison) {}

  /**
   * Pairs the executions of two runs.
   *
   * @param armA selects the executions of {@code a}
   * @param armB selects the executions of {@code b}
   */
  public RunComparison(List<Execution> a, Arm armA, List<Execution> b, Arm armB) {
    Set<String> arms = new LinkedHashSet<>(armA.values().keySet());
    arms.addAll(armB.values().keySet());
    Map<String, Execution> others = new LinkedHashMap<>();
    keyed(b, armB, arms).forEach(others::put);
    keyed(a, armA, arms)
        .forEach(
            (key, execution) -> {
              Execution other = others.remove(key);
              if (other == null) {
                unpaired++;
              } else {
                pairs.add(new Execution[] {execution, other});
              }
            });
    unpaired += others.size();
    findVarying(arms);
    for (Execution[] pair : pairs) {
      pair[0].figures().keySet().stream()
          .filter(name -> pair[1].figures().containsKey(name) && isExact(pair, name))
          .forEach(exact::add);
    }
  }

  private static Map<String, Execution> keyed(
      List<Execution> executions, Arm arm, Set<String> arms) {
    Map<String, Execution> keyed = new LinkedHashMap<>();
    for (Execution each : executions) {
      if (arm.has(each)) {
        String key =
            key(each, arms)
                + " "
                + Arm.value(each, DRAW.get(0))
                + " "
                + Arm.value(each, DRAW.get(1));
        String unique = key;
        for (int i = 2; keyed.containsKey(unique); i++) {
          unique = key + " #" + i;
        }
        keyed.put(unique, each);
      }
    }
    return keyed;
  }

  /**
   * Returns a key that is equal for all executions of a cell: the same configuration and phase. The
   * key consists of the labels and the phase, or of the settings if the execution has no labels. It
   * omits the settings that select the arms.
   */
  private static String key(Execution execution, Set<String> arms) {
    Map<String, Object> parts = new TreeMap<>();
    Object labels = execution.config().get(LABELS);
    if (labels instanceof Map<?, ?> map) {
      map.forEach((axis, label) -> parts.put(axis.toString(), label));
      parts.put("phase", execution.config().get("phase"));
    } else {
      parts.putAll(execution.config());
      DRAW.forEach(parts::remove);
    }
    arms.forEach(parts::remove);
    return parts.toString();
  }

  /**
   * Returns whether a measurement does not depend on the machine's clock. Such a measurement is the
   * same in each run with the same settings.
   */
  private static boolean isExact(Execution[] pair, String name) {
    boolean clocked =
        CLOCK.contains(name)
            || name.startsWith("latency_") && !pair[0].figures().containsKey(VIRTUAL);
    return !clocked;
  }

  /** Returns the number of pairs. */
  public int pairs() {
    return pairs.size();
  }

  /**
   * Returns the number of executions without a partner: the other run or selection has no execution
   * with the same configuration, phase, seed and repeat.
   */
  public int unpaired() {
    return unpaired;
  }

  /**
   * Returns how many measurements differ between the executions of a pair, in all pairs together.
   * Ignores measurements that depend on a clock.
   */
  public int differences() {
    int found = 0;
    for (Execution[] pair : pairs) {
      for (String name : exact) {
        if (!same(pair[0].figures().get(name), pair[1].figures().get(name))) {
          found++;
        }
      }
    }
    return found;
  }

  private static boolean same(Object a, Object b) {
    return a instanceof Number x && b instanceof Number y
        ? Double.compare(x.doubleValue(), y.doubleValue()) == 0
        : String.valueOf(a).equals(String.valueOf(b));
  }

  /**
   * Returns the names of the measurements to show by default: virtual time, or elapsed time if
   * there is no virtual time, and counts of pages.
   */
  public List<String> usualFigures() {
    List<String> figures = new ArrayList<>();
    if (exact.contains(VIRTUAL)) {
      figures.add(VIRTUAL);
    } else if (pairs.stream().anyMatch(p -> p[0].figures().containsKey(CLOCK.get(0)))) {
      figures.add(CLOCK.get(0));
    }
    USUAL.stream().filter(exact::contains).forEach(figures::add);
    return figures.isEmpty() ? exact.stream().limit(MOST_USUAL).toList() : figures;
  }

  /**
   * Returns a row for each cell (configuration and phase) and each of the given measurements that
   * the cell has.
   */
  public List<Row> rows(List<String> figures) {
    Map<String, List<Execution[]>> cells = new LinkedHashMap<>();
    for (Execution[] pair : pairs) {
      cells.computeIfAbsent(cell(pair[0]), unused -> new ArrayList<>()).add(pair);
    }
    List<Row> rows = new ArrayList<>();
    cells.forEach(
        (cell, members) ->
            figures.forEach(
                figure -> {
                  List<double[]> values = values(members, figure);
                  if (!values.isEmpty()) {
                    rows.add(new Row(cell, figure, PairedComparison.of(values)));
                  }
                }));
    return rows;
  }

  /** Returns the comparison of all pairs, for the sign test over all cells. */
  public PairedComparison overall(String figure) {
    return PairedComparison.of(values(pairs, figure));
  }

  private static List<double[]> values(List<Execution[]> of, String figure) {
    List<double[]> values = new ArrayList<>();
    for (Execution[] pair : of) {
      double[] value = {pair[0].figure(figure), pair[1].figure(figure)};
      if (Double.isFinite(value[0]) && Double.isFinite(value[1])) {
        values.add(value);
      }
    }
    return values;
  }

  /**
   * Returns the name of the cell to which an execution belongs. The name consists of the phase and
   * the labels on axes with several values, without the axes that select the arms. If the execution
   * has no labels, the name of the cell is the name of the execution.
   */
  private String cell(Execution execution) {
    if (!(execution.config().get(LABELS) instanceof Map<?, ?> labels)) {
      return execution.name();
    }
    List<String> parts = new ArrayList<>();
    labels.forEach(
        (axis, label) -> {
          if (varying.contains(axis.toString())) {
            parts.add(label.toString());
          }
        });
    parts.add(String.valueOf(execution.config().get("phase")));
    return String.join(" ", parts);
  }

  private void findVarying(Set<String> arms) {
    Map<String, Object> seen = new HashMap<>();
    for (Execution[] pair : pairs) {
      if (pair[0].config().get(LABELS) instanceof Map<?, ?> labels) {
        labels.forEach(
            (axis, label) -> {
              Object before = seen.putIfAbsent(axis.toString(), label);
              if (before != null && !before.equals(label) && !arms.contains(axis.toString())) {
                varying.add(axis.toString());
              }
            });
      }
    }
  }

  /** Returns a table of the given measurements, with the comparison of each cell. */
  public FigureTable table(List<String> figures) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(
        List.of("configuration", "figure", "pairs", "a", "b", "gain", "95 %", "b less", "equal"));
    for (Row row : rows(figures)) {
      PairedComparison each = row.comparison();
      cells.add(
          List.of(
              row.cell(),
              row.figure(),
              Long.toString(each.a().count()),
              number(each.a().mean()),
              number(each.b().mean()),
              percent(each.gain().mean()),
              "±" + percent(each.gain().halfWidth()),
              Integer.toString(each.less()),
              Integer.toString(each.equal())));
    }
    return new FigureTable("comparison", "b against a: gain is (a - b) / a", 2, cells);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.4f", value);
  }

  private static String percent(double share) {
    return Double.isFinite(share) ? String.format(Locale.ROOT, "%.2f %%", PERCENT * share) : "-";
  }
}
