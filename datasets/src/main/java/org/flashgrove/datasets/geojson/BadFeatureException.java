package org.flashgrove.datasets.geojson;

/** A feature is bad in a way that lets others follow. */
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
