package org.flashgrove.core.failure;

/**
 * A geometry or a rectangle cannot be stored: an ordinate is not finite, the geometry is nested too
 * deeply, or an index does not cover the place. Nothing has been changed.
 */
public final class UnsupportedGeometryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public UnsupportedGeometryException(String message) {
    super(message);
  }
}
