package org.flashgrove.jmh.bench.data;

/**
 * Attributes of a sample row: a name, a category, an amount and a score. They are computed from the
 * key of the row. All names begin with the same characters.
 */
public final class SampleRow {
  /** Category that one row in 100,000 has. */
  public static final String RARE = "rare";

  private static final String FIRST_NAME = "customer-000000000";
  private static final int PREFIX = 9;
  private static final int CATEGORIES = 200;
  private static final int RARE_STEP = 100_000;
  private static final int RARE_KEY = 77;
  private static final long MIX = 0x9E3779B97F4A7C15L;
  private static final int AMOUNT_SHIFT = 32;
  private static final double CENTS = 100;

  private SampleRow() {}

  /**
   * Returns the name, which is unique. It has 18 characters, of which the first 9 are the same in
   * all names.
   */
  public static String name(long key) {
    // a formatter would take longer than some of the measured operations
    String digits = Long.toString(key);
    int shown = Math.max(PREFIX, FIRST_NAME.length() - digits.length());
    return FIRST_NAME.substring(0, shown) + digits;
  }

  /** Returns the category: one of 200, or {@link #RARE}. */
  public static String category(long key) {
    return key % RARE_STEP == RARE_KEY ? RARE : "category-" + (key * MIX >>> 1) % CATEGORIES;
  }

  /** Returns the amount, a 32-bit number that is nearly unique. */
  public static long amount(long key) {
    return key * MIX >>> AMOUNT_SHIFT;
  }

  public static double score(long key) {
    return amount(key + 1) / CENTS;
  }
}
