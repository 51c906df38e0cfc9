package org.flashgrove.core.failure;

/**
 * Thrown when a geometry or rectangle cannot be stored: a coordinate is not finite, the geometry is
 * nested too deeply, or it lies outside the area that the index covers. Nothing was changed.
 */
public final class UnsupportedGeometryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public UnsupportedGeometryException(String message) {
    super(message);
  }
}
