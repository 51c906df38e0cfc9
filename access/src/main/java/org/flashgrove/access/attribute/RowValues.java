package org.flashgrove.access.attribute;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.StringJoiner;

/** Values of a {@link Row} as objects and as text. */
final class RowValues {
  private static final int MOST_SHOWN = 100;

  private RowValues() {}

  /**
   * Reads a decimal number.
   *
   * @param at offset of the scale; the digits follow it
   * @param digits number of bytes of the digits, at least one
   */
  static BigDecimal decimal(ByteBuffer bytes, int at, int digits) {
    int scale = bytes.getInt(at);
    if (digits <= Long.BYTES) {
      long unscaled = bytes.get(at + Integer.BYTES);
      for (int i = 1; i < digits; i++) {
        unscaled = unscaled << Byte.SIZE | Byte.toUnsignedInt(bytes.get(at + Integer.BYTES + i));
      }
      return BigDecimal.valueOf(unscaled, scale);
    }
    byte[] unscaled = new byte[digits];
    bytes.get(at + Integer.BYTES, unscaled);
    return new BigDecimal(new BigInteger(unscaled), scale);
  }

  /**
   * Returns the attributes and their values as text. Long values are shortened.
   *
   * @param isShown whether the row shows a record
   */
  static String text(Row row, boolean isShown) {
    if (!isShown) {
      return "{no record}";
    }
    List<Attribute> attributes = row.schema().attributes();
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (int i = 0; i < attributes.size(); i++) {
      text.add(attributes.get(i).name() + "=" + text(row, i));
    }
    return text.toString();
  }

  private static String text(Row row, int attribute) {
    if (row.isNull(attribute)) {
      return "null";
    }
    if (row.schema().attributes().get(attribute).type() == AttributeType.BYTES) {
      return row.variableBytes(attribute) + " bytes";
    }
    String value = String.valueOf(row.value(attribute));
    return value.length() <= MOST_SHOWN ? value : value.substring(0, MOST_SHOWN) + "...";
  }
}
