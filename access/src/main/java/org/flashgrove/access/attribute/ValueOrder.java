package org.flashgrove.access.attribute;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Compares attribute values in the order that indices and sorts use, nulls last. For one thread at
 * a time.
 */
public final class ValueOrder {
  private ValueOrder() {}

  /**
   * Compares an attribute of two records.
   *
   * @return negative, zero or positive if the value of {@code one} sorts before, with or after the
   *     value of {@code other}; two nulls are equal
   */
  public static int compare(Row one, Row other, int attribute) {
    return compare(one, attribute, other, attribute);
  }

  /**
   * Compares two attributes of the same type, as {@link #compare(Row, Row, int)} does. The records
   * may have different schemas.
   */
  public static int compare(Row one, int attribute, Row other, int otherAttribute) {
    if (one.isNull(attribute) || other.isNull(otherAttribute)) {
      return Boolean.compare(one.isNull(attribute), other.isNull(otherAttribute));
    }
    return switch (one.schema().attributes().get(attribute).type()) {
      case DECIMAL ->
          Objects.requireNonNull(one.getDecimal(attribute))
              .compareTo(Objects.requireNonNull(other.getDecimal(otherAttribute)));
      case STRING, BYTES ->
          compare(
              one.bytes(),
              one.variableAt(attribute),
              one.variableBytes(attribute),
              other.bytes(),
              other.variableAt(otherAttribute),
              other.variableBytes(otherAttribute));
      case INSTANT -> {
        int order = Long.compare(one.first(attribute), other.first(otherAttribute));
        yield order != 0
            ? order
            : Long.compare(OrderWord.last(one, attribute), OrderWord.last(other, otherAttribute));
      }
      case UUID -> {
        int order = Long.compare(one.orderWord(attribute), other.orderWord(otherAttribute));
        yield order != 0
            ? order
            : Long.compare(OrderWord.last(one, attribute), OrderWord.last(other, otherAttribute));
      }
      default -> Long.compare(one.orderWord(attribute), other.orderWord(otherAttribute));
    };
  }

  /** Compares byte ranges byte by byte, unsigned. A prefix sorts first. */
  static int compare(
      ByteBuffer one, int oneAt, int oneBytes, ByteBuffer other, int otherAt, int otherBytes) {
    int common = Math.min(oneBytes, otherBytes);
    for (int i = 0; i < common; i++) {
      int order = Byte.compareUnsigned(one.get(oneAt + i), other.get(otherAt + i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(oneBytes, otherBytes);
  }
}
