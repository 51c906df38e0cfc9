package org.flashgrove.cli.query;

import java.io.PrintStream;

/** Prints rows of numbers as CSV with a header, or as an array of the {@code --json} output. */
final class PlainRows {
  private final PrintStream out;
  private final boolean json;
  private final String[] names;
  private boolean first = true;

  /**
   * Begins the list of rows.
   *
   * @param names names of the columns
   */
  PlainRows(PrintStream out, boolean json, String... names) {
    this.out = out;
    this.json = json;
    this.names = names;
    if (json) {
      out.print(RowsMember.BEGIN);
    } else {
      out.println(String.join(",", names));
    }
  }

  /** Prints a row with a value for each name. */
  void add(Object... values) {
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      row.append(i == 0 ? "" : ",");
      row.append(json ? '"' + names[i] + "\":" : "").append(values[i]);
    }
    if (json) {
      out.print((first ? "" : ",") + RowsMember.NEXT + "{" + row + "}");
    } else {
      out.println(row);
    }
    first = false;
  }

  void end() {
    if (json) {
      out.print(RowsMember.END);
    }
  }
}
