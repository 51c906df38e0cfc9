package org.flashgrove.literature.buffer.arftl;

import java.util.Arrays;
import java.util.Locale;

/** The value of an object for aggregates, computed from its leaf entry. */
enum Measure {
  /** The area of its rectangle. */
  AREA {
    @Override
    double of(long id, double minX, double minY, double maxX, double maxY) {
      return (maxX - minX) * (maxY - minY);
    }
  },
  /** Its id. */
  ID {
    @Override
    double of(long id, double minX, double minY, double maxX, double maxY) {
      return id;
    }
  },
  /** The x coordinate of its centre. */
  X {
    @Override
    double of(long id, double minX, double minY, double maxX, double maxY) {
      return minX + (maxX - minX) / 2;
    }
  },
  /** The y coordinate of its centre. */
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
