package org.flashgrove.access.filter;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueOrder;
import org.flashgrove.core.failure.UnknownAttributeException;
import org.flashgrove.core.spec.SpecException;

/**
 * Compares two attributes of a record. Both must have the same type, except that an int can be
 * compared with a long. If one of them is null, the result is neither true nor false.
 */
final class AttributeComparison extends Filter {
  private final String left;
  private final Operator operator;
  private final String right;

  AttributeComparison(String left, Operator operator, String right) {
    super(1);
    this.left = Objects.requireNonNull(left, "attribute");
    this.operator = operator;
    this.right = Objects.requireNonNull(right, "other");
  }

  @Override
  void collect(Set<String> names) {
    names.add(left);
    names.add(right);
  }

  @Override
  Truth bound(Schema schema) {
    int one = schema.require(left);
    int other = required(schema);
    requireComparable(schema.attribute(left), schema.attribute(right));
    boolean isOfOneType = schema.attribute(left).type() == schema.attribute(right).type();
    return row ->
        row.isNull(one) || row.isNull(other)
            ? Truth.UNKNOWN
            : Truth.of(operator.holds(order(row, one, other, isOfOneType)));
  }

  private static int order(Row row, int one, int other, boolean isOfOneType) {
    return isOfOneType
        ? ValueOrder.compare(row, one, row, other)
        : Long.compare(row.getLong(one), row.getLong(other));
  }

  private static void requireComparable(Attribute one, Attribute other) {
    if (one.type() != other.type() && !(isWhole(one) && isWhole(other))) {
      throw new SpecException(
          "attributes "
              + named(one)
              + " and "
              + named(other)
              + " cannot be compared; use attributes of the same type, or int and long");
    }
  }

  private static String named(Attribute attribute) {
    return "'" + attribute.name() + "' (" + attribute.type() + ")";
  }

  private static boolean isWhole(Attribute attribute) {
    return attribute.type() == AttributeType.INT || attribute.type() == AttributeType.LONG;
  }

  @Override
  void print(StringBuilder text) {
    text.append(quoted(left) + " " + operator + " " + quoted(right));
  }

  private int required(Schema schema) {
    if (schema.indexOf(right) < 0) {
      String known =
          schema.attributes().stream().map(Attribute::name).collect(Collectors.joining(", "));
      throw new UnknownAttributeException(right, known + "; or a text in single quotes");
    }
    return schema.indexOf(right);
  }
}
