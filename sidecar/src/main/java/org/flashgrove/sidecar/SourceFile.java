package org.flashgrove.sidecar;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;
import org.jspecify.annotations.Nullable;

/** Opens data files whose format gives access to single rows. */
final class SourceFile {
  private SourceFile() {}

  /**
   * Returns whether the name of a file or directory shows a format that gives access to single
   * rows.
   */
  static boolean isSupported(Path path) {
    return DataFormats.hasRows(path);
  }

  /**
   * Opens a data file.
   *
   * @param options layer, and for CSV also delimiter and columns
   * @param places bytes that say where rows are in the file; see {@link RowFormat#openRows}
   * @throws IllegalArgumentException if the format of the file gives no access to single rows
   * @throws StaleIndexException if a file of a directory was removed after the directory was listed
   */
  static RowFile open(Path file, FormatOptions options, byte @Nullable [] places) {
    String name = file.toString();
    DataFormat format = DataFormats.of(name, FormatOptions.BY_ENDING);
    if (format instanceof RowFormat rows) {
      try {
        return rows.openRows(options, file, name, places);
      } catch (UncheckedIOException e) {
        if (e.getCause() instanceof NoSuchFileException && Files.isDirectory(file)) {
          // a file was removed after the directory had been listed
          throw StaleIndexException.of(file, "changed while it was read");
        }
        throw e;
      }
    }
    throw new IllegalArgumentException(
        name
            + ": files of format "
            + format.name()
            + " cannot be indexed (allowed: "
            + DataFormats.all().stream()
                .filter(RowFormat.class::isInstance)
                .map(DataFormat::name)
                .collect(Collectors.joining(", "))
            + ")");
  }
}
