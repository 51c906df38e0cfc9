package org.flashgrove.cli.input;

import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.feature.FormatOptions;
import picocli.CommandLine.Option;

/** Options for the meaning of the content of data files. */
public abstract class FileContentOptions {
  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description = "What separates fields of CSV: , ; | : or tab (default: a comma).")
  private String delimiter;

  @Option(
      names = "--columns",
      paramLabel = "ROLE=COLUMN",
      split = ",",
      description =
          "Which columns of CSV are id, x, y, minx and so on, or wkt, as in id=gid,wkt=shape; id=#"
              + " counts rows (default: those of that name). Other columns are attributes.")
  private List<String> columns = List.of();

  @Option(
      names = "--layer",
      paramLabel = "NAME",
      description = "Which features of a file of several kinds.")
  private String layer;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description =
          "Encoding of a text file, such as windows-1252 or UTF-16; invalid bytes are an error"
              + " (default: UTF-8).")
  private String encoding;

  /**
   * Returns the format options.
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
