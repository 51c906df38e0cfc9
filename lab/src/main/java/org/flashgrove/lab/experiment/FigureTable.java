package org.flashgrove.lab.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * A table to be shown.
 *
 * @param name a word for it
 * @param title what it shows
 * @param labels how many columns, from the left, say which row it is; the others are figures
 * @param cells rows of cells, the first one with the names of the columns
 */
public record FigureTable(String name, String title, int labels, List<List<String>> cells) {
  /** Returns the table of an experiment that has none of its own: a row for each execution. */
  public static FigureTable of(List<Execution> executions) {
    return new FigureTable("executions", "Executions", 1, TextTable.cells(executions));
  }

  /** Lines of text, aligned. */
  public List<String> lines() {
    return TextTable.aligned(cells);
  }

  /** Lines of Markdown, with the title above. */
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
