package org.flashgrove.cli.query;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.flashgrove.sidecar.FileIndex;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Argument that names what to query: a directory of a store or table, or an indexed data file. */
final class QueryTarget {
  @Parameters(
      paramLabel = "DIR",
      description =
          "Directory of the store or table; or path, HTTP address or HTTPS address of a data file"
              + " with an index.")
  private String target;

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      description =
          "Local directory with the index, if DIR is a file on a server (default: DIR.flashgrove on"
              + " the server).")
  private Path index;

  private boolean isAddress() {
    return target.matches("(?i)https?://.*");
  }

  /** Returns whether the target is a data file. */
  boolean isFile() {
    return isAddress() || FileIndex.supports(path());
  }

  private Path path() {
    try {
      if (!target.isEmpty()) {
        return Path.of(target);
      }
    } catch (InvalidPathException e) {
      // falls through: an invalid path is refused like an empty one
    }
    throw new IllegalArgumentException(
        "DIR: '" + target + "' (allowed: the name of a file or directory)");
  }

  /** Returns the directory or file as a path on disk. */
  Path directory() {
    if (index != null) {
      throw new IllegalArgumentException(
          "--index "
              + index
              + ": works only with the address of a data file on a server; omit --index");
    }
    return path();
  }

  /** Opens the index of the data file. */
  FileIndex open() {
    if (!isAddress()) {
      return FileIndex.open(directory());
    }
    URI address;
    try {
      address = URI.create(target);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          target + ": is not a valid address; use http://HOST/PATH or https://HOST/PATH", e);
    }
    return index == null ? FileIndex.open(address) : FileIndex.open(address, index);
  }
}
