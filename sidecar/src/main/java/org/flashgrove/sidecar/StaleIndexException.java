package org.flashgrove.sidecar;

/** Thrown when a data file changed after it was indexed, or has no index. */
public final class StaleIndexException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StaleIndexException(String message) {
    super(message);
  }
}
