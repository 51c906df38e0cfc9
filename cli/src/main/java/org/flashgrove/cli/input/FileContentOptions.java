package org.flashgrove.cli.input;

import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.feature.FormatOptions;
import picocli.CommandLine.Option;

/** Options that say how to interpret the content of data files. */
public abstract class FileContentOptions {
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

  @Option(
      names = "--layer",
      paramLabel = "NAME",
      description = "Layer, geometry column or kind of objects to read, if the file has several.")
  private String layer;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description =
          "Encoding of a text file, such as windows-1252 or UTF-16 (default: UTF-8). Invalid bytes"
              + " are an error.")
  private String encoding;

  /**
   * Returns these options in the form that readers of data files take.
   *
   * @param format name of the format, or null
   * @param tags tags that become attributes
   */
  public FormatOptions read(String format, List<String> tags) {
    Map<String, String> roles = new LinkedHashMap<>();
    for (String column : columns) {
      int at = column.indexOf('=');
      if (at <= 0 || at == column.length() - 1) {
        throw new IllegalArgumentException(
            "--columns " + column + " (allowed: ROLE=COLUMN, as in id=gid)");
      }
      roles.put(column.substring(0, at), column.substring(at + 1));
    }
    return new FormatOptions(format, character(), roles, layer, tags, charset());
  }

  private Charset charset() {
    try {
      return encoding == null ? null : Charset.forName(encoding);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--encoding "
              + encoding
              + " (allowed: names such as UTF-8, UTF-16, ISO-8859-1, windows-1252)",
          e);
    }
  }

  private Character character() {
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
