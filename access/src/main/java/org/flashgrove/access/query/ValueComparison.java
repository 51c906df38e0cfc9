package org.flashgrove.access.query;

import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;

/** Compares attribute values as objects, in the order that indices and sorts of the table use. */
final class ValueComparison {
  /** Order of values with nulls last. */
  static final Comparator<Object> NULLS_LAST = Comparator.nullsLast(ValueComparison::compare);

  private ValueComparison() {}

  /** Compares two values of the same attribute. Neither may be null. */
  static int compare(Object one, Object other) {
    if (one instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) other);
    }
    if (one instanceof Double real) {
      return Double.compare(real + 0.0, (Double) other + 0.0); // turns -0.0 into 0.0
    }
    if (one instanceof String text) {
      return codePoints(text, (String) other);
    }
    if (one instanceof UUID id) {
      return compare(id, (UUID) other);
    }
    @SuppressWarnings("unchecked") // all other types are comparable
    Comparable<Object> comparable = (Comparable<Object>) one;
    return comparable.compareTo(other);
  }

  private static int compare(UUID one, UUID other) {
    int order = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return order != 0
        ? order
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }

  private static int codePoints(String one, String other) {
    int end = Math.min(one.length(), other.length());
    for (int i = 0; i < end; i++) {
      char left = one.charAt(i);
      char right = other.charAt(i);
      if (left != right) {
        boolean isSame = Character.isSurrogate(left) == Character.isSurrogate(right);
        return isSame ? Character.compare(left, right) : Character.isSurrogate(left) ? 1 : -1;
      }
    }
    return Integer.compare(one.length(), other.length());
  }
}
