package org.flashgrove.datasets.generate;

/** Ranges that several generators have in common. */
final class Parameters {
  /** The number of values that the random draws distinguish. */
  private static final long MAX_COUNT = 1L << 53;

  private Parameters() {}

  static void requireCount(long count) {
    if (count < 0 || count > MAX_COUNT) {
      throw new IllegalArgumentException("count is " + count + "; allowed: 0 to " + MAX_COUNT);
    }
  }
}
