package org.flashgrove.access;

/**
 * Entries of the concurrent scenarios, all of them points. A fixed population fills the tree, and
 * no call changes it. In addition there are objects, which have small numbers. Each object is at
 * one of two places.
 */
final class ConcurrentEntries {
  /** Number of entries of the fixed population. Their ids begin at {@link #FIRST_FIXED_ID}. */
  static final int FIXED = 120;

  static final int FIRST_FIXED_ID = 10_000;

  /** Number of objects that exist from the beginning, at place 0. Their numbers begin at 0. */
  static final int PRESENT = 6;

  /**
   * Smallest number of the objects that scenarios insert. Each of them is inserted at most once.
   */
  static final int FIRST_INSERTED = 100;

  /** Difference between the numbers of two objects that one batch inserts. */
  static final int TWIN = 1_000;

  static final double EXTENT = 128;

  private static final double[][] WINDOWS = {
    {0, 0, EXTENT, EXTENT}, // everything
    {0, 0, EXTENT, 40}, // place 0
    {0, 80, EXTENT, EXTENT}, // place 1
    {0, 0, 40, EXTENT}, // some objects, both places
  };

  private ConcurrentEntries() {}

  /** Returns the window with a number: minX, minY, maxX, maxY. */
  static double[] window(int number) {
    return WINDOWS[number % WINDOWS.length];
  }

  static int windows() {
    return WINDOWS.length;
  }

  /** Returns the rectangle of an object at a place: minX, minY, maxX, maxY. */
  static double[] box(int object, int place) {
    double x = object * 37 % 127 + 0.25;
    double y = place == 0 ? 10.25 + object % 7 : 100.25 + object % 7;
    return new double[] {x, y, x, y};
  }

  /** Returns the rectangle of an entry of the population. */
  static double[] fixedBox(int number) {
    double x = number * 11 % 128;
    double y = number * 29 % 128;
    return new double[] {x, y, x, y};
  }

  static boolean isFixed(long id) {
    return id >= FIRST_FIXED_ID;
  }

  static boolean intersects(double[] box, double[] window) {
    return box[0] <= window[2] && box[2] >= window[0] && box[1] <= window[3] && box[3] >= window[1];
  }

  /** Returns the point from which the nearest query with a number measures: x, y. */
  static double[] start(int number) {
    return number % 2 == 0 ? new double[] {30, 12} : new double[] {60, 102};
  }

  /** Returns an object and its place in the form in which answers of queries contain them. */
  static String word(long object, double[] box) {
    return object + (box[1] < 64 ? "a" : "b");
  }
}
