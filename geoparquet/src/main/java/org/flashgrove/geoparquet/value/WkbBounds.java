package org.flashgrove.geoparquet.value;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.geometry.WkbShape;

/**
 * Finds the bounds of a geometry in well-known binary (WKB), without building the geometry. Not
 * safe for use by several threads.
 */
public final class WkbBounds {
  private static final int Z_FLAG = 0x8000_0000;
  private static final int M_FLAG = 0x4000_0000;
  private static final int SRID_FLAG = 0x2000_0000;
  private static final int TYPE_MASK = 0xffff;
  private static final int ISO_DIMENSION = 1000;
  private static final int POINT = 1;
  private static final int LINE = 2;
  private static final int POLYGON = 3;

  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  /** Creates a reader of bounds. */
  public WkbBounds() {}

  /**
   * Reads a geometry and computes its bounds.
   *
   * @return false for an empty geometry, which has no bounds
   * @throws IllegalArgumentException if the bytes are not a geometry, or if a coordinate is not
   *     finite
   */
  public boolean read(byte[] wkb) {
    WkbShape.require(wkb);
    minX = Double.POSITIVE_INFINITY;
    minY = Double.POSITIVE_INFINITY;
    maxX = Double.NEGATIVE_INFINITY;
    maxY = Double.NEGATIVE_INFINITY;
    try {
      geometry(ByteBuffer.wrap(wkb));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("WKB ends too early", e);
    }
    if (minX > maxX) {
      return false;
    }
    if (!(Double.isFinite(minX + minY) && Double.isFinite(maxX + maxY))) {
      throw new IllegalArgumentException("a coordinate that is not finite");
    }
    return true;
  }

  private void geometry(ByteBuffer bytes) {
    int mark = bytes.get();
    if (mark == 0 || mark == 1) {
      bytes.order(mark == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }
    int word = bytes.getInt();
    int others = bytesOfOthers(word);
    if ((word & SRID_FLAG) != 0) {
      bytes.getInt();
    }
    switch ((word & TYPE_MASK) % ISO_DIMENSION) {
      case POINT -> vertices(bytes, 1, others);
      case LINE -> vertices(bytes, bytes.getInt(), others);
      case POLYGON -> {
        int rings = bytes.getInt();
        for (int i = 0; i < rings; i++) {
          vertices(bytes, bytes.getInt(), others);
        }
      }
      default -> {
        int parts = bytes.getInt();
        for (int i = 0; i < parts; i++) {
          geometry(bytes);
        }
      }
    }
  }

  /**
   * Returns the number of bytes that z and m take in each vertex.
   *
   * @param word type of the geometry as WKB encodes it
   */
  private static int bytesOfOthers(int word) {
    int iso = (word & TYPE_MASK) / ISO_DIMENSION;
    boolean hasZ = (word & Z_FLAG) != 0 || iso == 1 || iso == 3;
    boolean hasM = (word & M_FLAG) != 0 || iso == 2 || iso == 3;
    return Double.BYTES * ((hasZ ? 1 : 0) + (hasM ? 1 : 0));
  }

  /**
   * Reads {@code count} vertices and extends the bounds by them. Ignores vertices of empty points,
   * whose coordinates are NaN.
   *
   * @param others number of bytes of z and m in each vertex
   */
  private void vertices(ByteBuffer bytes, int count, int others) {
    for (int i = 0; i < count; i++) {
      double x = bytes.getDouble();
      double y = bytes.getDouble();
      bytes.position(bytes.position() + others);
      if (Double.isNaN(x) && Double.isNaN(y)) {
        continue;
      }
      minX = Math.min(minX, x);
      minY = Math.min(minY, y);
      maxX = Math.max(maxX, x);
      maxY = Math.max(maxY, y);
    }
  }

  /** Returns the smallest x of the last geometry. */
  public double minX() {
    return minX;
  }

  /** Returns the smallest y of the last geometry. */
  public double minY() {
    return minY;
  }

  /** Returns the greatest x of the last geometry. */
  public double maxX() {
    return maxX;
  }

  /** Returns the greatest y of the last geometry. */
  public double maxY() {
    return maxY;
  }
}
