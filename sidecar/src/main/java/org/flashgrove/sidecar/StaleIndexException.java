package org.flashgrove.sidecar;

import java.nio.file.Path;

/** Thrown when a data file changed after it was indexed, or has no index. */
public final class StaleIndexException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private StaleIndexException(String message) {
    super(message);
  }

  /** Returns the exception for an index that cannot answer queries about a file. */
  static StaleIndexException of(Path file, String problem) {
    return new StaleIndexException(
        file + ": " + problem + "; run 'flashgrove index --update " + file + "'");
  }
}
