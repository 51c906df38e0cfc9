package org.flashgrove.literature.buffer.arftl;

import java.util.Arrays;
import java.util.Locale;

/**
 * Rule that computes the value of an object from its leaf entry. Aggregates such as sum and maximum
 * are computed from these values.
 */
enum Measure {
  /** Area of the object's rectangle. */
  AREA {
    @Override
    double of(long id, double minX, double minY, double maxX, double maxY) {
      return (maxX - minX) * (maxY - minY);
    }
  },
  /** Id of the object, converted to a double. */
  ID {
    @Override
    double of(long id, double minX, double minY, double maxX, double maxY) {
      return id;
    }
  },
  /** X coordinate of the rectangle's centre. */
  X {
    @Override
    double of(long id, double minX, double minY, double maxX, double maxY) {
      return minX + (maxX - minX) / 2;
    }
  },
  /** Y coordinate of the rectangle's centre. */
  Y {
    @Override
    double of(long id, double minX, double minY, double maxX, double maxY) {
      return minY + (maxY - minY) / 2;
    }
  };

  abstract double of(long id, double minX, double minY, double maxX, double maxY);

  static String[] names() {
    return Arrays.stream(values())
        .map(measure -> measure.name().toLowerCase(Locale.ROOT))
        .toArray(String[]::new);
  }

  static Measure named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
