package org.flashgrove.jmh.bench.data;

/**
 * The four attributes of a row, which follow from its key: a name that begins as all others do, a
 * category, an amount and a score.
 */
public final class SampleRow {
  /** A category of one row in 100,000. */
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

  /** Returns the name, which no other row has; 18 characters, of which 9 are the same in all. */
  public static String name(long key) {
    String digits = Long.toString(key); // a formatter would take longer than some of the peers
    int shown = Math.max(PREFIX, FIRST_NAME.length() - digits.length());
    return FIRST_NAME.substring(0, shown) + digits;
  }

  /** Returns the category: one of 200, or {@link #RARE}. */
  public static String category(long key) {
    return key % RARE_STEP == RARE_KEY ? RARE : "category-" + (key * MIX >>> 1) % CATEGORIES;
  }

  /** Returns the amount, a number of 32 bits that hardly any other row has. */
  public static long amount(long key) {
    return key * MIX >>> AMOUNT_SHIFT;
  }

  /** Returns the score. */
  public static double score(long key) {
    return amount(key + 1) / CENTS;
  }
}
