package org.flashgrove.sidecar;

import java.net.URI;

/** Thrown when a data file changed after it was indexed, or has no index. */
public final class StaleIndexException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private StaleIndexException(String message) {
    super(message);
  }

  /**
   * Returns the exception for an index that cannot answer queries about a file.
   *
   * @param file path or address of the file
   */
  static StaleIndexException of(Object file, String problem) {
    String remedy =
        file instanceof URI
            ? "index the file again"
            : "run 'flashgrove index --update " + file + "'";
    return new StaleIndexException(file + ": " + problem + "; " + remedy);
  }
}
