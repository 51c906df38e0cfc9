package org.flashgrove.datasets.flatgeobuf;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.TextForm;
import org.wololo.flatgeobuf.generated.ColumnType;

/** Reads the column values of FlatGeobuf features. */
final class ColumnValues {
  private ColumnValues() {}

  /** Returns the attribute type for the values of a column with a FlatGeobuf type. */
  static AttributeType typeOf(int type) {
    return switch (type) {
      case ColumnType.Byte,
          ColumnType.UByte,
          ColumnType.Short,
          ColumnType.UShort,
          ColumnType.Int,
          ColumnType.UInt,
          ColumnType.Long,
          ColumnType.ULong ->
          AttributeType.INTEGER;
      case ColumnType.Bool -> AttributeType.BOOLEAN;
      case ColumnType.Float, ColumnType.Double -> AttributeType.REAL;
      case ColumnType.Binary -> AttributeType.BYTES;
      case ColumnType.DateTime -> AttributeType.MOMENT;
      default -> AttributeType.TEXT;
    };
  }

  /**
   * Reads the value of a column at the current position of a buffer.
   *
   * @param type FlatGeobuf type of the column
   * @return the value; an unsigned number that does not fit a long is returned as text
   * @throws RuntimeException if the bytes are not a valid value
   */
  static Object read(ByteBuffer from, int type) {
    return switch (type) {
      case ColumnType.Byte -> (long) from.get();
      case ColumnType.UByte -> (long) Byte.toUnsignedInt(from.get());
      case ColumnType.Bool -> from.get() != 0;
      case ColumnType.Short -> (long) from.getShort();
      case ColumnType.UShort -> (long) Short.toUnsignedInt(from.getShort());
      case ColumnType.Int -> (long) from.getInt();
      case ColumnType.UInt -> Integer.toUnsignedLong(from.getInt());
      case ColumnType.Long -> from.getLong();
      case ColumnType.ULong -> unsigned(from.getLong());
      case ColumnType.Float -> (double) from.getFloat();
      case ColumnType.Double -> from.getDouble();
      default -> content(from, type);
    };
  }

  private static Object unsigned(long bits) {
    return bits >= 0 ? (Object) bits : Long.toUnsignedString(bits);
  }

  private static Object content(ByteBuffer from, int type) {
    int length = from.getInt();
    if (length < 0 || length > from.remaining()) {
      throw new IllegalArgumentException("a text longer than its feature");
    }
    byte[] content = new byte[length];
    from.get(content);
    if (type == ColumnType.Binary) {
      return content;
    }
    String text = new String(content, StandardCharsets.UTF_8);
    return type == ColumnType.DateTime ? timeOf(text) : text;
  }

  /**
   * Parses a date or a timestamp. Returns the text itself if it has another form, such as a local
   * time.
   */
  private static Object timeOf(String text) {
    if (TextForm.DATE.matches(text)) {
      return LocalDate.parse(text);
    }
    try {
      return text.endsWith("Z") ? Instant.parse(text) : text;
    } catch (DateTimeException e) {
      return text;
    }
  }
}
