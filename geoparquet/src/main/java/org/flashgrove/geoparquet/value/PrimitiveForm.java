package org.flashgrove.geoparquet.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.flashgrove.datasets.feature.AttributeType;

/**
 * Conversion of the values of a primitive column, which are numbers or byte arrays, to attribute
 * values of one type. Safe for use by several threads.
 */
abstract class PrimitiveForm {
  private static final long NANOS_A_SECOND = 1_000_000_000L;
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long SECONDS_A_DAY = 86_400;
  private static final int DIGITS_OF_LONG = 18;

  private final AttributeType type;

  private PrimitiveForm(AttributeType type) {
    this.type = type;
  }

  /** Returns the attribute type of the values. */
  AttributeType type() {
    return type;
  }

  /** Returns the attribute value of a stored integer. */
  Object of(long number) {
    return number;
  }

  /**
   * Returns the attribute value of stored bytes.
   *
   * @throws IllegalArgumentException if the bytes are not a value of the type
   */
  Object of(byte[] bytes) {
    return bytes;
  }

  /** Returns the conversion for the values of a column. */
  static PrimitiveForm of(PrimitiveType column) {
    LogicalTypeAnnotation meaning = column.getLogicalTypeAnnotation();
    if (column.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
      return new OldTimestamp();
    }
    if (meaning instanceof DecimalLogicalTypeAnnotation decimal) {
      return new Decimal(decimal);
    }
    if (meaning instanceof DateLogicalTypeAnnotation) {
      return new Day();
    }
    if (meaning instanceof TimeLogicalTypeAnnotation time) {
      return new TimeOfDay(time.getUnit());
    }
    if (meaning instanceof TimestampLogicalTypeAnnotation time) {
      return new Timestamp(time.getUnit(), time.isAdjustedToUTC());
    }
    if (meaning instanceof IntLogicalTypeAnnotation whole && !whole.isSigned()) {
      return new Unsigned(whole.getBitWidth());
    }
    if (meaning instanceof UUIDLogicalTypeAnnotation) {
      return new Uuid();
    }
    if (meaning instanceof Float16LogicalTypeAnnotation) {
      return new HalfFloat();
    }
    boolean isText =
        meaning instanceof StringLogicalTypeAnnotation
            || meaning instanceof EnumLogicalTypeAnnotation
            || meaning instanceof JsonLogicalTypeAnnotation;
    return isText ? new Text() : new Plain(plainType(column.getPrimitiveTypeName()));
  }

  private static AttributeType plainType(PrimitiveTypeName stored) {
    return switch (stored) {
      case BOOLEAN -> AttributeType.BOOLEAN;
      case INT32, INT64 -> AttributeType.INTEGER;
      case FLOAT, DOUBLE -> AttributeType.REAL;
      default -> AttributeType.BYTES;
    };
  }

  private static void requireLength(byte[] bytes, int length) {
    if (bytes.length != length) {
      throw new IllegalArgumentException(bytes.length + " bytes in place of " + length);
    }
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> 1_000;
      case MICROS -> 1_000_000;
      case NANOS -> NANOS_A_SECOND;
    };
  }

  private static final class Plain extends PrimitiveForm {
    Plain(AttributeType type) {
      super(type);
    }
  }

  private static final class Text extends PrimitiveForm {
    Text() {
      super(AttributeType.TEXT);
    }

    @Override
    Object of(byte[] bytes) {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        throw new IllegalArgumentException("text that is not UTF-8", e);
      }
    }
  }

  /** Conversion of unsigned integers. Integers above 2^63 - 1 become text. */
  private static final class Unsigned extends PrimitiveForm {
    private final long mask;

    Unsigned(int bits) {
      super(AttributeType.INTEGER);
      mask = bits == Long.SIZE ? -1 : (1L << bits) - 1;
    }

    @Override
    Object of(long number) {
      long value = number & mask;
      return value >= 0 ? (Object) value : Long.toUnsignedString(value);
    }
  }

  private static final class Day extends PrimitiveForm {
    Day() {
      super(AttributeType.DATE);
    }

    @Override
    Object of(long number) {
      return LocalDate.ofEpochDay(number);
    }
  }

  private static final class TimeOfDay extends PrimitiveForm {
    private final long nanos;

    TimeOfDay(TimeUnit unit) {
      super(AttributeType.TEXT);
      nanos = NANOS_A_SECOND / perSecond(unit);
    }

    @Override
    Object of(long number) {
      if (number < 0 || number >= SECONDS_A_DAY * NANOS_A_SECOND / nanos) {
        throw new IllegalArgumentException("a time of day outside the day");
      }
      return LocalTime.ofNanoOfDay(number * nanos).toString();
    }
  }

  /** Conversion of timestamps. Local timestamps, which have no time zone, become text. */
  private static final class Timestamp extends PrimitiveForm {
    private final long perSecond;
    private final boolean isUtc;

    Timestamp(TimeUnit unit, boolean isUtc) {
      super(isUtc ? AttributeType.MOMENT : AttributeType.TEXT);
      perSecond = perSecond(unit);
      this.isUtc = isUtc;
    }

    @Override
    Object of(long number) {
      Instant time =
          Instant.ofEpochSecond(
              Math.floorDiv(number, perSecond),
              Math.floorMod(number, perSecond) * (NANOS_A_SECOND / perSecond));
      return isUtc ? time : LocalDateTime.ofInstant(time, ZoneOffset.UTC).toString();
    }
  }

  /**
   * Conversion of the timestamps of old writers, which consist of the nanoseconds of the day and
   * the Julian day.
   */
  private static final class OldTimestamp extends PrimitiveForm {
    OldTimestamp() {
      super(AttributeType.MOMENT);
    }

    @Override
    Object of(byte[] bytes) {
      requireLength(bytes, 12);
      ByteBuffer parts = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      long nanos = parts.getLong();
      long day = parts.getInt() - JULIAN_DAY_OF_EPOCH;
      return Instant.ofEpochSecond(day * SECONDS_A_DAY, nanos);
    }
  }

  /**
   * Conversion of decimals. They become integers if they have no decimal places and at most 18
   * digits. Otherwise they become text, which keeps all digits.
   */
  private static final class Decimal extends PrimitiveForm {
    private final int scale;

    Decimal(DecimalLogicalTypeAnnotation decimal) {
      super(
          decimal.getScale() == 0 && decimal.getPrecision() <= DIGITS_OF_LONG
              ? AttributeType.INTEGER
              : AttributeType.TEXT);
      scale = decimal.getScale();
    }

    @Override
    Object of(long number) {
      return type() == AttributeType.INTEGER
          ? (Object) number
          : BigDecimal.valueOf(number, scale).toPlainString();
    }

    @Override
    Object of(byte[] bytes) {
      if (bytes.length == 0) {
        throw new IllegalArgumentException("a decimal without digits");
      }
      BigInteger digits = new BigInteger(bytes);
      return type() == AttributeType.INTEGER && digits.bitLength() < Long.SIZE
          ? (Object) digits.longValue()
          : new BigDecimal(digits, scale).toPlainString();
    }
  }

  private static final class Uuid extends PrimitiveForm {
    Uuid() {
      super(AttributeType.TEXT);
    }

    @Override
    Object of(byte[] bytes) {
      requireLength(bytes, 2 * Long.BYTES);
      ByteBuffer parts = ByteBuffer.wrap(bytes);
      return new UUID(parts.getLong(), parts.getLong()).toString();
    }
  }

  private static final class HalfFloat extends PrimitiveForm {
    private static final int FRACTION_BITS = 10;
    private static final int FRACTION = (1 << FRACTION_BITS) - 1;
    private static final int EXPONENT = 0x1f;
    private static final int BIAS = 15;

    HalfFloat() {
      super(AttributeType.REAL);
    }

    @Override
    Object of(byte[] bytes) {
      requireLength(bytes, 2);
      int bits = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort();
      int exponent = bits >> FRACTION_BITS & EXPONENT;
      double fraction = bits & FRACTION;
      double size;
      if (exponent == EXPONENT) {
        size = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
      } else if (exponent == 0) {
        size = Math.scalb(fraction, 1 - BIAS - FRACTION_BITS);
      } else {
        size = Math.scalb(fraction + FRACTION + 1, exponent - BIAS - FRACTION_BITS);
      }
      return bits < 0 ? -size : size;
    }
  }
}
