package org.flashgrove.cli.input;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that say how to interpret the content of CSV files. */
public class CsvOptions {
  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description = "Character that separates CSV fields: , ; | : or tab (default: a comma).")
  private String delimiter;

  @Option(
      names = "--columns",
      paramLabel = "ROLE=COLUMN",
      split = ",",
      description =
          "CSV columns that contain id, x, y, minx and so on, or wkt, such as id=gid,wkt=shape"
              + " (default: the columns with these names). With id=#, row numbers are the ids. All"
              + " other columns are attributes.")
  private List<String> columns = List.of();

  /** Returns the column for each role that the user gave. */
  public final Map<String, String> columns() {
    Map<String, String> roles = new LinkedHashMap<>();
    for (String column : columns) {
      int at = column.indexOf('=');
      if (at <= 0 || at == column.length() - 1) {
        throw new IllegalArgumentException(
            "--columns " + column + " (allowed: ROLE=COLUMN, as in id=gid)");
      }
      roles.put(column.substring(0, at), column.substring(at + 1));
    }
    return roles;
  }

  /** Returns the delimiter, or null for the default. */
  public final Character delimiter() {
    if (delimiter == null) {
      return null;
    }
    if (delimiter.equalsIgnoreCase("tab") || delimiter.equals("\\t")) {
      return '\t';
    }
    if (delimiter.length() != 1) {
      throw new IllegalArgumentException("--delimiter " + delimiter + " (allowed: , ; | : tab)");
    }
    return delimiter.charAt(0);
  }
}
