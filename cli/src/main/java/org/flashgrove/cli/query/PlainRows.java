package org.flashgrove.cli.query;

import java.io.PrintStream;

/** Rows of numbers, listed under a header of CSV or as the rows of the object of {@code --json}. */
final class PlainRows {
  private final PrintStream out;
  private final boolean json;
  private final String[] names;
  private boolean first = true;

  /** Begins the list. */
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

  /** Lists a row, a value for each name. */
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
