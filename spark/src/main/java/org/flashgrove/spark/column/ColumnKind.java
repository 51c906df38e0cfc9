package org.flashgrove.spark.column;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;

/** Mapping between a Spark type and an attribute type. */
enum ColumnKind {
  BOOLEAN(AttributeType.BOOLEAN) {
    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return row.getBoolean(attribute);
    }
  },
  BYTE(AttributeType.INT) {
    @Override
    Object toAttribute(Object value) {
      return ((Byte) value).intValue();
    }

    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return (byte) row.getInt(attribute);
    }
  },
  SHORT(AttributeType.INT) {
    @Override
    Object toAttribute(Object value) {
      return ((Short) value).intValue();
    }

    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return (short) row.getInt(attribute);
    }
  },
  INT(AttributeType.INT) {
    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return row.getInt(attribute);
    }
  },
  LONG(AttributeType.LONG) {
    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return row.getLong(attribute);
    }
  },
  FLOAT(AttributeType.DOUBLE) {
    @Override
    Object toAttribute(Object value) {
      return ((Float) value).doubleValue();
    }

    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return (float) row.getDouble(attribute);
    }
  },
  DOUBLE(AttributeType.DOUBLE) {
    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return row.getDouble(attribute);
    }
  },
  DECIMAL(AttributeType.DECIMAL) {
    @Override
    Object toAttribute(Object value) {
      return ((Decimal) value).toJavaBigDecimal();
    }

    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      DecimalType decimal = (DecimalType) type;
      BigDecimal value = row.getDecimal(attribute);
      return Decimal.apply(value, decimal.precision(), decimal.scale());
    }
  },
  STRING(AttributeType.STRING) {
    @Override
    Object toAttribute(Object value) {
      UTF8String text = (UTF8String) value;
      if (!text.isValid()) {
        throw new IllegalArgumentException(NO_TEXT);
      }
      return text.toString();
    }

    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      ByteBuffer text = row.text(attribute).duplicate();
      byte[] bytes = new byte[text.remaining()];
      text.get(bytes);
      return UTF8String.fromBytes(bytes);
    }
  },
  BINARY(AttributeType.BYTES) {
    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return row.getBytes(attribute);
    }
  },
  DATE(AttributeType.DATE) {
    @Override
    Object toAttribute(Object value) {
      return LocalDate.ofEpochDay((Integer) value);
    }

    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return Math.toIntExact(row.getDate(attribute).toEpochDay());
    }
  },
  TIMESTAMP(AttributeType.INSTANT) {
    @Override
    Object toAttribute(Object value) {
      return instant((Long) value);
    }

    @Override
    Object ofRow(Row row, int attribute, DataType type) {
      return micros(row.getInstant(attribute));
    }
  };

  /** Message for bytes that are not UTF-8. */
  static final String NO_TEXT =
      "a string with bytes that are not UTF-8; make the column binary, or its strings valid with"
          + " make_valid_utf8";

  private static final long MICROS = 1_000_000;
  private static final long NANOS_PER_MICRO = 1000;

  private final AttributeType type;

  ColumnKind(AttributeType type) {
    this.type = type;
  }

  /** Returns the attribute type. */
  AttributeType type() {
    return type;
  }

  /** Returns whether the values of the attribute vary in length. */
  boolean isVariable() {
    return this == DECIMAL || this == STRING || this == BINARY;
  }

  /** Returns the number of bytes of the attribute in the fixed part of a row. */
  int fixedBytes() {
    return switch (this) {
      case BOOLEAN -> 1;
      case LONG, FLOAT, DOUBLE -> Long.BYTES;
      case TIMESTAMP -> Long.BYTES + Integer.BYTES;
      default -> Integer.BYTES; // an end, if the values vary in length
    };
  }

  /**
   * Converts a value from Spark's internal form to the form in which an attribute stores it. The
   * value must not be null.
   */
  Object toAttribute(Object value) {
    return value;
  }

  /** Reads an attribute as a value in Spark's internal form. The attribute must not be null. */
  abstract Object ofRow(Row row, int attribute, DataType type);

  /** Parses an attribute value from its text, and returns it in Spark's internal form. */
  Object ofText(String text, DataType type) {
    return switch (this) {
      case BYTE -> Byte.valueOf(text);
      case SHORT -> Short.valueOf(text);
      case INT -> Integer.valueOf(text);
      case LONG -> Long.valueOf(text);
      case FLOAT -> Float.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield Decimal.apply(new BigDecimal(text), decimal.precision(), decimal.scale());
      }
      case DATE -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
      case TIMESTAMP -> micros(Instant.parse(text));
      default -> throw new IllegalArgumentException("no text of values of type " + type);
    };
  }

  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS), NANOS_PER_MICRO * Math.floorMod(micros, MICROS));
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * MICROS + instant.getNano() / NANOS_PER_MICRO;
  }

  /**
   * Returns the mapping of a Spark type.
   *
   * @throws IllegalArgumentException if the type is not supported
   */
  static ColumnKind of(String column, DataType type) {
    if (type instanceof BooleanType) {
      return BOOLEAN;
    } else if (type instanceof ByteType) {
      return BYTE;
    } else if (type instanceof ShortType) {
      return SHORT;
    } else if (type instanceof IntegerType) {
      return INT;
    } else if (type instanceof LongType) {
      return LONG;
    } else if (type instanceof FloatType) {
      return FLOAT;
    } else if (type instanceof DoubleType) {
      return DOUBLE;
    } else if (type instanceof DecimalType) {
      return DECIMAL;
    } else if (type.equals(DataTypes.StringType)) {
      return STRING;
    } else if (type instanceof BinaryType) {
      return BINARY;
    } else if (type instanceof DateType) {
      return DATE;
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return TIMESTAMP;
    }
    throw new IllegalArgumentException(
        "column '"
            + column
            + "' of type "
            + GeometryColumn.typeName(type)
            + " (allowed: boolean, tinyint, smallint, int, bigint, float, double, decimal, string"
            + " without a collation, binary, date, timestamp, timestamp_ntz; of Sedona's geometries"
            + " the one column that option geometry names, others as WKB by ST_AsBinary)");
  }
}
