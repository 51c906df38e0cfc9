package org.flashgrove.literature.buffer.arftl;

import java.util.Arrays;
import java.util.Locale;

/**
 * Rule that computes the value of an object from its leaf entry. Aggregates such as sum and maximum
 * are computed from these values.
 */
enum Measure {
  /** Area of the object's rectangle. */
  AREA((id, minX, minY, maxX, maxY) -> (maxX - minX) * (maxY - minY)),
  /** Id of the object, converted to a double. */
  ID((id, minX, minY, maxX, maxY) -> id),
  /** X coordinate of the rectangle's centre. */
  X((id, minX, minY, maxX, maxY) -> minX + (maxX - minX) / 2),
  /** Y coordinate of the rectangle's centre. */
  Y((id, minX, minY, maxX, maxY) -> minY + (maxY - minY) / 2);

  private final Rule rule;

  Measure(Rule rule) {
    this.rule = rule;
  }

  /** Computes a value. */
  @FunctionalInterface
  private interface Rule {
    double of(long id, double minX, double minY, double maxX, double maxY);
  }

  double of(long id, double minX, double minY, double maxX, double maxY) {
    return rule.of(id, minX, minY, maxX, maxY);
  }

  static String[] names() {
    return Arrays.stream(values())
        .map(measure -> measure.name().toLowerCase(Locale.ROOT))
        .toArray(String[]::new);
  }

  static Measure named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
