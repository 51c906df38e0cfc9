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
 * Option that names a data file. The results of queries are compared with the results of a scan of
 * this file. Bad rows are skipped, as {@code build --on-error skip} does.
 */
final class VerifyOption extends FileContentOptions {
  @Option(
      names = "--verify",
      paramLabel = "FILE",
      description = "Compare each result with a scan of this data file.")
  private String file;

  @Option(
      names = "--verify-format",
      paramLabel = "NAME",
      description = "Format of the file of --verify (default: from its extension).")
  private String format;

  boolean isGiven() {
    return file != null;
  }

  /** Opens the file, and returns a cursor over its objects. The caller closes the cursor. */
  FeatureCursor rows() {
    return DataFiles.open(file, read(format, List.of()), BadRowPolicy.skip(bad -> {}));
  }

  /** Reads the rectangles of the file. */
  Scan scan() throws IOException {
    try (FeatureCursor rows = rows()) {
      return Scan.of(rows);
    }
  }

  /** Returns the correct results, computed from the objects of the file. */
  ResultChecker answers(List<ScanQuery> queries) throws IOException {
    try (FeatureCursor rows = rows()) {
      return ResultChecker.ofRows(rows, queries);
    }
  }
}
