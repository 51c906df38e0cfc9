package org.flashgrove.core.geometry;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a test or a metric that has no answer for one object. A query leaves that object out,
 * counts it, and goes on with the others.
 */
public final class UnansweredGeometryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message reason, in one line
   * @param cause what an algorithm threw, or null
   */
  public UnansweredGeometryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
