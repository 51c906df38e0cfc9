package org.flashgrove.lab.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of results.
 *
 * @param name short name of the table
 * @param title title of the table
 * @param labels number of leading columns that identify a row; the other columns contain
 *     measurements
 * @param cells rows of cells; the first row has the names of the columns
 */
public record FigureTable(String name, String title, int labels, List<List<String>> cells) {
  /**
   * Returns the default table of an experiment. It has a row for each execution, and a column for
   * each setting and each measurement.
   */
  public static FigureTable of(List<Execution> executions) {
    return new FigureTable("executions", "Executions", 1, TextTable.cells(executions));
  }

  /** Returns the table as lines of text with aligned columns. */
  public List<String> lines() {
    return TextTable.aligned(cells);
  }

  /** Returns the table in Markdown, below its title. */
  public List<String> markdown() {
    List<String> lines = new ArrayList<>(List.of("### " + title, ""));
    for (int row = 0; row < cells.size(); row++) {
      List<String> escaped = cells.get(row).stream().map(cell -> cell.replace("|", "\\|")).toList();
      lines.add("| " + String.join(" | ", escaped) + " |");
      if (row == 0) {
        StringBuilder rule = new StringBuilder("|");
        for (int column = 0; column < cells.get(0).size(); column++) {
          rule.append(column < labels ? "---|" : "---:|");
        }
        lines.add(rule.toString());
      }
    }
    lines.add("");
    return lines;
  }
}
