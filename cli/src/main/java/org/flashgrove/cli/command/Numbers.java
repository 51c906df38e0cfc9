package org.flashgrove.cli.command;

import java.util.Locale;
import java.util.function.Function;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.core.spec.WholeNumber;
import picocli.CommandLine.TypeConversionException;

/** Parses numbers, sizes and fractions of options. */
public final class Numbers {
  private static final String ALLOWED = " (allowed: ";

  private Numbers() {}

  /** Parses a 64-bit integer, with digits 0 to 9. */
  public static long whole(String text) {
    try {
      return WholeNumber.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a long");
    }
  }

  /** Parses a 32-bit integer, with digits 0 to 9. */
  public static int wholeInt(String text) {
    try {
      return WholeNumber.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not an int");
    }
  }

  /**
   * Throws an exception for a number out of range.
   *
   * @param value number; null is always allowed
   */
  public static void requireWithin(String option, Integer value, int least, int most) {
    if (value != null && (value < least || value > most)) {
      throw new IllegalArgumentException(
          option + " " + value + ALLOWED + least + " to " + most + ")");
    }
  }

  /**
   * Parses a size in bytes, such as {@code 512K}.
   *
   * @throws IllegalArgumentException if the size is less than {@code least} or more than {@code
   *     most}
   */
  public static long bytes(String option, String text, long least, long most) {
    return value(option, text, spec -> spec.bytes("value", least, least, most));
  }

  /**
   * Parses a fraction, such as {@code 60%} or {@code 0.6}.
   *
   * @throws IllegalArgumentException if the fraction is less than {@code least} or more than 1
   */
  public static double share(String option, String text, double least) {
    return value(option, text, spec -> spec.fraction("value", least, least, 1));
  }

  /** Parses the value of an option with the parser for specs. Errors name the option. */
  private static <N extends Number> N value(String option, String text, Function<Spec, N> reading) {
    boolean single = text.indexOf(',') < 0;
    try {
      return reading.apply(Spec.parse("option:value=" + (single ? text : "")));
    } catch (SpecException e) {
      String allowed = e.getMessage().substring(e.getMessage().lastIndexOf(ALLOWED));
      throw new IllegalArgumentException(option + " " + text + allowed, e);
    }
  }

  /**
   * Parses {@code count} numbers separated by commas.
   *
   * @throws IllegalArgumentException if the text is not in this form
   */
  public static double[] of(String option, String text, int count) {
    String[] parts = text.split(",", -1);
    if (parts.length == count) {
      try {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
          numbers[i] = Double.parseDouble(parts[i].trim());
        }
        return numbers;
      } catch (NumberFormatException e) {
        // reported below
      }
    }
    throw new IllegalArgumentException(
        option + " " + text + ALLOWED + count + " numbers with commas between)");
  }

  /**
   * Returns a count and the noun that it counts, as in {@code 1 record} or {@code 1,234 records}.
   *
   * @param noun the noun in the singular, such as {@code record} or {@code entry}
   */
  public static String counted(long count, String noun) {
    String several =
        noun.endsWith("ry")
            ? noun.substring(0, noun.length() - 1) + "ies"
            : noun + (noun.endsWith("x") ? "es" : "s");
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? noun : several);
  }

  /** Returns a count, its noun and a verb, as in {@code 1 record is} or {@code 2 records are}. */
  public static String countedAre(long count, String noun) {
    return counted(count, noun) + (count == 1 ? " is" : " are");
  }
}
