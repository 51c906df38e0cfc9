package org.flashgrove.sidecar;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.row.RowFormat;
import org.flashgrove.datasets.source.HttpFile;
import org.flashgrove.datasets.source.HttpReader;
import org.flashgrove.storage.file.disk.DiskDirectory;

/**
 * Opens the index of a file on an HTTP server in two round trips. The first round trip reads the
 * end of the data file and the description of the index. The second round trip reads the files of
 * the index. It reads only the beginnings of large files; queries later read the other parts that
 * they need.
 */
final class RemoteIndex {
  /**
   * Number of bytes that are read from the end of the data file. They usually contain the whole
   * footer.
   */
  private static final int TAIL_BYTES = 1 << 17;

  private static final String CHANGED_ON_SERVER = "is newer on the server than its index";

  private final URI address;
  private final HttpReader reader = new HttpReader();
  private final HttpReader.Opening data;
  private final RowFormat format;

  RemoteIndex(URI address) {
    boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
    if (!isHttp || address.getHost() == null) {
      throw new IllegalArgumentException(
          address + ": no address of a file (allowed: http://HOST/PATH, https://HOST/PATH)");
    }
    this.address = address;
    format = formatOf(address);
    data = new HttpReader.Opening(address, address.toString(), TAIL_BYTES, true, false);
  }

  /** Opens the index that is next to the data file on the server. */
  FileIndex open() {
    for (IndexDescription failed = null; ; ) {
      RemoteDirectory files = new RemoteDirectory(address, FileIndex.ENDING + "/", reader);
      List<HttpFile> opened = reader.open(List.of(data, files.opening(IndexDirectory.DESCRIPTION)));
      files.add(IndexDirectory.DESCRIPTION, opened.get(1));
      IndexDirectory index = IndexDirectory.over(address, files, List::of, Path.of(""));
      IndexDescription described = index.describe();
      try {
        requireOlder(opened.get(0), opened.get(1));
        files.openTogether(IndexDirectory.firstFiles(described.generation()));
        return open(opened.get(0), index, described);
      } catch (StaleIndexException e) {
        if (described.equals(failed)) {
          throw e;
        }
        failed = described; // the index may be another one by now
      }
    }
  }

  /**
   * Opens an index that is on the local disk.
   *
   * @param directory directory of the index
   */
  FileIndex open(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw StaleIndexException.of(address, "has no index in " + directory);
    }
    IndexDirectory index =
        IndexDirectory.over(address, new DiskDirectory(directory), List::of, directory);
    IndexDescription described = index.describe();
    HttpFile opened = reader.open(List.of(data)).get(0);
    FileIndex found = open(opened, index, described);
    boolean isCurrent = false;
    try {
      new SeenVersion(directory, address, described.generation()).requireSame(opened.version());
      isCurrent = true;
      return found;
    } finally {
      if (!isCurrent) {
        found.close();
      }
    }
  }

  /**
   * Throws an exception if the server states that the data file was modified after the description
   * of its index.
   */
  private void requireOlder(HttpFile file, HttpFile description) {
    Instant modified = file.modified();
    Instant indexed = description.modified();
    if (modified != null && indexed != null && modified.isAfter(indexed)) {
      throw StaleIndexException.of(address, CHANGED_ON_SERVER);
    }
  }

  private FileIndex open(HttpFile opened, IndexDirectory index, IndexDescription described) {
    RowFile rows = rows(opened, described.options(), index.readPlaces(described));
    boolean isOpen = false;
    try {
      if (!described.coversCopy(rows)) {
        throw StaleIndexException.of(address, FileIndex.CHANGED);
      }
      SpatialStore store = index.open(described.generation());
      isOpen = true;
      return new FileIndex(address.toString(), rows, store, described, reader::counts);
    } finally {
      if (!isOpen) {
        rows.close();
      }
    }
  }

  private static RowFormat formatOf(URI address) {
    String name = address.getScheme() + "://" + address.getRawAuthority() + address.getPath();
    DataFormat found = DataFormats.ofFile(name, FormatOptions.BY_ENDING);
    if (found instanceof RowFormat rows) {
      return rows;
    }
    throw new IllegalArgumentException(
        name
            + ": files of format "
            + found.name()
            + " are not read from servers (allowed: csv, geojson, geoparquet)");
  }

  private RowFile rows(HttpFile opened, FormatOptions options, byte[] places) {
    try {
      return format.openRows(options, opened, places);
    } catch (InputException e) {
      throw e;
    } catch (IllegalArgumentException e) { // the places belong to another version
      throw StaleIndexException.of(address, FileIndex.CHANGED);
    }
  }
}
