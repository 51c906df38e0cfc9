package org.flashgrove.spark.dataset;

import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Whole number as the value of an option. */
public final class NumberOption {
  private NumberOption() {}

  /**
   * Returns the value of an option.
   *
   * @param usual value if the option is not set; need not be in the range
   * @param least least allowed value
   * @param most greatest allowed value
   * @throws IllegalArgumentException if the value is not a whole number in the range
   */
  public static long of(
      CaseInsensitiveStringMap options, String name, long usual, long least, long most) {
    String text = options.get(name);
    if (text == null) {
      return usual;
    }
    try {
      long value = Long.parseLong(text.trim());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw refused(name, text, least, most, e);
    }
    throw refused(name, text, least, most, null);
  }

  private static IllegalArgumentException refused(
      String name, String text, long least, long most, Throwable cause) {
    String allowed = most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
    return new IllegalArgumentException(
        "option " + name + " = " + text + " (allowed: " + allowed + ")", cause);
  }
}
