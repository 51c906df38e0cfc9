package org.flashgrove.datasets.source;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Thrown when a device or a server fails. Readers of file formats take other exceptions as a sign
 * that the file is damaged.
 */
public final class SourceReadException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param name name of the file in messages
   * @param problem description of the problem
   * @param cause the cause
   */
  public SourceReadException(String name, String problem, IOException cause) {
    super(name + ": " + problem, cause);
  }
}
