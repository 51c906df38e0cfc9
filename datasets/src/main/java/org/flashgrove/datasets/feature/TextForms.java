package org.flashgrove.datasets.feature;

import java.util.EnumSet;
import java.util.Set;

/**
 * Determines the forms, such as integer or date, that fit all values of a text column seen so far.
 */
public final class TextForms {
  private static final Set<TextForm> NUMBERS = EnumSet.of(TextForm.WHOLE, TextForm.REAL_SHORT);

  /** Number of digits up to which a double represents every integer exactly. */
  private static final int EXACT_DIGITS = 15;

  private final Set<TextForm> left = EnumSet.allOf(TextForm.class);
  private boolean any;

  public TextForms() {}

  /** Creates a state from the result of {@link #bits}. */
  static TextForms of(int bits) {
    TextForms forms = new TextForms();
    forms.any = (bits & 1) == 1;
    forms.left.removeIf(form -> (bits >> form.ordinal() + 1 & 1) == 0);
    return forms;
  }

  /** Returns an encoding of the state. */
  int bits() {
    int bits = any ? 1 : 0;
    for (TextForm form : left) {
      bits |= 2 << form.ordinal();
    }
    return bits;
  }

  /** Adds a value, which must not be null. */
  public void look(String text) {
    any = true;
    if (left.isEmpty() || isShortNumber(text) && left.equals(NUMBERS)) {
      return;
    }
    left.removeIf(form -> !form.matches(text));
  }

  /**
   * Returns the most specific form that all values so far have. Returns null if there is no such
   * form, or if there are no values.
   */
  public TextForm form() {
    return any && !left.isEmpty() ? left.iterator().next() : null;
  }

  /** Returns whether all values so far have the given form. */
  public boolean allows(TextForm form) {
    return left.contains(form);
  }

  private static boolean isShortNumber(String text) {
    int length = text.length();
    if (length == 0 || length > EXACT_DIGITS || text.charAt(0) == '0' && length > 1) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
