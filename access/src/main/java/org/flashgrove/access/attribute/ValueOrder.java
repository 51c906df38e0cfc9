package org.flashgrove.access.attribute;

import java.nio.ByteBuffer;

/** The order of an attribute's values, nulls last. For one thread at a time. */
public final class ValueOrder {
  private ValueOrder() {}

  /**
   * Compares an attribute of two records.
   *
   * @return less than 0, 0 or more than 0, as the value of {@code one} is before that of {@code
   *     other}, equal to it or behind it; two nulls are equal
   */
  public static int compare(Row one, Row other, int attribute) {
    if (one.isNull(attribute) || other.isNull(attribute)) {
      return Boolean.compare(one.isNull(attribute), other.isNull(attribute));
    }
    return switch (one.schema().attributes().get(attribute).type()) {
      case DECIMAL -> one.getDecimal(attribute).compareTo(other.getDecimal(attribute));
      case STRING, BYTES ->
          compare(
              one.bytes(),
              one.variableAt(attribute),
              one.variableBytes(attribute),
              other.bytes(),
              other.variableAt(attribute),
              other.variableBytes(attribute));
      case INSTANT -> {
        int order = Long.compare(one.epochSecond(attribute), other.epochSecond(attribute));
        yield order != 0 ? order : Long.compare(one.lastWord(attribute), other.lastWord(attribute));
      }
      case UUID -> {
        int order = Long.compare(one.orderWord(attribute), other.orderWord(attribute));
        yield order != 0 ? order : Long.compare(one.lastWord(attribute), other.lastWord(attribute));
      }
      default -> Long.compare(one.orderWord(attribute), other.orderWord(attribute));
    };
  }

  /** Compares bytes as unsigned numbers, one after the other; a beginning comes first. */
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
