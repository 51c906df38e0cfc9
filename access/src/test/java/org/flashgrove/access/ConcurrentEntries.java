package org.flashgrove.access;

/**
 * The entries of the concurrent scenarios: points on a line each. A fixed population that no call
 * touches fills the tree; beside it objects, named by small numbers, stand at one of two places.
 */
final class ConcurrentEntries {
  /** Entries that are always there; their ids begin at {@link #FIRST_FIXED_ID}. */
  static final int FIXED = 120;

  static final int FIRST_FIXED_ID = 10_000;

  /** Objects 0 to {@code PRESENT - 1} are there from the beginning, at place 0. */
  static final int PRESENT = 6;

  /** Numbers from here on are of objects that scenarios insert, each at most once. */
  static final int FIRST_INSERTED = 100;

  /** Distance between the numbers of two objects that come in one batch. */
  static final int TWIN = 1_000;

  static final double EXTENT = 128;

  private static final double[][] WINDOWS = {
    {0, 0, EXTENT, EXTENT}, // everything
    {0, 0, EXTENT, 40}, // place 0
    {0, 80, EXTENT, EXTENT}, // place 1
    {0, 0, 40, EXTENT}, // some objects, both places
  };

  private ConcurrentEntries() {}

  /** Window of a number: minX, minY, maxX, maxY. */
  static double[] window(int number) {
    return WINDOWS[number % WINDOWS.length];
  }

  static int windows() {
    return WINDOWS.length;
  }

  /** Where an object stands: minX, minY, maxX, maxY. */
  static double[] box(int object, int place) {
    double x = object * 37 % 127 + 0.25;
    double y = place == 0 ? 10.25 + object % 7 : 100.25 + object % 7;
    return new double[] {x, y, x, y};
  }

  /** Where an entry of the population stands. */
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

  /** The point that a nearest query of a number starts at: x, y. */
  static double[] start(int number) {
    return number % 2 == 0 ? new double[] {30, 12} : new double[] {60, 102};
  }

  /** An object at a place as answers of queries say it. */
  static String word(long object, double[] box) {
    return object + (box[1] < 64 ? "a" : "b");
  }
}
