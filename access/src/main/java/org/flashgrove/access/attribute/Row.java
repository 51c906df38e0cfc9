package org.flashgrove.access.attribute;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a record, read in place. One object serves many records; its content is valid
 * as long as the bytes of the record. For one thread.
 *
 * <p>Attributes are identified by name, or by their position in {@link Schema#attributes()}, which
 * saves the lookup of the name. A getter of another type than the attribute's throws. If the
 * attribute is null, {@link #find} returns an empty result, getters with a fallback return the
 * fallback, getters of objects return null, and all other getters throw.
 */
public final class Row {
  static final int FORMAT = 1;

  /** Types with invalid bit patterns. */
  private static final Set<AttributeType> BOUNDED =
      EnumSet.of(AttributeType.DECIMAL, AttributeType.DATE, AttributeType.INSTANT);

  private final Schema schema;

  @SuppressWarnings("NullAway.Init") // nothing is asked before something is shown
  private ByteBuffer bytes;

  private @Nullable ByteBuffer textSource;
  private @Nullable ByteBuffer text;
  private int base;
  private int length;
  private @Nullable RowLayout layout;
  private int[] columns = {};

  /** A view that shows nothing yet, of the records of a schema. */
  public Row(Schema schema) {
    this.schema = Objects.requireNonNull(schema, "schema");
  }

  /** Returns what the records' attributes are. */
  public Schema schema() {
    return schema;
  }

  /**
   * Shows the attributes of a record.
   *
   * @param attributes the bytes of the record's attributes, from position to limit
   * @throws IllegalArgumentException if they are no row of the schema
   */
  public Row show(ByteBuffer attributes) {
    return show(attributes, attributes.position(), attributes.remaining());
  }

  /**
   * Shows the attributes of a record by its body: bytes of the WKB (4), WKB, attributes.
   *
   * @throws IllegalArgumentException if they are no row of the schema
   */
  public Row showBody(ByteBuffer body) {
    int wkbBytes = body.getInt(body.position());
    int head = Integer.BYTES + wkbBytes;
    return show(body, body.position() + head, body.remaining() - head);
  }

  private RowLayout shown() {
    RowLayout known = layout;
    if (known == null) {
      throw new IllegalStateException("the row shows no attributes (allowed: show first)");
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
        "attributes: " + wrong + " (allowed: a row of the table's schema)");
  }

  /**
   * Looks at every value.
   *
   * @throws IllegalArgumentException if one is none of its type
   */
  public void requireSound() {
    if (schema.isBytes()) {
      return;
    }
    for (int column = 0; column < shown().count(); column++) {
      if (shown().type(column).isVariable()) {
        variableEnd(column);
      }
    }
    for (int i = 0; i < schema.attributes().size(); i++) {
      Attribute attribute = schema.attributes().get(i);
      if (isNull(i) && !attribute.isNullable()) {
        throw impossible("'" + attribute.name() + "' is null");
      } else if (BOUNDED.contains(attribute.type())) {
        value(i);
      }
    }
  }

  /** The column of an attribute, or -1 if it is null. */
  private int column(int attribute) {
    int column = columns[attribute];
    boolean isNull =
        column < 0
            || (bytes.get(base + RowLayout.AT_NULLS + column / Byte.SIZE) >> column % Byte.SIZE & 1)
                != 0;
    return isNull ? -1 : column;
  }

  /**
   * Returns the position of an attribute's value. The value must not be null and must have the
   * given type.
   */
  private int place(int attribute, AttributeType type) {
    requireType(attribute, type);
    int column = column(attribute);
    if (column < 0) {
      throw new IllegalStateException(
          "attribute '"
              + schema.attributes().get(attribute).name()
              + "' is null; ask isNull first, or use a getter with a fallback");
    }
    return base + shown().offset(column);
  }

  private void requireType(int attribute, AttributeType type) {
    Attribute asked = schema.attributes().get(attribute);
    if (asked.type() != type) {
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

  /**
   * Returns the position of a variable-length value in {@link #bytes()}. The value must not be
   * null.
   */
  int variableAt(int attribute) {
    return schema.isBytes() ? base : base + shown().fixedEnd() + variableStart(columns[attribute]);
  }

  /** Bytes of a variable value; the attribute is not null. */
  int variableBytes(int attribute) {
    if (schema.isBytes()) {
      return length;
    }
    int column = columns[attribute];
    return variableEnd(column) - variableStart(column);
  }

  /** The bytes that {@link #variableAt} counts in. */
  ByteBuffer bytes() {
    return bytes;
  }

  /** Returns a copy of a variable value; the attribute is not null. */
  byte[] variable(int attribute) {
    byte[] copy = new byte[variableBytes(attribute)];
    bytes.get(variableAt(attribute), copy);
    return copy;
  }

  /** Returns whether a record has no value of an attribute. */
  public boolean isNull(String name) {
    return isNull(schema.require(name));
  }

  /** Returns whether a record has no value of an attribute. */
  public boolean isNull(int attribute) {
    return !schema.isBytes() && column(attribute) < 0;
  }

  /** Returns a truth value. */
  public boolean getBoolean(String name) {
    return getBoolean(schema.require(name));
  }

  /** Returns a truth value. */
  public boolean getBoolean(int attribute) {
    return bytes.get(place(attribute, AttributeType.BOOLEAN)) != 0;
  }

  /** Returns a whole number of 32 bits. */
  public int getInt(String name) {
    return getInt(schema.require(name));
  }

  /** Returns a whole number of 32 bits. */
  public int getInt(int attribute) {
    return bytes.getInt(place(attribute, AttributeType.INT));
  }

  /** Returns a whole number of 64 bits, or of 32. */
  public long getLong(String name) {
    return getLong(schema.require(name));
  }

  /** Returns a whole number of 64 bits, or of 32. */
  public long getLong(int attribute) {
    return schema.attributes().get(attribute).type() == AttributeType.INT
        ? getInt(attribute)
        : bytes.getLong(place(attribute, AttributeType.LONG));
  }

  /** Returns a double. */
  public double getDouble(String name) {
    return getDouble(schema.require(name));
  }

  /** Returns a double. */
  public double getDouble(int attribute) {
    return bytes.getDouble(place(attribute, AttributeType.DOUBLE));
  }

  /** Returns a decimal number, with the scale it was set with, or null. */
  public @Nullable BigDecimal getDecimal(String name) {
    return getDecimal(schema.require(name));
  }

  /** Returns a decimal number, with the scale it was set with, or null. */
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

  /** Returns text, or null. */
  public @Nullable String getString(String name) {
    return getString(schema.require(name));
  }

  /** Returns text, or null. */
  public @Nullable String getString(int attribute) {
    requireType(attribute, AttributeType.STRING);
    return isNull(attribute) ? null : new String(variable(attribute), StandardCharsets.UTF_8);
  }

  /** Returns the bytes of text, not null, in UTF-8 where they stand; always the same object. */
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

  /** Returns a copy of bytes, or null. */
  public byte @Nullable [] getBytes(String name) {
    return getBytes(schema.require(name));
  }

  /** Returns a copy of bytes, or null. */
  public byte @Nullable [] getBytes(int attribute) {
    requireType(attribute, AttributeType.BYTES);
    return isNull(attribute) ? null : variable(attribute);
  }

  /** Returns a day, or null. */
  public @Nullable LocalDate getDate(String name) {
    return getDate(schema.require(name));
  }

  /** Returns a day, or null. */
  public @Nullable LocalDate getDate(int attribute) {
    requireType(attribute, AttributeType.DATE);
    return isNull(attribute) ? null : LocalDate.ofEpochDay(epochDay(attribute));
  }

  int epochDay(int attribute) {
    return bytes.getInt(base + shown().offset(columns[attribute]));
  }

  /** Returns a moment, or null. */
  public @Nullable Instant getInstant(String name) {
    return getInstant(schema.require(name));
  }

  /** Returns a moment, or null. */
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

  /** The first word of a UUID or a moment. */
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

  /** Returns a truth value, or another one for null. */
  public boolean getBooleanOr(String name, boolean fallback) {
    return isNull(name) ? fallback : getBoolean(name);
  }

  /** Returns a whole number of 32 bits, or another one for null. */
  public int getIntOr(String name, int fallback) {
    return isNull(name) ? fallback : getInt(name);
  }

  /** Returns a whole number of 64 or 32 bits, or another one for null. */
  public long getLongOr(String name, long fallback) {
    return isNull(name) ? fallback : getLong(name);
  }

  /** Returns a double, or another one for null. */
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
    return switch (schema.attributes().get(attribute).type()) {
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
   * Returns a word whose signed order is that of an attribute's values. Words of types without
   * {@link AttributeType#hasExactWords} may be equal for values that differ ({@link ValueOrder}).
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
