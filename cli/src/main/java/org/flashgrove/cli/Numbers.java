package org.flashgrove.cli;

import org.flashgrove.core.spec.WholeNumber;
import picocli.CommandLine.TypeConversionException;

/** Numbers as options take them. */
final class Numbers {
  private Numbers() {}

  /** A 64-bit integer in digits 0 to 9, for options of the type. */
  static long whole(String text) {
    try {
      return WholeNumber.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a long");
    }
  }

  /** A 32-bit integer in digits 0 to 9, for options of the type. */
  static int wholeInt(String text) {
    try {
      return WholeNumber.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not an int");
    }
  }

  /**
   * Numbers with commas between.
   *
   * @throws IllegalArgumentException if there are not {@code count} of them
   */
  static double[] of(String option, String text, int count) {
    String[] parts = text.split(",", -1);
    if (parts.length == count) {
      try {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
          numbers[i] = Double.parseDouble(parts[i].trim());
        }
        return numbers;
      } catch (NumberFormatException e) {
        // told below
      }
    }
    throw new IllegalArgumentException(
        option + " " + text + " (allowed: " + count + " numbers with commas between)");
  }
}
