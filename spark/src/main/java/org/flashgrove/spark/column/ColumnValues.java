package org.flashgrove.spark.column;

/** Receives the values of written rows, each with the index of its column. */
public interface ColumnValues {
  /** Receives a null of a column. */
  void addNull(int column);

  /** Receives an integer value of a column. */
  void add(int column, long value);

  /** Receives a floating-point value of a column. */
  void add(int column, double value);

  /** Receives a decimal, a date or an instant, in the form in which attributes store it. */
  void add(int column, Comparable<?> value);

  /**
   * Reports that a column has a non-null value that no {@code add} method accepts. The value itself
   * is not passed.
   */
  void addOther(int column);
}
