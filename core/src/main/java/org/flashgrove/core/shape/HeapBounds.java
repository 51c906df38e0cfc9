package org.flashgrove.core.shape;

/**
 * Upper bounds for the heap bytes of a decoded object and of what queries prepare of it, from the
 * length of its WKB. They hold for valid objects without empty members, and for JVMs with
 * compressed references.
 */
public final class HeapBounds {
  /** Maximum number of heap bytes for each byte of WKB. */
  public static final int MOST_OF_A_BYTE = 24;

  private static final int OF_A_LINE_BYTE = 16;
  private static final int OF_A_DISTANCE_BYTE = 9;
  private static final int OF_A_SHAPE_BYTE = 7;
  private static final int OF_A_SHAPE = 200;
  private static final int OF_AN_OBJECT = 700;

  private HeapBounds() {}

  /** Returns the bound for a {@link FlatShape} and its geometry. */
  public static long ofShape(int wkbBytes) {
    return OF_A_SHAPE + (long) OF_A_SHAPE_BYTE * wkbBytes;
  }

  /** Returns the bound for an object whose distances are measured. */
  public static long ofDistances(int wkbBytes) {
    return OF_AN_OBJECT + (long) OF_A_DISTANCE_BYTE * wkbBytes;
  }

  /**
   * Returns the bound for an object and its {@code GeometryQuery}.
   *
   * @param dimension the object's dimension, which is 2 if it has a polygon
   */
  public static long ofQuery(int dimension, int wkbBytes) {
    return OF_AN_OBJECT + (long) (dimension == 2 ? MOST_OF_A_BYTE : OF_A_LINE_BYTE) * wkbBytes;
  }
}
