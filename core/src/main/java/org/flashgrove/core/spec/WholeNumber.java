package org.flashgrove.core.spec;

/** Parses whole numbers that consist only of the decimal digits 0 to 9. */
public final class WholeNumber {
  private WholeNumber() {}

  /**
   * Reads a number. Unlike {@link Long#parseLong}, this method refuses the digits of other scripts,
   * which people may mistake for other numbers.
   *
   * @throws NumberFormatException if the text is anything but an optional sign and digits 0 to 9,
   *     or does not fit in 64 bits
   */
  public static long parseLong(String text) {
    requireDigits(text);
    return Long.parseLong(text);
  }

  /**
   * Reads a number that fits in 32 bits.
   *
   * @throws NumberFormatException as {@link #parseLong} does
   */
  public static int parseInt(String text) {
    requireDigits(text);
    return Integer.parseInt(text);
  }

  private static void requireDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > '9') {
        throw new NumberFormatException("not digits 0 to 9: " + text);
      }
    }
  }
}
