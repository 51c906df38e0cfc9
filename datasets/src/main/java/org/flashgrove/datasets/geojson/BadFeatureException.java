package org.flashgrove.datasets.geojson;

/** Thrown when one feature is malformed but the reader can continue with the next. */
final class BadFeatureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String allowed;

  BadFeatureException(String wrong, String allowed) {
    super(wrong, null, false, false);
    this.allowed = allowed;
  }

  String allowed() {
    return allowed;
  }
}
