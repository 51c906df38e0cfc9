package org.flashgrove.spark.file;

import java.io.Serializable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.flashgrove.sidecar.FileIndex;

/**
 * Place of a data file: a path on a local or mounted disk, or an address on an HTTP server. All
 * processes of Spark must find the file and its index there.
 *
 * @param text path or address
 */
public record FileLocation(String text) implements Serializable {
  private static final String ADDRESS = "(?i)https?://.*";

  /**
   * Returns the place of a data file. Returns null if a path names neither a file nor an indexed
   * directory on disk.
   *
   * @param configuration settings that name the default file system
   */
  public static FileLocation of(String path, Configuration configuration) {
    if (path.matches(ADDRESS)) {
      return new FileLocation(path);
    }
    try {
      URI given = new org.apache.hadoop.fs.Path(path).toUri();
      String scheme =
          given.getScheme() == null
              ? FileSystem.getDefaultUri(configuration).getScheme()
              : given.getScheme();
      Path local = Path.of(given.getPath());
      boolean isData =
          "file".equals(scheme)
              && (Files.isRegularFile(local) || Files.isDirectory(Path.of(local + ".flashgrove")));
      return isData ? new FileLocation(local.toString()) : null;
    } catch (InvalidPathException e) {
      return null; // not a path on disk
    }
  }

  /**
   * Opens the index of the file.
   *
   * @throws org.flashgrove.sidecar.StaleIndexException if the file has no index, changed after it
   *     was indexed, or has a damaged index
   */
  FileIndex open() {
    return text.matches(ADDRESS) ? FileIndex.open(URI.create(text)) : FileIndex.open(Path.of(text));
  }

  /**
   * Opens the index of the file, which must be of a known version.
   *
   * @param version version that a query was planned for
   * @throws IllegalStateException if the file was indexed again since then
   */
  FileIndex open(String version) {
    FileIndex index = open();
    if (!index.version().equals(version)) {
      index.close();
      throw new IllegalStateException(
          text + ": was indexed again after it was loaded; load the file again");
    }
    return index;
  }

  @Override
  public String toString() {
    return text;
  }
}
