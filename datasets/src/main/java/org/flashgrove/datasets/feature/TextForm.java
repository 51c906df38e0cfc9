package org.flashgrove.datasets.feature;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Form, such as integer or date, that all values of a text column may have. A text has a form if it
 * is still the same text after it was parsed and printed in this form. Different texts of a form
 * therefore have different values. The constants are sorted, the most specific form first.
 */
public enum TextForm {
  /** Lower-case booleans: true and false. */
  TRUTH {
    @Override
    boolean fits(String text) {
      return text.equals("true") || text.equals("false");
    }
  },
  /** Upper-case booleans of R: TRUE and FALSE. */
  TRUTH_UPPER {
    @Override
    boolean fits(String text) {
      return text.equals("TRUE") || text.equals("FALSE");
    }
  },
  /** Capitalized booleans of Python: True and False. */
  TRUTH_TITLE {
    @Override
    boolean fits(String text) {
      return text.equals("True") || text.equals("False");
    }
  },
  /** Integers of 64 bits. */
  WHOLE {
    @Override
    boolean fits(String text) {
      return isShort(text) && Long.toString(Long.parseLong(text)).equals(text);
    }
  },
  /** Doubles as Java prints them: 1.0, 2.5, 1.0E7. */
  REAL {
    @Override
    boolean fits(String text) {
      return isShort(text) && Double.toString(Double.parseDouble(text)).equals(text);
    }
  },
  /** Doubles without an exponent, and without a point if they are whole numbers: 1, 2.5. */
  REAL_SHORT {
    @Override
    boolean fits(String text) {
      return isShort(text)
          && new BigDecimal(text).stripTrailingZeros().toPlainString().equals(text)
          && isWithinDouble(text);
    }
  },
  /** Doubles without an exponent and always with a point: 1.0, 12345678.5. */
  REAL_POINT {
    @Override
    boolean fits(String text) {
      return isShort(text) && withPoint(text).toPlainString().equals(text) && isWithinDouble(text);
    }
  },
  /** ISO dates. */
  DATE {
    @Override
    boolean fits(String text) {
      return LocalDate.parse(text).toString().equals(text);
    }
  },
  /** Timestamps with a final Z. */
  MOMENT {
    @Override
    boolean fits(String text) {
      return Instant.parse(text).toString().equals(text);
    }
  },
  /** UUIDs in lower case. */
  UNIQUE_ID {
    @Override
    boolean fits(String text) {
      return isUuid(text) && UUID.fromString(text).toString().equals(text);
    }
  },
  /** UUIDs in upper case. */
  UNIQUE_ID_UPPER {
    @Override
    boolean fits(String text) {
      return isUuid(text) && UUID.fromString(text).toString().toUpperCase(Locale.ROOT).equals(text);
    }
  };

  /**
   * Maximum length of a number in characters. Every double that is written without an exponent is
   * shorter.
   */
  private static final int MOST_DIGITS = 400;

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]{1,3})?");
  private static final int UUID_LENGTH = 36;

  /**
   * Returns whether a value has this form. May throw an exception instead of returning false,
   * unlike {@link #matches}.
   */
  abstract boolean fits(String text);

  /** Returns whether a value has this form. Never throws an exception. */
  public boolean matches(String text) {
    try {
      return fits(text);
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
