package org.flashgrove.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.flashgrove.lab.experiment.Drawing;
import org.flashgrove.lab.experiment.FigureTable;

/** Writes a report as Markdown, and its tables as LaTeX. */
public final class TextReports {
  private static final Map<Character, String> LATEX =
      Map.of(
          '\\', "\\textbackslash{}",
          '&', "\\&",
          '%', "\\%",
          '$', "\\$",
          '#', "\\#",
          '_', "\\_",
          '{', "\\{",
          '}', "\\}",
          '~', "\\textasciitilde{}",
          '^', "\\textasciicircum{}");

  private TextReports() {}

  /**
   * Returns the report as lines of Markdown.
   *
   * @param pictures folder of the picture files, relative to the report
   */
  public static List<String> markdown(String title, List<Section> sections, String pictures) {
    List<String> lines = new ArrayList<>(List.of("# " + title, ""));
    for (Section section : sections) {
      lines.add("## " + section.title());
      lines.add("");
      section.lines().forEach(line -> lines.addAll(List.of(line, "")));
      section.tables().forEach(table -> lines.addAll(table.markdown()));
      for (Drawing drawing : section.drawings()) {
        lines.add("![" + drawing.title() + "](" + pictures + "/" + drawing.name() + ".svg)");
        lines.add("");
      }
    }
    return lines;
  }

  /**
   * Returns the tables as lines of LaTeX. Each table becomes a floating {@code table} environment.
   */
  public static List<String> latex(List<Section> sections) {
    List<String> lines = new ArrayList<>();
    for (Section section : sections) {
      for (FigureTable table : section.tables()) {
        int columns = table.cells().get(0).size();
        lines.add("\\begin{table}");
        lines.add("\\caption{" + latex(table.title()) + "}");
        lines.add(
            "\\begin{tabular}{"
                + "l".repeat(table.labels())
                + "r".repeat(columns - table.labels())
                + "}");
        lines.add("\\hline");
        for (int row = 0; row < table.cells().size(); row++) {
          lines.add(
              table.cells().get(row).stream()
                      .map(TextReports::latex)
                      .collect(Collectors.joining(" & "))
                  + " \\\\");
          if (row == 0) {
            lines.add("\\hline");
          }
        }
        lines.addAll(List.of("\\hline", "\\end{tabular}", "\\end{table}", ""));
      }
    }
    return lines;
  }

  private static String latex(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      escaped.append(LATEX.getOrDefault(c, String.valueOf(c)));
    }
    return escaped.toString();
  }
}
