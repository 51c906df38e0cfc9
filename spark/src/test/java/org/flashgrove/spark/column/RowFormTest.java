package org.flashgrove.spark.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Rows are encoded to the bytes that {@link RowWriter} writes for the same values. */
class RowFormTest {
  private static final DataType[] TYPES = {
    DataTypes.BooleanType,
    DataTypes.ByteType,
    DataTypes.ShortType,
    DataTypes.IntegerType,
    DataTypes.LongType,
    DataTypes.FloatType,
    DataTypes.DoubleType,
    DataTypes.createDecimalType(38, 9),
    DataTypes.createDecimalType(9, 2),
    DataTypes.StringType,
    DataTypes.BinaryType,
    DataTypes.DateType,
    DataTypes.TimestampType,
    DataTypes.TimestampNTZType
  };
  private static final int ROWS = 50;

  private final Random random = Seeds.random();

  /** Attribute values of a row, as {@link ColumnValues} receives them. */
  private record Collected(List<Object> values) implements ColumnValues {
    @Override
    public void addNull(int column) {
      values.set(column, "null");
    }

    @Override
    public void add(int column, long value) {
      values.set(column, value);
    }

    @Override
    public void add(int column, double value) {
      values.set(column, value);
    }

    @Override
    public void add(int column, Comparable<?> value) {
      values.set(column, value);
    }

    @Override
    public void addOther(int column) {
      values.set(column, "other");
    }
  }

  private Columns columns() {
    int count = random.nextInt(20);
    int geometry = random.nextInt(count + 1);
    StructType schema = new StructType();
    for (int i = 0; i <= count; i++) {
      schema =
          i == geometry
              ? schema.add("geom", DataTypes.BinaryType)
              : schema.add("column" + i, TYPES[random.nextInt(TYPES.length)]);
    }
    return new Columns(schema, "geom");
  }

  private byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private UTF8String text() {
    String[] letters = {"a", "Z", " ", "\u00e9", "\u6f22", "\ud83c\udf33", "\0"};
    int kinds = random.nextBoolean() ? 3 : letters.length;
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(20); left > 0; left--) {
      text.append(letters[random.nextInt(kinds)]);
    }
    return UTF8String.fromString(text.toString());
  }

  private Object value(DataType type) {
    if (type instanceof org.apache.spark.sql.types.DecimalType decimal) {
      BigInteger bound = BigInteger.TEN.pow(decimal.precision());
      BigInteger digits = new BigInteger(1 + random.nextInt(120), random).mod(bound);
      return Decimal.apply(
          new BigDecimal(random.nextBoolean() ? digits : digits.negate(), decimal.scale()),
          decimal.precision(),
          decimal.scale());
    }
    return switch (type.typeName()) {
      case "boolean" -> random.nextBoolean();
      case "byte" -> (byte) random.nextInt();
      case "short" -> (short) random.nextInt();
      case "integer", "date" -> random.nextInt();
      case "float" -> Float.intBitsToFloat(random.nextInt());
      case "double" -> random.nextInt(5) == 0 ? -0.0 : Double.longBitsToDouble(random.nextLong());
      case "string" -> text();
      case "binary" -> bytes(30);
      default -> random.nextLong();
    };
  }

  @RepeatedTest(50)
  void bytesAreThoseOfTheWriter() {
    Columns columns = columns();
    StructType schema = columns.schema();
    RowForm form = new RowForm(columns);
    UnsafeProjection projection = UnsafeProjection.create(schema);
    RowWriter writer = new RowWriter(columns.attributes());
    for (int i = 0; i < ROWS; i++) {
      Object[] values = new Object[schema.size()];
      for (int j = 0; j < values.length; j++) {
        values[j] = random.nextInt(4) == 0 ? null : value(schema.apply(j).dataType());
      }
      writer.clear();
      for (int j = 0, attribute = 0; j < values.length; j++) {
        if (!columns.isGeometry(j)) {
          Object value = values[j] == null ? null : columns.attributeValue(values[j], j);
          writer.set(attribute++, value);
        }
      }
      ByteBuffer row = writer.row();
      byte[] wanted = new byte[row.remaining()];
      row.get(row.position(), wanted);
      InternalRow plain = new GenericInternalRow(values);
      InternalRow unsafe = projection.apply(plain);
      checkBytes(form, random.nextBoolean() ? plain : unsafe, wanted);
      checkCollected(columns, form, wanted);
    }
  }

  private void checkBytes(RowForm form, InternalRow row, byte[] wanted) {
    int at = random.nextInt(10);
    byte[] encoded = bytes(0);
    encoded = Arrays.copyOf(encoded, at + form.measure(row) + 3);
    Arrays.fill(encoded, (byte) 0x55);
    form.put(row, encoded, at);
    assertThat(Arrays.copyOfRange(encoded, at, encoded.length - 3)).isEqualTo(wanted);
    assertThat(Arrays.copyOfRange(encoded, encoded.length - 3, encoded.length)).containsOnly(0x55);
  }

  private void checkCollected(Columns columns, RowForm form, byte[] encoded) {
    Row row = new Row(columns.attributes()).show(ByteBuffer.wrap(encoded));
    List<Object> wanted = new ArrayList<>();
    for (int i = 0, attribute = 0; i < columns.schema().size(); i++) {
      if (columns.isGeometry(i)) {
        wanted.add("geometry");
        continue;
      }
      Object value = row.value(attribute++);
      wanted.add(
          switch (columns.attributeType(i)) {
            case BOOLEAN, STRING, BYTES -> value == null ? "null" : "other";
            case INT -> value == null ? "null" : (Object) ((Integer) value).longValue();
            default -> value == null ? "null" : value;
          });
    }
    byte[] shifted = new byte[encoded.length + 5];
    System.arraycopy(encoded, 0, shifted, 5, encoded.length);
    List<Object> found = new ArrayList<>(wanted);
    found.replaceAll(value -> value.equals("geometry") ? value : "missing");
    form.collect(shifted, 5, new Collected(found));
    assertThat(found).isEqualTo(wanted);
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    Columns columns =
        new Columns(
            new StructType().add("name", DataTypes.StringType).add("geom", DataTypes.BinaryType),
            "geom");
    RowForm form = new RowForm(columns);
    for (byte[] wrong :
        List.of(new byte[] {-1}, new byte[] {97, 97, 97, 97, 97, 97, 97, -61, 97})) {
      InternalRow row = new GenericInternalRow(new Object[] {UTF8String.fromBytes(wrong), null});
      InternalRow unsafe = UnsafeProjection.create(columns.schema()).apply(row);
      for (InternalRow each : List.of(row, unsafe)) {
        assertThatThrownBy(() -> form.measure(each)).hasMessageContaining("'name'");
      }
    }
  }

  @Test
  void attributesOfTooManyBytesAreRefused() {
    Columns columns =
        new Columns(
            new StructType()
                .add("a", DataTypes.BinaryType)
                .add("b", DataTypes.BinaryType)
                .add("geom", DataTypes.BinaryType),
            "geom");
    byte[] half = new byte[32 << 20];
    InternalRow row = new GenericInternalRow(new Object[] {half, half, null});
    assertThatThrownBy(() -> new RowForm(columns).measure(row))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 67108864");
  }
}
