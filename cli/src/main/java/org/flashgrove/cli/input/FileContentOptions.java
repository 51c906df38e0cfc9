package org.flashgrove.cli.input;

import java.nio.charset.Charset;
import java.util.List;
import org.flashgrove.datasets.feature.FormatOptions;
import picocli.CommandLine.Option;

/** Options that say how to interpret the content of data files. */
public abstract class FileContentOptions extends CsvOptions {
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
    return new FormatOptions(format, delimiter(), columns(), layer, tags, charset());
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
}
