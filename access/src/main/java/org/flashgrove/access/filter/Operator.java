package org.flashgrove.access.filter;

import org.flashgrove.core.spec.SpecException;

/** Comparison operator of a filter. */
enum Operator {
  EQUAL("="),
  NOT_EQUAL("<>"),
  LESS("<"),
  AT_MOST("<="),
  GREATER(">"),
  AT_LEAST(">=");

  private final String text;

  Operator(String text) {
    this.text = text;
  }

  /**
   * Returns the operator with a text such as {@code <=}.
   *
   * @throws SpecException if there is none
   */
  static Operator of(String text) {
    for (Operator each : values()) {
      if (each.text.equals(text)) {
        return each;
      }
    }
    throw new SpecException("operator '" + text + "' (allowed: =, <>, <, <=, >, >=)");
  }

  /**
   * Returns whether the operator holds for two values.
   *
   * @param order negative, zero or positive if the left value is less, equal or greater
   */
  boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
