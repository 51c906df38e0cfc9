package org.flashgrove.datasets.geopackage;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Bounds how deep geometries of well-known binary lie within each other, as the reader of JTS calls
 * itself for each level. Lengths that are wrong are left to that reader.
 */
final class WkbLevels {
  private static final int MOST = 64;
  private static final int FIRST_MULTI = 4;
  private static final int LAST_MULTI = 7;

  private WkbLevels() {}

  /**
   * Looks at a geometry and those within it.
   *
   * @throws IllegalArgumentException if they are too deep, or the bytes end before they do
   */
  static void require(ByteBuffer wkb) {
    try {
      walk(wkb, 0);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("well-known binary that ends too early", e);
    }
  }

  private static void walk(ByteBuffer wkb, int level) {
    if (level > MOST) {
      throw new IllegalArgumentException("geometries nested deeper than " + MOST + " levels");
    }
    wkb.order(wkb.get() == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int word = wkb.getInt();
    int type = (word & 0x0fff_ffff) % 1000;
    if ((word & 0x2000_0000) != 0) {
      wkb.getInt(); // SRID
    }
    int pointBytes = pointBytes(word);
    if (type >= FIRST_MULTI && type <= LAST_MULTI) {
      for (int parts = wkb.getInt(); parts != 0; parts--) {
        walk(wkb, level + 1);
      }
    } else if (type == 1) {
      skip(wkb, pointBytes);
    } else if (type == 2) {
      skip(wkb, (long) pointBytes * Integer.toUnsignedLong(wkb.getInt()));
    } else if (type == 3) {
      for (int rings = wkb.getInt(); rings != 0; rings--) {
        skip(wkb, (long) pointBytes * Integer.toUnsignedLong(wkb.getInt()));
      }
    } else {
      throw new IllegalArgumentException("well-known binary of an unknown type");
    }
  }

  /** Returns the size of a point, by the flags or the thousands of a type. */
  private static int pointBytes(int word) {
    int thousands = (word & 0x0fff_ffff) / 1000;
    boolean z = (word & 0x8000_0000) != 0 || thousands == 1 || thousands == 3;
    boolean m = (word & 0x4000_0000) != 0 || thousands == 2 || thousands == 3;
    return 8 * (2 + (z ? 1 : 0) + (m ? 1 : 0));
  }

  private static void skip(ByteBuffer wkb, long bytes) {
    if (bytes > wkb.remaining()) {
      throw new IllegalArgumentException("well-known binary that ends too early");
    }
    wkb.position(wkb.position() + (int) bytes);
  }
}
