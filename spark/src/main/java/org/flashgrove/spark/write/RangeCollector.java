package org.flashgrove.spark.write;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.ColumnRange;

/** Collects the smallest and largest values of the columns of a table. */
final class RangeCollector {
  /** Longer texts are not stored in a manifest. */
  private static final int MOST_CHARACTERS = 64;

  private final Columns columns;
  private final long[] nulls;
  private final Object[] least;
  private final Object[] greatest;
  private final boolean[] unknown;

  RangeCollector(Columns columns) {
    this.columns = columns;
    int count = columns.schema().size();
    nulls = new long[count];
    least = new Object[count];
    greatest = new Object[count];
    unknown = new boolean[count];
  }

  /**
   * Adds a row.
   *
   * @param values attribute values, by column
   */
  void add(InternalRow row, Object[] values) {
    for (int i = 0; i < nulls.length; i++) {
      if (row.isNullAt(i)) {
        nulls[i]++;
      } else if (!columns.isGeometry(i) && !unknown[i]) {
        add(i, values[i]);
      }
    }
  }

  private void add(int column, Object value) {
    if (!isOrdered(value)) {
      unknown[column] = true;
    } else if (least[column] == null) {
      least[column] = value;
      greatest[column] = value;
    } else if (compare(value, least[column]) < 0) {
      least[column] = value;
    } else if (compare(value, greatest[column]) > 0) {
      greatest[column] = value;
    }
  }

  /** Returns whether Spark and Java order the value in the same way, and its text determines it. */
  private static boolean isOrdered(Object value) {
    return value instanceof Double real
        ? !real.isNaN() && !(real == 0 && 1 / real < 0)
        : value instanceof Integer
            || value instanceof Long
            || value instanceof BigDecimal
            || value instanceof LocalDate
            || value instanceof Instant;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object one, Object other) {
    return ((Comparable<Object>) one).compareTo(other);
  }

  /** Returns the ranges by column name. */
  Map<String, ColumnRange> ranges() {
    Map<String, ColumnRange> ranges = new HashMap<>();
    for (int i = 0; i < nulls.length; i++) {
      boolean exact =
          !columns.isGeometry(i)
              && !unknown[i]
              && (least[i] == null
                  || least[i].toString().length() <= MOST_CHARACTERS
                      && greatest[i].toString().length() <= MOST_CHARACTERS);
      ranges.put(
          columns.schema().apply(i).name(),
          new ColumnRange(
              nulls[i],
              exact && least[i] != null ? least[i].toString() : null,
              exact && least[i] != null ? greatest[i].toString() : null,
              exact));
    }
    return ranges;
  }
}
