package org.flashgrove.core.geometry;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when no algorithm can evaluate a predicate or distance for one object. A query skips and
 * counts that object, and continues with the next.
 */
public final class UnansweredGeometryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message reason, in one line
   * @param cause exception of the algorithm, or null
   */
  public UnansweredGeometryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
