package org.flashgrove.simulator.ftl.space;

/**
 * Format of page tags: the upper eight bits are the kind of page, and the lower 32 bits are its
 * number among the pages of that kind. A translation layer may use the other bits.
 */
public final class Tag {
  /** Page of host content; the number is the logical page. */
  public static final int DATA = 1;

  /** Page of a mapping; the number is the position of the page in the mapping. */
  public static final int MAPPING = 2;

  /** Page with ranges of trimmed logical pages, one range per word. */
  static final int TRIM_RANGES = 3;

  /**
   * Page with a bitmap of unmapped logical pages; the number is the logical page of the first bit.
   */
  static final int TRIM_BITMAP = 4;

  private static final int KIND_SHIFT = 56;
  private static final long LOGGED = 1L << 32;

  private Tag() {}

  /** Returns the tag of a page. */
  public static long of(int kind, int number) {
    return (long) kind << KIND_SHIFT | number & 0xFFFF_FFFFL;
  }

  /** Returns the tag of a page of host content in a log block. */
  public static long ofLogged(int page) {
    return of(DATA, page) | LOGGED;
  }

  /** Returns whether a page of host content was written to a log block. */
  public static boolean isLogged(long tag) {
    return (tag & LOGGED) != 0;
  }

  /** Returns the kind of page. */
  public static int kind(long tag) {
    return (int) (tag >>> KIND_SHIFT);
  }

  /** Returns the number of the page. */
  public static int number(long tag) {
    return (int) tag;
  }
}
