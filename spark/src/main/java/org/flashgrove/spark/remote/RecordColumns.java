package org.flashgrove.spark.remote;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Schema;

/**
 * Columns of a table's rows and their positions in a row. {@code docs/format/record.md} describes
 * the layout of a row.
 */
final class RecordColumns {
  /** Type of a column of doubles. */
  private static final byte DOUBLE = 32;

  /** Type of a column whose values vary in length. */
  private static final byte VARIABLE = 33;

  /**
   * Number of bytes of a row before its null bits. They are the format and the version of the
   * schema.
   */
  private static final int ROW_HEAD = 3;

  private final byte[] types;
  private final Fixed[] fixed;
  private final int[] variable;
  private final int fixedBytes;

  /** Column of numbers at the same offset in each row. */
  record Fixed(int offset, int width, boolean isDouble) {}

  /**
   * Creates the columns from their types.
   *
   * @param types type of each column: {@link #DOUBLE}, {@link #VARIABLE}, or for whole numbers the
   *     bytes of a value
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

  /**
   * Returns the columns of a schema. There are none if the application stores its own bytes as
   * records.
   */
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

  /**
   * Returns the columns of numbers. Each byte before the first value of a row counts as a column,
   * too.
   */
  Fixed[] fixed() {
    return fixed;
  }

  /** Returns the offsets in a row at which the row has the ends of its variable-length values. */
  int[] variable() {
    return variable;
  }

  /** Returns the offset in a row at which its variable-length values begin. */
  int fixedBytes() {
    return fixedBytes;
  }
}
