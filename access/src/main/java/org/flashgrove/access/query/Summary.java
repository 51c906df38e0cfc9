package org.flashgrove.access.query;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * Count, least and greatest value, sum and average of an attribute over the records of a query;
 * {@link TableQuery#summary} returns it. Null values are ignored. Values are objects of the type's
 * class. NaN is greater than infinity, and texts are compared by code points.
 */
public final class Summary {
  private static final MathContext MOST = new MathContext(100_000); // digits of an exact sum
  private static final MathContext EXACT = new MathContext(100_000, RoundingMode.UNNECESSARY);

  private final String attribute;
  private final AttributeType type;
  private final DoubleSummaryStatistics reals = new DoubleSummaryStatistics();
  private BigDecimal exact = BigDecimal.ZERO;
  private boolean isRounded;
  private long records;
  private long values;
  private @Nullable Object least;
  private @Nullable Object greatest;

  Summary(String attribute, AttributeType type) {
    this.attribute = attribute;
    this.type = type;
  }

  /** Adds the value of one record. */
  void add(Row row, int index) {
    records++;
    Object value = row.value(index);
    if (value == null) {
      return;
    }
    values++;
    if (least == null || ValueComparison.compare(value, least) < 0) {
      least = value;
    }
    if (greatest == null || ValueComparison.compare(value, greatest) > 0) {
      greatest = value;
    }
    if (value instanceof Double real) {
      reals.accept(real);
    } else if (value instanceof BigDecimal decimal) {
      addDecimal(decimal);
    } else if (value instanceof Integer || value instanceof Long) {
      exact = exact.add(BigDecimal.valueOf(((Number) value).longValue()));
    }
  }

  /** Adds a number to the sum. Rounds the sum of numbers such as 1E+999999999 and 1. */
  private void addDecimal(BigDecimal decimal) {
    try {
      exact = exact.add(decimal, isRounded ? MOST : EXACT);
    } catch (ArithmeticException e) {
      exact = exact.add(decimal, MOST);
      isRounded = true;
    }
  }

  /** Returns the number of records, including records without a value. */
  public long records() {
    return records;
  }

  /** Returns the number of records with a value. */
  public long count() {
    return values;
  }

  /** Returns the least value; empty if there is none. */
  public Optional<Object> min() {
    return Optional.ofNullable(least);
  }

  /** Returns the greatest value; empty if there is none. */
  public Optional<Object> max() {
    return Optional.ofNullable(greatest);
  }

  /**
   * Returns the sum of the values, or 0 if there are none. The sum of an int, long or decimal
   * attribute is exact before it is rounded to a double, unless it has more than 100,000 digits.
   *
   * @throws SpecException if the attribute is not numeric
   */
  public double sum() {
    requireNumbers();
    return type == AttributeType.DOUBLE ? reals.getSum() : exact.doubleValue();
  }

  /**
   * Returns the exact sum of the values, or 0 if there are none.
   *
   * @throws SpecException if the attribute is not of type int, long or decimal
   * @throws ArithmeticException if the sum needs more than 100,000 digits
   */
  public BigDecimal exactSum() {
    if (type == AttributeType.DOUBLE) {
      throw new SpecException(
          "attribute '" + attribute + "' is of type double; use sum(), which is rounded");
    }
    requireNumbers();
    if (isRounded) {
      throw new ArithmeticException(
          attribute + ": the exact sum has more than 100,000 digits; use sum(), which is rounded");
    }
    return exact;
  }

  /**
   * Returns the average of the values; empty if there are none.
   *
   * @throws SpecException if the attribute is not numeric
   */
  public OptionalDouble average() {
    double sum = sum();
    return values == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / values);
  }

  private void requireNumbers() {
    switch (type) {
      case INT, LONG, DOUBLE, DECIMAL -> {}
      default ->
          throw new SpecException(
              "sum of attribute '"
                  + attribute
                  + "' of type "
                  + type
                  + " (allowed: int, long, double, decimal)");
    }
  }

  /** Returns attribute, count, least and greatest value in one line, for messages. */
  @Override
  public String toString() {
    return attribute + ": " + values + " values from " + least + " to " + greatest;
  }
}
