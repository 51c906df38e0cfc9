package org.flashgrove.spark.write;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.spark.column.ColumnValues;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.column.RowForm;
import org.flashgrove.spark.dataset.ColumnRange;

/** Collects the least and greatest value of each column of a table. */
final class RangeCollector implements ColumnValues {
  /**
   * Maximum number of characters of a least or greatest value in a manifest. If the least or
   * greatest value of a column is longer, the manifest has no range of the column.
   */
  private static final int MOST_CHARACTERS = 64;

  private final Columns columns;
  private final RowForm form;
  private final long[] nulls;
  private final boolean[] unknown;

  /** Least whole number of each column; {@code Long.MAX_VALUE} if the column has none. */
  private final long[] leastWhole;

  private final long[] greatestWhole;

  /** Least double of each column; positive infinity if the column has none. */
  private final double[] leastReal;

  private final double[] greatestReal;
  private final Object[] least;
  private final Object[] greatest;

  RangeCollector(Columns columns) {
    this.columns = columns;
    form = new RowForm(columns);
    int count = columns.schema().size();
    nulls = new long[count];
    unknown = new boolean[count];
    leastWhole = new long[count];
    greatestWhole = new long[count];
    leastReal = new double[count];
    greatestReal = new double[count];
    Arrays.fill(leastWhole, Long.MAX_VALUE);
    Arrays.fill(greatestWhole, Long.MIN_VALUE);
    Arrays.fill(leastReal, Double.POSITIVE_INFINITY);
    Arrays.fill(greatestReal, Double.NEGATIVE_INFINITY);
    least = new Object[count];
    greatest = new Object[count];
  }

  /**
   * Adds the values of an encoded row.
   *
   * @param at position of the row's attributes in {@code bytes}
   */
  void add(boolean hasGeometry, byte[] bytes, int at) {
    form.collect(bytes, at, this);
    if (!hasGeometry) {
      addNull(columns.geometry());
    }
  }

  @Override
  public void addNull(int column) {
    nulls[column]++;
  }

  @Override
  public void add(int column, long value) {
    if (value < leastWhole[column]) {
      leastWhole[column] = value;
    }
    if (value > greatestWhole[column]) {
      greatestWhole[column] = value;
    }
  }

  @Override
  public void add(int column, double value) {
    if (Double.isNaN(value) || value == 0 && 1 / value < 0) {
      unknown[column] = true; // Java and Spark order NaN and -0.0 differently
      return;
    }
    if (value <= leastReal[column]) {
      leastReal[column] = value;
    }
    if (value >= greatestReal[column]) {
      greatestReal[column] = value;
    }
  }

  @Override
  public void add(int column, Comparable<?> value) {
    if (least[column] == null || compare(value, least[column]) < 0) {
      least[column] = value;
    }
    if (greatest[column] == null || compare(value, greatest[column]) > 0) {
      greatest[column] = value;
    }
  }

  @Override
  public void addOther(int column) {
    unknown[column] = true;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object one, Object other) {
    return ((Comparable<Object>) one).compareTo(other);
  }

  /** Returns the ranges by column name. */
  Map<String, ColumnRange> ranges() {
    Map<String, ColumnRange> ranges = new HashMap<>();
    for (int i = 0; i < nulls.length; i++) {
      String from = text(i, leastWhole, leastReal, least);
      String to = text(i, greatestWhole, greatestReal, greatest);
      boolean exact =
          !columns.isGeometry(i)
              && !unknown[i]
              && (from == null
                  || from.length() <= MOST_CHARACTERS && to.length() <= MOST_CHARACTERS);
      ranges.put(
          columns.schema().apply(i).name(),
          new ColumnRange(nulls[i], exact ? from : null, exact ? to : null, exact));
    }
    return ranges;
  }

  private String text(int column, long[] whole, double[] real, Object[] values) {
    if (leastWhole[column] <= greatestWhole[column]) {
      return Long.toString(whole[column]);
    }
    return leastReal[column] <= greatestReal[column]
        ? Double.toString(real[column])
        : values[column] == null ? null : values[column].toString();
  }
}
