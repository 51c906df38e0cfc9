package org.flashgrove.datasets.row;

import java.nio.file.Path;
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
}
