package org.flashgrove.sidecar;

import java.nio.file.Path;
import java.util.stream.Collectors;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;
import org.jspecify.annotations.Nullable;

/** Opens data files by the formats that give access to rows. */
final class SourceFile {
  private SourceFile() {}

  /** Returns whether a path is a file or directory of such a format, by its names. */
  static boolean isSupported(Path path) {
    return DataFormats.hasRows(path);
  }

  /**
   * Opens a file.
   *
   * @param places see {@link RowFormat#openRows}
   * @throws IllegalArgumentException if its format gives no access to rows
   */
  static RowFile open(Path file, @Nullable String layer, byte @Nullable [] places) {
    String name = file.toString();
    DataFormat format = DataFormats.of(name, FormatOptions.BY_ENDING);
    if (format instanceof RowFormat rows) {
      return rows.openRows(file, name, layer, places);
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
