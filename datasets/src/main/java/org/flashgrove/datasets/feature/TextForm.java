package org.flashgrove.datasets.feature;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Form, such as integer or date, that all values of a text column may have. A text has a form if it
 * is still the same text after it was parsed and printed in this form. Different texts of a form
 * therefore have different values. The constants are sorted, the most specific form first.
 */
public enum TextForm {
  /** Lower-case booleans: true and false. */
  TRUTH(text -> text.equals("true") || text.equals("false")),
  /** Upper-case booleans of R: TRUE and FALSE. */
  TRUTH_UPPER(text -> text.equals("TRUE") || text.equals("FALSE")),
  /** Capitalized booleans of Python: True and False. */
  TRUTH_TITLE(text -> text.equals("True") || text.equals("False")),
  /** Integers of 64 bits. */
  WHOLE(text -> isShort(text) && Long.toString(Long.parseLong(text)).equals(text)),
  /** Doubles as Java prints them: 1.0, 2.5, 1.0E7. */
  REAL(text -> isShort(text) && Double.toString(Double.parseDouble(text)).equals(text)),
  /** Doubles without an exponent, and without a point if they are whole numbers: 1, 2.5. */
  REAL_SHORT(
      text ->
          isShort(text)
              && new BigDecimal(text).stripTrailingZeros().toPlainString().equals(text)
              && isWithinDouble(text)),
  /** Doubles without an exponent and always with a point: 1.0, 12345678.5. */
  REAL_POINT(
      text ->
          isShort(text) && withPoint(text).toPlainString().equals(text) && isWithinDouble(text)),
  /** ISO dates. */
  DATE(text -> LocalDate.parse(text).toString().equals(text)),
  /** Timestamps with a final Z. */
  MOMENT(text -> Instant.parse(text).toString().equals(text)),
  /** UUIDs in lower case. */
  UNIQUE_ID(text -> isUuid(text) && UUID.fromString(text).toString().equals(text)),
  /** UUIDs in upper case. */
  UNIQUE_ID_UPPER(
      text ->
          isUuid(text) && UUID.fromString(text).toString().toUpperCase(Locale.ROOT).equals(text));

  /**
   * Maximum length of a number in characters. Every double that is written without an exponent is
   * shorter.
   */
  private static final int MOST_DIGITS = 400;

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]{1,3})?");
  private static final int UUID_LENGTH = 36;

  private final Predicate<String> form;

  /**
   * Creates a form.
   *
   * @param form tests whether a value has the form. May throw an exception instead of returning
   *     false, unlike {@link #matches}
   */
  TextForm(Predicate<String> form) {
    this.form = form;
  }

  /** Returns whether a value has this form. Never throws an exception. */
  public boolean matches(String text) {
    try {
      return form.test(text);
    } catch (NumberFormatException | DateTimeException e) {
      return false;
    }
  }

  private static boolean isShort(String text) {
    return text.length() <= MOST_DIGITS && NUMBER.matcher(text).matches();
  }

  private static boolean isUuid(String text) {
    return text.length() == UUID_LENGTH && text.charAt(8) == '-';
  }

  private static BigDecimal withPoint(String text) {
    BigDecimal value = new BigDecimal(text).stripTrailingZeros();
    return value.scale() < 1 ? value.setScale(1) : value;
  }

  /**
   * Returns whether a double can represent the number in a text without loss: the shortest decimal
   * of the nearest double equals the number.
   */
  private static boolean isWithinDouble(String text) {
    double nearest = Double.parseDouble(text);
    return Double.isFinite(nearest)
        && new BigDecimal(Double.toString(nearest)).compareTo(new BigDecimal(text)) == 0;
  }
}
