package org.flashgrove.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Shows executions as lines of a table, with settings on the left and measurements on the right.
 */
final class TextTable {
  private static final String NOTHING = "-";

  private TextTable() {}

  /** Returns the cells. The first row has the names of the columns. */
  static List<List<String>> cells(List<Execution> executions) {
    Set<String> config = new LinkedHashSet<>();
    Set<String> figures = new LinkedHashSet<>();
    for (Execution execution : executions) {
      config.addAll(execution.config().keySet());
      figures.addAll(execution.figures().keySet());
    }
    config.remove("queries"); // too long; results files contain it
    List<List<String>> cells = new ArrayList<>();
    List<String> header = new ArrayList<>(config);
    header.addAll(figures);
    cells.add(header);
    for (Execution execution : executions) {
      List<String> row = new ArrayList<>();
      config.forEach(key -> row.add(text(execution.config(), key)));
      figures.forEach(key -> row.add(text(execution.figures(), key)));
      cells.add(row);
    }
    return cells;
  }

  private static String text(Map<String, Object> values, String key) {
    Object value = values.get(key);
    if (value == null) {
      return NOTHING;
    }
    return value.toString();
  }

  /** Returns rows of cells as aligned lines. Columns of numbers are aligned to the right. */
  static List<String> aligned(List<List<String>> cells) {
    int columns = cells.get(0).size();
    int[] widths = new int[columns];
    boolean[] numbers = new boolean[columns];
    Arrays.fill(numbers, true);
    for (int row = 0; row < cells.size(); row++) {
      for (int column = 0; column < columns; column++) {
        String cell = cells.get(row).get(column);
        widths[column] = Math.max(widths[column], cell.length());
        numbers[column] &= row == 0 || cell.matches("-|[-+]?[0-9].*");
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : cells) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        String form = "%" + (numbers[column] ? "" : "-") + widths[column] + "s";
        line.append(column == 0 ? "" : "  ")
            .append(String.format(Locale.ROOT, form, row.get(column)));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
