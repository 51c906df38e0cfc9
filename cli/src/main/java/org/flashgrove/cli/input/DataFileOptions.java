package org.flashgrove.cli.input;

import java.util.List;
import org.flashgrove.datasets.feature.FormatOptions;
import picocli.CommandLine.Option;

/** Options for reading data files. */
public final class DataFileOptions extends FileContentOptions {
  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "Format of the data files (default: from their extensions).")
  private String format;

  @Option(
      names = "--tags",
      paramLabel = "KEY",
      split = ",",
      description = "OpenStreetMap tags that become attributes.")
  private List<String> tags = List.of();

  /** Returns these options in the form that readers of data files take. */
  public FormatOptions read() {
    return read(format, tags);
  }
}
