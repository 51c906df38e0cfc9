package org.flashgrove.access.attribute;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a record, read from the record's bytes without a copy. One object serves many
 * records. The object must not be read after the bytes of the record have changed. For one thread.
 *
 * <p>Attributes are identified by name, or by their position in {@link Schema#attributes()}. A
 * position is faster, because it saves the lookup of the name. A position that the schema does not
 * have throws {@link IndexOutOfBoundsException}. A getter throws if the attribute has another type.
 * If the attribute is null, {@link #find} returns an empty result, and getters with a fallback
 * return the fallback. Getters of objects return null, and all other getters throw.
 */
public final class Row {
  static final int FORMAT = 1;

  private final Schema schema;
  private final RowLayout newest;

  @SuppressWarnings("NullAway.Init") // show() sets it before any getter is called
  private ByteBuffer bytes;

  private @Nullable ByteBuffer textSource;
  private @Nullable ByteBuffer text;
  private int base;
  private int length;
  private @Nullable RowLayout layout;
  private int[] columns = {};

  /** Creates a row for records of a schema. Call {@code show} before any getter. */
  public Row(Schema schema) {
    this.schema = requireNonNull(schema, "schema");
    newest = schema.layout();
  }

  /** Returns the schema of the records. */
  public Schema schema() {
    return schema;
  }

  /**
   * Changes this row to the attributes of a record, and returns this row.
   *
   * @param attributes the bytes of the record's attributes, from position to limit
   * @throws IllegalArgumentException if the bytes are not a row of the schema
   */
  public Row show(ByteBuffer attributes) {
    return show(
        requireNonNull(attributes, "attributes"), attributes.position(), attributes.remaining());
  }

  /**
   * Changes this row to the attributes in a record body, and returns this row. A record body has
   * the length of the WKB in four bytes, then the WKB, then the attributes.
   *
   * @throws IllegalArgumentException if the bytes are not a row of the schema
   */
  public Row showBody(ByteBuffer body) {
    int wkbBytes = requireNonNull(body, "body").getInt(body.position());
    int head = Integer.BYTES + wkbBytes;
    return show(body, body.position() + head, body.remaining() - head);
  }

  private RowLayout shown() {
    RowLayout known = layout;
    if (known == null) {
      throw new IllegalStateException("row: shows no attributes; call show first");
    }
    return known;
  }

  private Row show(ByteBuffer from, int offset, int byteCount) {
    boolean ordered = from.order() == ByteOrder.LITTLE_ENDIAN;
    bytes = ordered ? from : from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    base = offset;
    length = byteCount;
    if (schema.isBytes()) {
      return this;
    }
    layout = null;
    if (length < RowLayout.AT_NULLS || bytes.get(base) != FORMAT) {
      throw impossible(length < 1 ? "no format" : "format " + bytes.get(base));
    }
    int version = Short.toUnsignedInt(bytes.getShort(base + RowLayout.AT_VERSION));
    RowLayout found = schema.layout(version);
    if (found == null) {
      throw impossible(
          "version " + version + " of the schema, whose newest is " + schema.version());
    }
    columns = schema.columnsOf(version);
    int last = found.lastVariable();
    int variable = length - found.fixedEnd();
    if (variable < 0 || variable != (last < 0 ? 0 : bytes.getInt(base + found.offset(last)))) {
      throw impossible(length + " bytes, which are not those of its values");
    }
    layout = found;
    return this;
  }

  private static IllegalArgumentException impossible(String wrong) {
    return new IllegalArgumentException(
        "attributes: " + wrong + "; expected a row of the table's schema");
  }

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is invalid for its type, or null but not nullable
   */
  public void requireSound() {
    if (schema.isBytes()) {
      return;
    }
    RowLayout known = shown();
    for (int each = known.lastVariable(); each >= 0; each = known.variableBefore(each)) {
      variableEnd(each);
    }
    for (int each : schema.restricted()) {
      Attribute attribute = schema.attributes().get(each);
      if (isNull(each) && !attribute.isNullable()) {
        throw impossible("'" + attribute.name() + "' is null");
      } else if (!attribute.type().allowsAllBytes()) {
        value(each);
      }
    }
  }

  /** Returns the column of an attribute in the record's layout; -1 if the attribute is null. */
  private int column(int attribute) {
    shown();
    int column = columns[attribute];
    boolean isNull =
        column < 0
            || (bytes.get(base + RowLayout.AT_NULLS + column / Byte.SIZE) >> column % Byte.SIZE & 1)
                != 0;
    return isNull ? -1 : column;
  }

  /** Returns the position of a value in {@link #bytes()}, after checking its type. */
  private int place(int attribute, AttributeType type) {
    requireType(attribute, type);
    int column = column(attribute);
    if (column < 0) {
      throw new IllegalStateException(
          "attribute '"
              + schema.attributes().get(attribute).name()
              + "' is null; check isNull first, or use a getter with a fallback");
    }
    return base + shown().offset(column);
  }

  private AttributeType type(int attribute) {
    return newest.type(attribute);
  }

  private void requireType(int attribute, AttributeType type) {
    if (type(attribute) != type) {
      Attribute asked = schema.attributes().get(attribute);
      throw new SpecException(
          "attribute '" + asked.name() + "' as " + type + " (allowed: " + asked.type() + ")");
    }
  }

  private int variableStart(int column) {
    int before = shown().variableBefore(column);
    return before < 0 ? 0 : variableEnd(before);
  }

  private int variableEnd(int column) {
    int end = bytes.getInt(base + shown().offset(column));
    int before = shown().variableBefore(column);
    int start = before < 0 ? 0 : bytes.getInt(base + shown().offset(before));
    if (start < 0 || end < start || end > length - shown().fixedEnd()) {
      throw impossible("value " + column + " from byte " + start + " to " + end);
    }
    return end;
  }

  /** Returns the position in {@link #bytes()} of a variable-length value that is not null. */
  int variableAt(int attribute) {
    return schema.isBytes() ? base : base + shown().fixedEnd() + variableStart(columns[attribute]);
  }

  /** Returns the length of a variable-length value, which must not be null. */
  int variableBytes(int attribute) {
    if (schema.isBytes()) {
      return length;
    }
    int column = columns[attribute];
    return variableEnd(column) - variableStart(column);
  }

  ByteBuffer bytes() {
    return bytes;
  }

  /** Returns a copy of a variable-length value, which must not be null. */
  byte[] variable(int attribute) {
    byte[] copy = new byte[variableBytes(attribute)];
    bytes.get(variableAt(attribute), copy);
    return copy;
  }

  /** Returns whether the record has no value of an attribute. */
  public boolean isNull(String name) {
    return isNull(schema.require(name));
  }

  /** Returns whether the record has no value of an attribute. */
  public boolean isNull(int attribute) {
    newest.require(attribute);
    return !schema.isBytes() && column(attribute) < 0;
  }

  /** Returns a boolean value. */
  public boolean getBoolean(String name) {
    return getBoolean(schema.require(name));
  }

  /** Returns a boolean value. */
  public boolean getBoolean(int attribute) {
    return bytes.get(place(attribute, AttributeType.BOOLEAN)) != 0;
  }

  /** Returns an int value. */
  public int getInt(String name) {
    return getInt(schema.require(name));
  }

  /** Returns an int value. */
  public int getInt(int attribute) {
    return bytes.getInt(place(attribute, AttributeType.INT));
  }

  /** Returns a long or int value. */
  public long getLong(String name) {
    return getLong(schema.require(name));
  }

  /** Returns a long or int value. */
  public long getLong(int attribute) {
    return type(attribute) == AttributeType.INT
        ? getInt(attribute)
        : bytes.getLong(place(attribute, AttributeType.LONG));
  }

  /** Returns a double value. */
  public double getDouble(String name) {
    return getDouble(schema.require(name));
  }

  /** Returns a double value. */
  public double getDouble(int attribute) {
    return bytes.getDouble(place(attribute, AttributeType.DOUBLE));
  }

  /** Returns a decimal number with its original scale, or null. */
  public @Nullable BigDecimal getDecimal(String name) {
    return getDecimal(schema.require(name));
  }

  /** Returns a decimal number with its original scale, or null. */
  public @Nullable BigDecimal getDecimal(int attribute) {
    requireType(attribute, AttributeType.DECIMAL);
    if (isNull(attribute)) {
      return null;
    }
    int digits = variableBytes(attribute) - Integer.BYTES;
    if (digits < 1) {
      throw impossible("a decimal of " + digits + " bytes of digits");
    }
    return RowValues.decimal(bytes, variableAt(attribute), digits);
  }

  /** Returns a text, or null. */
  public @Nullable String getString(String name) {
    return getString(schema.require(name));
  }

  /** Returns a text, or null. */
  public @Nullable String getString(int attribute) {
    requireType(attribute, AttributeType.STRING);
    return isNull(attribute) ? null : new String(variable(attribute), StandardCharsets.UTF_8);
  }

  /**
   * Returns a text as a view of its UTF-8 bytes in the row, without a copy. The attribute must not
   * be null. The next call reuses the buffer.
   */
  public ByteBuffer text(int attribute) {
    requireType(attribute, AttributeType.STRING);
    ByteBuffer found = text;
    if (found == null || textSource != bytes) {
      textSource = bytes;
      found = bytes.asReadOnlyBuffer();
      text = found;
    }
    int at = variableAt(attribute);
    return found.limit(at + variableBytes(attribute)).position(at);
  }

  /** Returns a copy of a byte string, or null. */
  public byte @Nullable [] getBytes(String name) {
    return getBytes(schema.require(name));
  }

  /** Returns a copy of a byte string, or null. */
  public byte @Nullable [] getBytes(int attribute) {
    requireType(attribute, AttributeType.BYTES);
    return isNull(attribute) ? null : variable(attribute);
  }

  /** Returns a date, or null. */
  public @Nullable LocalDate getDate(String name) {
    return getDate(schema.require(name));
  }

  /** Returns a date, or null. */
  public @Nullable LocalDate getDate(int attribute) {
    requireType(attribute, AttributeType.DATE);
    return isNull(attribute) ? null : LocalDate.ofEpochDay(epochDay(attribute));
  }

  int epochDay(int attribute) {
    return bytes.getInt(base + shown().offset(columns[attribute]));
  }

  /** Returns a timestamp, or null. */
  public @Nullable Instant getInstant(String name) {
    return getInstant(schema.require(name));
  }

  /** Returns a timestamp, or null. */
  public @Nullable Instant getInstant(int attribute) {
    requireType(attribute, AttributeType.INSTANT);
    if (isNull(attribute)) {
      return null;
    }
    long second = first(attribute);
    int nano = nano(attribute);
    if (second < Instant.MIN.getEpochSecond()
        || second > Instant.MAX.getEpochSecond()
        || nano < 0
        || nano > 999_999_999) {
      throw impossible("a moment at second " + second + " and nanosecond " + nano);
    }
    return Instant.ofEpochSecond(second, nano);
  }

  /** Returns the high half of a UUID, or the whole seconds of a timestamp since 1970. */
  long first(int attribute) {
    return bytes.getLong(base + shown().offset(columns[attribute]));
  }

  int nano(int attribute) {
    return bytes.getInt(base + shown().offset(columns[attribute]) + Long.BYTES);
  }

  long second(int attribute) {
    return bytes.getLong(base + shown().offset(columns[attribute]) + Long.BYTES);
  }

  /** Returns a UUID, or null. */
  public @Nullable UUID getUuid(String name) {
    return getUuid(schema.require(name));
  }

  /** Returns a UUID, or null. */
  public @Nullable UUID getUuid(int attribute) {
    requireType(attribute, AttributeType.UUID);
    return isNull(attribute) ? null : new UUID(first(attribute), second(attribute));
  }

  /** Returns a boolean value, or {@code fallback} for null. */
  public boolean getBooleanOr(String name, boolean fallback) {
    return isNull(name) ? fallback : getBoolean(name);
  }

  /** Returns an int value, or {@code fallback} for null. */
  public int getIntOr(String name, int fallback) {
    return isNull(name) ? fallback : getInt(name);
  }

  /** Returns a long or int value, or {@code fallback} for null. */
  public long getLongOr(String name, long fallback) {
    return isNull(name) ? fallback : getLong(name);
  }

  /** Returns a double value, or {@code fallback} for null. */
  public double getDoubleOr(String name, double fallback) {
    return isNull(name) ? fallback : getDouble(name);
  }

  /** Returns a value as an object of the type's class; empty for null. */
  public Optional<Object> find(String name) {
    return Optional.ofNullable(value(name));
  }

  /** Returns a value as an object of the type's class, or null. */
  public @Nullable Object value(String name) {
    return value(schema.require(name));
  }

  /** Returns a value as an object of the type's class, or null. */
  public @Nullable Object value(int attribute) {
    if (isNull(attribute)) {
      return null;
    }
    return switch (type(attribute)) {
      case BOOLEAN -> getBoolean(attribute);
      case INT -> getInt(attribute);
      case LONG -> getLong(attribute);
      case DOUBLE -> getDouble(attribute);
      case DECIMAL -> getDecimal(attribute);
      case STRING -> getString(attribute);
      case BYTES -> getBytes(attribute);
      case DATE -> getDate(attribute);
      case INSTANT -> getInstant(attribute);
      case UUID -> getUuid(attribute);
    };
  }

  /**
   * Returns a 64-bit number that sorts like the values of an attribute. Different values can have
   * the same number, unless {@link AttributeType#hasExactWords}; see {@link ValueOrder}.
   *
   * @throws IllegalStateException if the attribute is null
   */
  public long orderWord(int attribute) {
    return OrderWord.of(this, attribute);
  }

  /** Returns the attributes with their values as text, such as {@code {owner=Ada, height=2.5}}. */
  @Override
  public String toString() {
    return RowValues.text(this, layout != null || schema.isBytes() && bytes != null);
  }
}
