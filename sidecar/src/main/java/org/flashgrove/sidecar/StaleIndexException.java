package org.flashgrove.sidecar;

import java.net.URI;

/**
 * Thrown when the index of a data file cannot be used: the file changed after it was indexed, the
 * index is damaged, or there is no index.
 */
public final class StaleIndexException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private StaleIndexException(String message) {
    super(message);
  }

  /**
   * Returns an exception with a message that names the file, the problem and a remedy.
   *
   * @param file path or address of the file
   * @param problem problem of the file or of its index, as the predicate of a sentence about the
   *     file
   */
  static StaleIndexException of(Object file, String problem) {
    String remedy =
        file instanceof URI
            ? "index the file again"
            : "run 'flashgrove index --update " + quoted(file.toString()) + "'";
    return new StaleIndexException(file + ": " + problem + "; " + remedy);
  }

  private static String quoted(String path) {
    return path.contains(" ") ? '"' + path + '"' : path;
  }
}
