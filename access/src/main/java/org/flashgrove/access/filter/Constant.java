package org.flashgrove.access.filter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Objects;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.OrderKey;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueOrder;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.core.spec.SpecException;

/**
 * A value that an attribute is compared with, stored as a row of one attribute. A number that the
 * attribute's type cannot represent is stored as a neighbouring value. In this case {@code tie}
 * tells whether the neighbouring value is less or greater than the number.
 */
final class Constant {
  private final Row row;
  private final int tie;

  /**
   * Creates a constant.
   *
   * @param schema schema of one attribute, see {@link Schema#alone}
   */
  private Constant(Schema schema, Object value, int tie) {
    RowWriter writer = new RowWriter(schema);
    row = new Row(schema).show(writer.set(0, value).row());
    this.tie = tie;
  }

  /** Rejects null, and copies mutable values. */
  static Object copy(String attribute, Object value) {
    Objects.requireNonNull(attribute, "attribute");
    if (value == null) {
      throw new SpecException(
          "attribute '" + attribute + "' cannot be compared with null; use is null or is not null");
    }
    return value instanceof byte[] bytes ? bytes.clone() : value;
  }

  /**
   * Creates a constant for an attribute.
   *
   * @throws SpecException if the attribute does not exist, or the value does not have its type
   */
  static Constant of(Schema schema, String name, Object value) {
    Schema alone = schema.alone(schema.require(name));
    AttributeType type = alone.attributes().get(0).type();
    try {
      if (value instanceof Number number && isNumeric(type)) {
        return ofNumber(alone, number);
      }
      if (value instanceof Collection) {
        throw new SpecException(
            "attribute '" + name + "': a collection; write a ? for each value, or use Filter.in");
      }
      if (value instanceof String text) {
        return new Constant(alone, ValueText.parse(type, text), 0);
      }
      if (!type.javaType().isInstance(value)) {
        String kind = value instanceof BigDecimal ? "" : " of " + value.getClass().getTypeName();
        throw new SpecException(
            "attribute '" + name + "': " + text(value) + kind + " (allowed: " + type + ")");
      }
      return new Constant(alone, value, 0);
    } catch (SpecException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new SpecException("attribute '" + name + "': " + e.getMessage());
    }
  }

  private static boolean isNumeric(AttributeType type) {
    return switch (type) {
      case INT, LONG, DOUBLE, DECIMAL -> true;
      default -> false;
    };
  }

  private static Constant ofNumber(Schema alone, Number number) {
    Attribute attribute = alone.attributes().get(0);
    if (attribute.type() == AttributeType.DOUBLE) {
      return new Constant(alone, number.doubleValue(), 0);
    }
    boolean isReal = number instanceof Double || number instanceof Float;
    if (isReal && !Double.isFinite(number.doubleValue())) {
      throw new SpecException(
          "attribute '" + attribute.name() + "': " + number + " (allowed: finite numbers)");
    }
    BigDecimal exact =
        number instanceof BigInteger whole
            ? new BigDecimal(whole)
            : number instanceof BigDecimal decimal ? decimal : new BigDecimal(number.toString());
    if (attribute.type() == AttributeType.DECIMAL) {
      return new Constant(alone, exact, 0);
    }
    boolean isInt = attribute.type() == AttributeType.INT;
    long least = isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
    long most = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
    long below;
    int tie;
    if (exact.compareTo(BigDecimal.valueOf(least)) < 0) {
      below = least;
      tie = 1;
    } else if (exact.compareTo(BigDecimal.valueOf(most)) > 0) {
      below = most;
      tie = -1;
    } else {
      boolean isFraction = exact.precision() <= exact.scale(); // maybe of a billion decimal places
      BigDecimal floor =
          isFraction
              ? BigDecimal.valueOf(Math.min(0, exact.signum()))
              : exact.setScale(0, RoundingMode.FLOOR);
      below = floor.longValueExact();
      tie = floor.compareTo(exact) == 0 ? 0 : -1;
    }
    return new Constant(alone, isInt ? (Object) (int) below : (Object) below, tie);
  }

  /** Compares the value of a record with this constant. The value must not be null. */
  int compare(Row other, int attribute) {
    int order = ValueOrder.compare(other, attribute, row, 0);
    return order != 0 ? order : tie;
  }

  /**
   * Returns the order words (64-bit numbers that sort like the values) of the values that satisfy a
   * comparison with this constant. Call this only for types in which different values have
   * different order words.
   */
  WordRanges exactWords(Operator operator) {
    return WordRanges.around(word(), operator.holds(-1), operator.holds(tie), operator.holds(1));
  }

  /**
   * Returns whether different values of the type have different order words ({@link
   * Row#orderWord}).
   */
  boolean hasExactWord() {
    return row.schema().attributes().get(0).type().hasExactWords();
  }

  /** Returns whether the type can represent this constant, so that a record can be equal to it. */
  boolean isOfType() {
    return tie == 0;
  }

  int compareTo(Constant other) {
    return ValueOrder.compare(row, 0, other.row, 0);
  }

  /**
   * Returns the order word ({@link Row#orderWord}) of this constant. If the type cannot represent
   * the constant, returns the order word of the neighbouring value that is stored for it.
   */
  long word() {
    return row.orderWord(0);
  }

  /** Returns the key of this constant in an index that stores complete values. */
  byte[] key() {
    return new OrderKey(Integer.MAX_VALUE - 1).set(row, 0).copy();
  }

  static String text(Object value) {
    boolean isWord = value instanceof Double real && !Double.isFinite(real);
    if (value instanceof Number && !isWord || value instanceof Boolean) {
      return value.toString();
    }
    return value instanceof byte[] bytes
        ? "x'" + HexFormat.of().formatHex(bytes) + "'"
        : "'" + value.toString().replace("'", "''") + "'";
  }
}
