package org.flashgrove.datasets.row;

import java.nio.file.Path;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.source.ByteSource;

/** Format whose files give access to features by row number. */
public interface RowFormat {
  /**
   * Opens a file.
   *
   * @param shownName name of the file in messages
   * @param layer geometry column or layer; null for the default
   * @param places result of {@link RowFile#places} for this version of the file; null if there is
   *     none
   * @throws org.flashgrove.datasets.InputException if the file is damaged or of another format
   * @throws IllegalArgumentException if {@code places} do not fit the file
   */
  RowFile openRows(Path file, String shownName, String layer, byte[] places);

  /**
   * Opens a file on a server.
   *
   * @param source the bytes of the file; {@link RowFile#close} closes the source
   * @param layer geometry column or layer; null for the default
   * @param places as for {@link #openRows(Path, String, String, byte[])}
   * @throws org.flashgrove.datasets.InputException if the file is damaged or of another format
   * @throws IllegalArgumentException if {@code places} do not fit the file, or if this format can
   *     only be read from disk
   */
  default RowFile openRows(ByteSource source, String layer, byte[] places) {
    source.close();
    throw new IllegalArgumentException(
        source.name()
            + ": files of this format can be read only from disk; download the file, or use"
            + " GeoParquet");
  }

  /**
   * Opens a file with options of a user.
   *
   * @param options layer, and for CSV also delimiter and columns
   * @param places result of {@link RowFile#places} with the same options; null if there is none
   * @throws IllegalArgumentException also for options that the format does not support
   */
  default RowFile openRows(FormatOptions options, Path file, String shownName, byte[] places) {
    requireOnlyLayer(options, shownName);
    return openRows(file, shownName, options.layer(), places);
  }

  /**
   * Opens a file on a server with options of a user, as {@link #openRows(FormatOptions, Path,
   * String, byte[])} does.
   */
  default RowFile openRows(FormatOptions options, ByteSource source, byte[] places) {
    requireOnlyLayer(options, source.name());
    return openRows(source, options.layer(), places);
  }

  private static void requireOnlyLayer(FormatOptions options, String name) {
    if (options.delimiter() != null || !options.columns().isEmpty()) {
      throw new IllegalArgumentException(
          name + ": has no delimiter or columns; set them only for csv");
    }
  }
}
