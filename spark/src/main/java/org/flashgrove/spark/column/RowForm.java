package org.flashgrove.spark.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;
import org.flashgrove.access.attribute.RowWriter;

/**
 * Attributes of Spark rows in the form in which a new table stores them. {@code
 * docs/format/record.md} describes this form. A row is encoded directly into an array of the
 * caller. Not safe for use by several threads.
 */
public final class RowForm {
  /** Number of bytes of a row before its null bits. */
  private static final int AT_NULLS = 3;

  /** Maximum number of bytes of the attributes of a row. */
  private static final int MOST_BYTES = 64 << 20;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final Columns columns;

  /** Kind of each attribute. The next two arrays have its column and its offset in a row. */
  private final ColumnKind[] kinds;

  private final int[] columnOf;
  private final int[] offsets;

  /** Row whose attributes are all 0 or empty, which is a prefix of every row but for its ends. */
  private final byte[] zeros;

  /** Values of variable length; null for attributes of other kinds. */
  private final ValueBytes[] values;

  /** Creates the form of the rows of a table. */
  public RowForm(Columns columns) {
    this.columns = columns;
    int count = columns.schema().size() - 1;
    kinds = new ColumnKind[count];
    columnOf = new int[count];
    offsets = new int[count];
    values = new ValueBytes[count];
    int nulls = (count + Byte.SIZE - 1) / Byte.SIZE;
    int at = AT_NULLS + nulls;
    int attribute = 0;
    for (int column = 0; column <= count; column++) {
      if (!columns.isGeometry(column)) {
        ColumnKind kind = columns.kind(column);
        kinds[attribute] = kind;
        columnOf[attribute] = column;
        offsets[attribute] = at;
        values[attribute] = kind.isVariable() ? new ValueBytes() : null;
        at += kind.fixedBytes();
        attribute++;
      }
    }
    zeros = new byte[at];
    new RowWriter(columns.attributes()).row().get(zeros);
    Arrays.fill(zeros, AT_NULLS, AT_NULLS + nulls, (byte) 0);
  }

  static long longAt(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  static int intAt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  /**
   * Begins to encode a row, whose attributes must not change before {@link #put}.
   *
   * @return number of bytes of the encoded attributes
   * @throws IllegalArgumentException for a value that an attribute cannot have
   */
  public int measure(InternalRow row) {
    long bytes = zeros.length;
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        read(row, i);
        bytes += values[i].length();
      }
    }
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "attributes of " + bytes + " bytes (allowed: at most " + MOST_BYTES + ")");
    }
    return (int) bytes;
  }

  private void read(InternalRow row, int attribute) {
    int column = columnOf[attribute];
    ValueBytes value = values[attribute];
    if (row.isNullAt(column)) {
      value.clear();
      return;
    }
    switch (kinds[attribute]) {
      case DECIMAL -> value.show(decimal(row, column));
      case BINARY -> value.show(row, column, false);
      default -> {
        value.show(row, column, true);
        if (!value.isAscii()
            && !UTF8String.fromBytes(value.array(), value.start(), value.length()).isValid()) {
          throw new IllegalArgumentException(
              "column '" + columns.schema().apply(column).name() + "': " + ColumnKind.NO_TEXT);
        }
      }
    }
  }

  private byte[] decimal(InternalRow row, int column) {
    DecimalType type = (DecimalType) columns.schema().apply(column).dataType();
    BigDecimal value = row.getDecimal(column, type.precision(), type.scale()).toJavaBigDecimal();
    byte[] digits = value.unscaledValue().toByteArray();
    byte[] bytes = new byte[Integer.BYTES + digits.length];
    INTS.set(bytes, 0, value.scale());
    System.arraycopy(digits, 0, bytes, Integer.BYTES, digits.length);
    return bytes;
  }

  /**
   * Encodes the attributes of the row that {@link #measure} read.
   *
   * @param at position of the attributes in {@code into}, which has room for them
   */
  public void put(InternalRow row, byte[] into, int at) {
    System.arraycopy(zeros, 0, into, at, zeros.length);
    int end = at + zeros.length;
    for (int i = 0; i < kinds.length; i++) {
      int column = columnOf[i];
      int place = at + offsets[i];
      if (values[i] != null) {
        end = values[i].copyTo(into, end);
        INTS.set(into, place, end - at - zeros.length);
      }
      if (row.isNullAt(column)) {
        into[at + AT_NULLS + i / Byte.SIZE] |= (byte) (1 << i % Byte.SIZE);
      } else {
        putFixed(row, i, into, place);
      }
    }
  }

  private void putFixed(InternalRow row, int attribute, byte[] into, int place) {
    int column = columnOf[attribute];
    switch (kinds[attribute]) {
      case BOOLEAN -> into[place] = (byte) (row.getBoolean(column) ? 1 : 0);
      case BYTE -> INTS.set(into, place, (int) row.getByte(column));
      case SHORT -> INTS.set(into, place, (int) row.getShort(column));
      case INT, DATE -> INTS.set(into, place, row.getInt(column));
      case LONG -> LONGS.set(into, place, row.getLong(column));
      case FLOAT -> putDouble(into, place, row.getFloat(column));
      case DOUBLE -> putDouble(into, place, row.getDouble(column));
      case TIMESTAMP -> {
        Instant moment = ColumnKind.instant(row.getLong(column));
        LONGS.set(into, place, moment.getEpochSecond());
        INTS.set(into, place + Long.BYTES, moment.getNano());
      }
      case DECIMAL, STRING, BINARY -> {
        // its end is written already
      }
    }
  }

  private static void putDouble(byte[] into, int place, double value) {
    LONGS.set(into, place, Double.doubleToRawLongBits(value));
  }

  /**
   * Passes the values of an encoded row to {@code target}.
   *
   * @param at position of the row in {@code from}
   * @param target receives the values and nulls of the attributes
   */
  public void collect(byte[] from, int at, ColumnValues target) {
    for (int i = 0; i < kinds.length; i++) {
      int column = columnOf[i];
      int place = at + offsets[i];
      if ((from[at + AT_NULLS + i / Byte.SIZE] >> i % Byte.SIZE & 1) != 0) {
        target.addNull(column);
        continue;
      }
      switch (kinds[i]) {
        case BYTE, SHORT, INT -> target.add(column, (long) intAt(from, place));
        case LONG -> target.add(column, longAt(from, place));
        case FLOAT, DOUBLE -> target.add(column, Double.longBitsToDouble(longAt(from, place)));
        case DATE -> target.add(column, LocalDate.ofEpochDay(intAt(from, place)));
        case TIMESTAMP ->
            target.add(
                column,
                Instant.ofEpochSecond(longAt(from, place), intAt(from, place + Long.BYTES)));
        case DECIMAL -> target.add(column, decimal(from, at, i));
        default -> target.addOther(column);
      }
    }
  }

  private BigDecimal decimal(byte[] from, int row, int attribute) {
    int start = 0;
    for (int i = 0; i < attribute; i++) {
      start = values[i] == null ? start : intAt(from, row + offsets[i]);
    }
    int length = intAt(from, row + offsets[attribute]) - start - Integer.BYTES;
    int at = row + zeros.length + start;
    return new BigDecimal(new BigInteger(from, at + Integer.BYTES, length), intAt(from, at));
  }
}
