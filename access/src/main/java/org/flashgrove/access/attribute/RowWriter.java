package org.flashgrove.access.attribute;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * Sets the values of a record by name, before the record is written. Attributes that are not set
 * are null. An update keeps the values that are not set, and {@link #setNull} removes a value. A
 * position that the schema does not have throws {@link IndexOutOfBoundsException}. For one thread;
 * reusable for many records.
 */
public sealed class RowWriter permits RowPatch {
  /**
   * Maximum number of bytes of a text, a byte array or the digits of a decimal. Longer values do
   * not fit in a record.
   */
  private static final int MOST_BYTES = 64 << 20;

  /** State of an attribute that was set to null, or not set. */
  static final byte NULL = 0;

  private static final byte SET = 1;

  private final Schema schema;
  private final RowLayout layout;
  final byte[] states;
  final long[] first;
  final long[] second;
  final byte[][] variable;
  final int[] scales;
  private ByteBuffer row = buffer(0);

  /** Creates a writer for records of a schema, with all attributes null. */
  public RowWriter(Schema schema) {
    this.schema = requireNonNull(schema, "schema");
    layout = schema.layout();
    int count = schema.attributes().size();
    states = new byte[count];
    first = new long[count];
    second = new long[count];
    variable = new byte[count][];
    scales = new int[count];
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the schema of the records. */
  public Schema schema() {
    return schema;
  }

  /** Sets all attributes to null. */
  public RowWriter clear() {
    Arrays.fill(states, NULL);
    return this;
  }

  /**
   * Sets all attributes to the values of a record.
   *
   * @param other a row of the same schema
   */
  public RowWriter copy(Row other) {
    requireNonNull(other, "other");
    clear();
    for (int i = 0; i < states.length; i++) {
      if (!other.isNull(i)) {
        copy(other, i);
      }
    }
    return this;
  }

  /** Copies a value that is not null. Frequent types are copied without creating an object. */
  private void copy(Row other, int attribute) {
    switch (schema.attributes().get(attribute).type()) {
      case BOOLEAN -> word(attribute, other.getBoolean(attribute) ? 1L : 0L);
      case INT, LONG -> word(attribute, other.getLong(attribute));
      case DOUBLE -> word(attribute, Double.doubleToRawLongBits(other.getDouble(attribute)));
      case STRING -> {
        variable[attribute] = other.variable(attribute);
        states[attribute] = SET;
      }
      default -> set(attribute, other.value(attribute));
    }
  }

  private int take(String name, AttributeType given) {
    int attribute = schema.require(name);
    requireType(attribute, given);
    return attribute;
  }

  private RowWriter word(int attribute, long word) {
    first[attribute] = word;
    states[attribute] = SET;
    return this;
  }

  /**
   * Returns the type of an attribute. The columns of new records are in the order of the attributes
   * in the schema.
   */
  private AttributeType type(int attribute) {
    return layout.type(attribute);
  }

  private void requireType(int attribute, AttributeType given) {
    if (type(attribute) != given) {
      throw wrong(schema.attributes().get(attribute), given.toString());
    }
  }

  private static SpecException wrong(Attribute asked, String given) {
    return new SpecException(
        "attribute '" + asked.name() + "' from " + given + " (allowed: " + asked.type() + ")");
  }

  /** Sets a boolean attribute. */
  public RowWriter set(String name, boolean value) {
    return word(take(name, AttributeType.BOOLEAN), value ? 1 : 0);
  }

  /** Sets an int, long or double attribute. */
  public RowWriter set(String name, int value) {
    return switch (schema.attribute(name).type()) {
      case LONG -> set(name, (long) value);
      case DOUBLE -> set(name, (double) value);
      default -> word(take(name, AttributeType.INT), value);
    };
  }

  /** Sets a long attribute. */
  public RowWriter set(String name, long value) {
    return word(take(name, AttributeType.LONG), value);
  }

  /** Sets a double attribute. */
  public RowWriter set(String name, double value) {
    return word(take(name, AttributeType.DOUBLE), Double.doubleToRawLongBits(value));
  }

  /** Sets a decimal attribute; null removes its value. */
  public RowWriter set(String name, @Nullable BigDecimal value) {
    return value == null ? setNull(name) : set(take(name, AttributeType.DECIMAL), (Object) value);
  }

  /**
   * Sets a text attribute; null removes its value.
   *
   * @throws IllegalArgumentException if the text has an unpaired surrogate, which UTF-8 cannot
   *     encode
   */
  public RowWriter set(String name, @Nullable String value) {
    return value == null ? setNull(name) : set(take(name, AttributeType.STRING), (Object) value);
  }

  /** Sets a byte string attribute to a copy of the bytes; null removes its value. */
  public RowWriter set(String name, byte @Nullable [] value) {
    return value == null ? setNull(name) : set(take(name, AttributeType.BYTES), (Object) value);
  }

  /** Sets a date attribute; null removes its value. */
  public RowWriter set(String name, @Nullable LocalDate value) {
    return value == null ? setNull(name) : set(take(name, AttributeType.DATE), (Object) value);
  }

  /** Sets a timestamp attribute; null removes its value. */
  public RowWriter set(String name, @Nullable Instant value) {
    return value == null ? setNull(name) : set(take(name, AttributeType.INSTANT), (Object) value);
  }

  /** Sets a UUID attribute; null removes its value. */
  public RowWriter set(String name, @Nullable UUID value) {
    return value == null ? setNull(name) : set(take(name, AttributeType.UUID), (Object) value);
  }

  /**
   * Sets an attribute of any type to null. Use this method because {@code set(name, null)} is
   * ambiguous to the compiler.
   *
   * @throws org.flashgrove.core.failure.UnknownAttributeException if there is no such attribute
   */
  public RowWriter setNull(String name) {
    states[schema.require(name)] = NULL;
    return this;
  }

  /**
   * Sets an attribute from an object of its type's Java class, or to null.
   *
   * @param attribute position among {@link Schema#attributes()}
   * @throws SpecException if the object has another class
   */
  public RowWriter set(int attribute, @Nullable Object value) {
    layout.require(attribute);
    Attribute asked = schema.attributes().get(attribute);
    if (value != null && !asked.type().javaType().isInstance(value)) {
      throw wrong(asked, value.getClass().getSimpleName());
    }
    states[attribute] = NULL;
    if (value == null) {
      return this;
    }
    switch (asked.type()) {
      case BOOLEAN -> first[attribute] = (Boolean) value ? 1 : 0;
      case INT, LONG -> first[attribute] = ((Number) value).longValue();
      case DOUBLE -> first[attribute] = Double.doubleToRawLongBits((Double) value);
      case DECIMAL -> {
        BigDecimal decimal = (BigDecimal) value;
        scales[attribute] = decimal.scale();
        variable[attribute] = bounded(attribute, decimal.unscaledValue().toByteArray());
      }
      case STRING -> variable[attribute] = bounded(attribute, encode(asked, (String) value));
      case BYTES -> variable[attribute] = bounded(attribute, ((byte[]) value).clone());
      case DATE -> first[attribute] = day(asked, (LocalDate) value);
      case INSTANT -> {
        Instant moment = (Instant) value;
        first[attribute] = moment.getEpochSecond();
        second[attribute] = moment.getNano();
      }
      case UUID -> {
        first[attribute] = ((UUID) value).getMostSignificantBits();
        second[attribute] = ((UUID) value).getLeastSignificantBits();
      }
    }
    states[attribute] = SET;
    return this;
  }

  /**
   * Sets a whole number of 32 or 64 bits.
   *
   * @param attribute position among {@link Schema#attributes()}
   * @throws SpecException if the attribute has another type
   * @throws IllegalArgumentException if the attribute has 32 bits and the value does not fit
   */
  public RowWriter set(int attribute, long value) {
    AttributeType type = type(attribute);
    if (type == AttributeType.INT && value != (int) value) {
      throw new IllegalArgumentException(
          "attribute '"
              + schema.attributes().get(attribute).name()
              + "': "
              + value
              + " (allowed: whole numbers of 32 bits)");
    }
    if (type != AttributeType.INT) {
      requireType(attribute, AttributeType.LONG);
    }
    return word(attribute, value);
  }

  /**
   * Sets a double.
   *
   * @param attribute position among {@link Schema#attributes()}
   * @throws SpecException if the attribute has another type
   */
  public RowWriter set(int attribute, double value) {
    requireType(attribute, AttributeType.DOUBLE);
    return word(attribute, Double.doubleToRawLongBits(value));
  }

  /**
   * Sets a text from its UTF-8 bytes, without a copy. Do not change the bytes before {@link #row}.
   *
   * @param attribute position among {@link Schema#attributes()}
   * @throws SpecException if the attribute has another type
   * @throws IllegalArgumentException if the bytes are not UTF-8, or too many
   */
  public RowWriter setUtf8(int attribute, byte[] text) {
    requireNonNull(text, "text");
    requireType(attribute, AttributeType.STRING);
    if (!isUtf8(text)) {
      throw new IllegalArgumentException(
          "attribute '" + schema.attributes().get(attribute).name() + "': bytes are not UTF-8");
    }
    variable[attribute] = bounded(attribute, text);
    states[attribute] = SET;
    return this;
  }

  private static boolean isUtf8(byte[] text) {
    byte signs = 0;
    for (byte each : text) {
      signs |= each;
    }
    if (signs >= 0) {
      return true; // ASCII
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static long day(Attribute asked, LocalDate value) {
    long day = value.toEpochDay();
    if (day != (int) day) {
      throw new IllegalArgumentException(
          "attribute '"
              + asked.name()
              + "': "
              + value
              + " (allowed: "
              + LocalDate.ofEpochDay(Integer.MIN_VALUE)
              + " to "
              + LocalDate.ofEpochDay(Integer.MAX_VALUE)
              + ")");
    }
    return day;
  }

  private byte[] encode(Attribute asked, String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    // half a surrogate pair becomes a question mark
    if (!new String(encoded, StandardCharsets.UTF_8).equals(value)) {
      throw new IllegalArgumentException(
          "attribute '"
              + asked.name()
              + "': text with half a surrogate pair (allowed: characters of Unicode)");
    }
    return encoded;
  }

  private byte[] bounded(int attribute, byte[] value) {
    if (value.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "attribute '"
              + schema.attributes().get(attribute).name()
              + "' of "
              + value.length
              + " bytes (allowed: at most "
              + MOST_BYTES
              + ")");
    }
    return value;
  }

  /**
   * Returns the attributes as bytes of a row, from position to limit. The buffer is valid until
   * this writer is used again.
   *
   * @throws IllegalArgumentException if an attribute is null but not nullable, or the values do not
   *     fit in a record
   */
  public ByteBuffer row() {
    if (schema.isBytes()) {
      return ByteBuffer.wrap(states[0] == SET ? variable[0] : new byte[0]);
    }
    long bytes = layout.fixedEnd();
    for (int i = layout.lastVariable(); i >= 0; i = layout.variableBefore(i)) {
      bytes += states[i] == SET ? variable[i].length + Integer.BYTES : 0;
    }
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "attributes of " + bytes + " bytes (allowed: at most " + MOST_BYTES + ")");
    }
    if (bytes > row.capacity()) {
      row = buffer((int) Math.max(bytes, 2L * row.capacity()));
    }
    row.clear();
    write();
    return row;
  }

  static void requireNullable(Attribute attribute) {
    if (!attribute.isNullable()) {
      throw new IllegalArgumentException(
          "attribute '"
              + attribute.name()
              + "' is null, but its type "
              + attribute.type()
              + " has no ? for null; set a value");
    }
  }

  /** Writes all attributes to the row. A new row has no columns of dropped attributes. */
  private void write() {
    ByteBuffer to = row;
    to.put(0, (byte) Row.FORMAT).putShort(RowLayout.AT_VERSION, (short) schema.version());
    for (int i = 0; i < states.length; i += Byte.SIZE) {
      to.put(RowLayout.AT_NULLS + i / Byte.SIZE, (byte) 0);
    }
    int end = layout.fixedEnd();
    for (int i = 0; i < states.length; i++) {
      AttributeType type = layout.type(i);
      int at = layout.offset(i);
      if (states[i] != SET) {
        writeNull(i);
      }
      switch (type) {
        case BOOLEAN -> to.put(at, (byte) first(i));
        case INT, DATE -> to.putInt(at, (int) first(i));
        case LONG, DOUBLE -> to.putLong(at, first(i));
        case INSTANT -> to.putLong(at, first(i)).putInt(at + Long.BYTES, (int) second(i));
        case UUID -> to.putLong(at, first(i)).putLong(at + Long.BYTES, second(i));
        case DECIMAL, STRING, BYTES -> {
          end = states[i] == SET ? writeVariable(i, type, end) : end;
          to.putInt(at, end - layout.fixedEnd());
        }
      }
    }
    to.limit(end).position(0);
  }

  private void writeNull(int attribute) {
    requireNullable(schema.attributes().get(attribute));
    int bits = RowLayout.AT_NULLS + attribute / Byte.SIZE;
    row.put(bits, (byte) (row.get(bits) | 1 << attribute % Byte.SIZE));
  }

  /** Writes a value at a position, and returns the position after it. */
  private int writeVariable(int attribute, AttributeType type, int position) {
    int at = position;
    if (type == AttributeType.DECIMAL) {
      row.putInt(at, scales[attribute]);
      at += Integer.BYTES;
    }
    byte[] value = variable[attribute];
    row.put(at, value);
    return at + value.length;
  }

  /** Returns a fixed-length value, or its first eight bytes, as a number; 0 for null. */
  private long first(int attribute) {
    return states[attribute] == SET ? first[attribute] : 0;
  }

  private long second(int attribute) {
    return states[attribute] == SET ? second[attribute] : 0;
  }
}
