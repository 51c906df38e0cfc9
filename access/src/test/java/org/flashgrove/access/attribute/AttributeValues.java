package org.flashgrove.access.attribute;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Values of attributes for tests. Implements the documented order of values a second time. */
public final class AttributeValues {
  private AttributeValues() {}

  /** Returns a random value of a type, from few values or from all possible ones. */
  public static Object of(Random random, AttributeType type, boolean fromFew) {
    int few = fromFew ? random.nextInt(5) - 2 : 0;
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case INT -> fromFew ? few : random.nextInt();
      case LONG -> fromFew ? few : random.nextLong();
      case DOUBLE ->
          fromFew ? List.of(-1.5, -0.0, 0.0, 7.25, Double.NaN).get(few + 2) : real(random);
      case DECIMAL -> fromFew ? new BigDecimal(few).setScale(random.nextInt(3)) : decimal(random);
      case STRING -> fromFew ? "street no " + few : text(random);
      case BYTES -> fromFew ? new byte[] {1, 2, 3, 4, 5, 6, 7, 8, (byte) few} : bytes(random);
      case DATE -> LocalDate.ofEpochDay(fromFew ? few : random.nextInt());
      case INSTANT ->
          Instant.ofEpochSecond(
              fromFew ? 7 : random.nextLong() >> 9,
              fromFew ? few + 2 : random.nextInt(1_000_000_000));
      case UUID -> fromFew ? new UUID(-1, few) : new UUID(random.nextLong(), random.nextLong());
    };
  }

  private static double real(Random random) {
    return Double.longBitsToDouble(random.nextLong());
  }

  private static BigDecimal decimal(Random random) {
    return new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(60) - 30)
        .multiply(random.nextBoolean() ? BigDecimal.ONE : BigDecimal.ONE.negate());
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int point = random.nextInt(random.nextBoolean() ? 0x80 : 0x11_0000);
      text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
    }
    return text.toString();
  }

  /** Compares two values in the documented order. */
  @SuppressWarnings("unchecked")
  public static int compare(Object one, Object other) {
    if (one instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) other);
    }
    if (one instanceof String text) {
      int[] points = text.codePoints().toArray();
      return Arrays.compare(points, ((String) other).codePoints().toArray());
    }
    if (one instanceof UUID id) {
      return id.toString().compareTo(other.toString());
    }
    if (one instanceof Double real) {
      return Double.compare(real + 0.0, (Double) other + 0.0);
    }
    return ((Comparable<Object>) one).compareTo(other);
  }

  /** Returns whether two values are the same. Two nulls are the same. */
  public static boolean isSame(Object one, Object other) {
    return one instanceof byte[] bytes
        ? other instanceof byte[] && Arrays.equals(bytes, (byte[]) other)
        : one == null ? other == null : one.equals(other);
  }
}
