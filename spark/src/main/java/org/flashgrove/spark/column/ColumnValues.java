package org.flashgrove.spark.column;

/** Receives the values of written rows, by the position of their column. */
public interface ColumnValues {
  /** Takes null. */
  void addNull(int column);

  /** Takes a whole number. */
  void add(int column, long value);

  /** Takes a double. */
  void add(int column, double value);

  /** Takes a decimal, a day or a moment, as attributes have it. */
  void add(int column, Comparable<?> value);

  /** Takes a value of another type. */
  void addOther(int column);
}
