package org.flashgrove.cli.query;

import java.io.IOException;
import java.util.List;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.cli.input.FileContentOptions;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import picocli.CommandLine.Option;

/**
 * The data file that answers are compared with, in any format. Bad rows are left out of the
 * comparison, as a build with {@code --on-error skip} does.
 */
final class VerifyOption extends FileContentOptions {
  @Option(
      names = "--verify",
      paramLabel = "FILE",
      description = "Compare each answer with a scan of this data file.")
  private String file;

  @Option(
      names = "--verify-format",
      paramLabel = "NAME",
      description = "Format of that file (default: by the ending of its name).")
  private String format;

  boolean isGiven() {
    return file != null;
  }

  /** The objects of the file, to be closed. */
  FeatureCursor rows() {
    return DataFiles.open(file, read(format, List.of()), BadRowPolicy.skip(bad -> {}));
  }

  /** The rectangles of the file. */
  Scan scan() throws IOException {
    try (FeatureCursor rows = rows()) {
      return Scan.of(rows);
    }
  }

  /** Returns the right results, from the objects of the file. */
  ResultChecker answers(List<ScanQuery> queries) throws IOException {
    try (FeatureCursor rows = rows()) {
      return ResultChecker.ofRows(rows, queries);
    }
  }
}
