package org.flashgrove.sidecar;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.datasets.source.HttpFile;
import org.flashgrove.datasets.source.HttpReader;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.jspecify.annotations.Nullable;

/** Read-only directory of files on an HTTP server. Safe for use by several threads. */
final class RemoteDirectory implements StoreDirectory {
  /**
   * Number of bytes that are read from the start of a file when it is opened. A smaller file is
   * read as a whole.
   */
  private static final int FIRST_BYTES = 1 << 22;

  private final URI file;
  private final String suffix;
  private final HttpReader reader;
  private final Map<String, @Nullable HttpFile> files = new HashMap<>(); // null: no such file

  /**
   * Creates a directory whose address is derived from the address of a data file.
   *
   * @param file address of the data file; if it has a query part, all files of the directory get
   *     the same query part
   * @param suffix text that turns the path of the data file into the path of the directory; ends
   *     with a slash
   */
  RemoteDirectory(URI file, String suffix, HttpReader reader) {
    this.file = file;
    this.suffix = suffix;
    this.reader = reader;
  }

  @Override
  public String name() {
    return file + suffix;
  }

  private URI addressOf(String name) {
    String query = file.getRawQuery() == null ? "" : "?" + file.getRawQuery();
    String path = file.getRawPath() + suffix + name;
    return URI.create(file.getScheme() + "://" + file.getRawAuthority() + path + query);
  }

  /** Returns a request to open a file of the directory. The file may be missing. */
  HttpReader.Opening opening(String name) {
    URI address = addressOf(name);
    return new HttpReader.Opening(address, address.toString(), FIRST_BYTES, false, true);
  }

  /**
   * Adds a file that the caller has opened.
   *
   * @param opened the open file; null if the server has no such file
   */
  synchronized void add(String file, @Nullable HttpFile opened) {
    files.put(file, opened);
  }

  /** Opens several files in one round trip to the server. */
  synchronized void openTogether(List<String> names) {
    List<@Nullable HttpFile> opened = reader.open(names.stream().map(this::opening).toList());
    for (int i = 0; i < names.size(); i++) {
      files.put(names.get(i), opened.get(i));
    }
  }

  private synchronized @Nullable HttpFile found(String name) {
    if (!files.containsKey(name)) {
      openTogether(List.of(name));
    }
    return files.get(name);
  }

  @Override
  public boolean exists(String file) {
    return found(file) != null;
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    HttpFile found = found(file);
    if (found == null) {
      throw new StoreIoException(name() + file + ": open failed: no such file");
    }
    return new RemoteFile(found);
  }

  private StoreIoException readOnly(String file, String operation) {
    return new StoreIoException(
        name() + file + ": " + operation + " failed: " + RemoteFile.READ_ONLY);
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    throw readOnly(file, "create");
  }

  @Override
  public void rename(String from, String to) {
    throw readOnly(from, "rename");
  }

  @Override
  public void delete(String file) {
    throw readOnly(file, "delete");
  }

  @Override
  public void sync() {
    // nothing changes
  }
}
