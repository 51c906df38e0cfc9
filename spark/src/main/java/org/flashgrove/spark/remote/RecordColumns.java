package org.flashgrove.spark.remote;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Schema;

/** Columns of the rows of a table: where they stand, as {@code docs/format/record.md} draws it. */
final class RecordColumns {
  /** A column of doubles. */
  private static final byte DOUBLE = 32;

  /** A column of values of any length. */
  private static final byte VARIABLE = 33;

  /** Bytes of a row before its null bits: its format, and the version of the schema. */
  private static final int ROW_HEAD = 3;

  private final byte[] types;
  private final Fixed[] fixed;
  private final int[] variable;
  private final int fixedBytes;

  /** A column of numbers at an offset in each row. */
  record Fixed(int offset, int width, boolean isDouble) {}

  /**
   * Creates a view.
   *
   * @param types those of the columns: bytes of each number, {@link #DOUBLE} or {@link #VARIABLE}
   * @throws IllegalArgumentException for an unknown type
   */
  RecordColumns(byte[] types) {
    this.types = types;
    List<Fixed> numbers = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    int at = ROW_HEAD + (types.length + Byte.SIZE - 1) / Byte.SIZE;
    for (int i = 0; i < at; i++) {
      numbers.add(new Fixed(i, 1, false));
    }
    for (byte type : types) {
      switch (type) {
        case 1, Integer.BYTES, Long.BYTES -> numbers.add(new Fixed(at, type, false));
        case Long.BYTES + Integer.BYTES, 2 * Long.BYTES -> {
          numbers.add(new Fixed(at, Long.BYTES, false));
          numbers.add(new Fixed(at + Long.BYTES, type - Long.BYTES, false));
        }
        case DOUBLE -> numbers.add(new Fixed(at, Double.BYTES, true));
        case VARIABLE -> ends.add(at);
        default -> throw new IllegalArgumentException("unknown type of a column");
      }
      at += type == DOUBLE ? Double.BYTES : type == VARIABLE ? Integer.BYTES : type;
    }
    fixed = numbers.toArray(Fixed[]::new);
    variable = ends.stream().mapToInt(Integer::intValue).toArray();
    fixedBytes = at;
  }

  /** Returns the columns of a schema. It has none if its records have bytes of the application. */
  static RecordColumns of(Schema schema) {
    List<Attribute> attributes = schema.isBytes() ? List.of() : schema.attributes();
    byte[] types = new byte[attributes.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] =
          switch (attributes.get(i).type()) {
            case BOOLEAN -> 1;
            case INT, DATE -> Integer.BYTES;
            case LONG -> Long.BYTES;
            case DOUBLE -> DOUBLE;
            case INSTANT -> Long.BYTES + Integer.BYTES;
            case UUID -> 2 * Long.BYTES;
            case DECIMAL, STRING, BYTES -> VARIABLE;
          };
    }
    return new RecordColumns(types);
  }

  byte[] types() {
    return types;
  }

  /** Returns the columns of numbers, among them the bytes before the first value. */
  Fixed[] fixed() {
    return fixed;
  }

  /** Returns where rows have the ends of their variable values. */
  int[] variable() {
    return variable;
  }

  /** Returns where the first variable value begins. */
  int fixedBytes() {
    return fixedBytes;
  }
}
