package org.flashgrove.spark.read;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.UserDefinedScalarFunc;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.util.V2ExpressionSQLBuilder;
import org.apache.spark.sql.types.DataTypes;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.spark.function.GeometryFunction;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Formats conditions for query plans, with names of columns and SQL constants. Geometries are shown
 * as WKT. Rectangles and long geometries are shown by their bounds.
 */
public final class PlanText extends V2ExpressionSQLBuilder {
  private static final int MOST_CHARACTERS = 80;
  private static final int MOST_VALUES = 10;
  private static final int MOST_BYTES = 16;
  private static final long MICROS = 1_000_000;

  private final RecordGeometries geometries = new RecordGeometries();

  PlanText() {}

  /** Returns the text of conditions that are combined with AND. */
  public static String of(Predicate[] conditions) {
    PlanText text = new PlanText();
    return Stream.of(conditions).map(text::build).collect(Collectors.joining(", "));
  }

  @Override
  public String build(Expression expression) {
    return expression instanceof UserDefinedScalarFunc function
            && GeometryFunction.ofCanonicalName(function.canonicalName()) != null
        ? Stream.of(function.children())
            .map(each -> each instanceof Literal<?> constant ? argument(constant) : build(each))
            .collect(Collectors.joining(", ", function.name() + "(", ")"))
        : super.build(expression);
  }

  private String argument(Literal<?> constant) {
    return constant.value() instanceof byte[] wkb ? geometry(wkb) : visitLiteral(constant);
  }

  /** Returns the text of a WKB geometry. */
  public static String ofGeometry(byte[] wkb) {
    return new PlanText().geometry(wkb);
  }

  /** Returns the text of a WKB geometry. */
  String geometry(byte[] wkb) {
    Geometry geometry = geometries.parse(ByteBuffer.wrap(wkb));
    if (geometry == null) {
      return hex(wkb);
    }
    if (geometry.isRectangle()) {
      return box(geometry.getEnvelopeInternal());
    }
    int points = geometry.getNumPoints();
    String text = points < MOST_CHARACTERS ? geometry.toText() : "";
    return !text.isEmpty() && text.length() <= MOST_CHARACTERS
        ? text
        : geometry.getGeometryType().toUpperCase(Locale.ROOT)
            + " of "
            + points
            + " points in "
            + box(geometry.getEnvelopeInternal());
  }

  private static String box(Envelope bounds) {
    return "BOX("
        + bounds.getMinX()
        + " "
        + bounds.getMinY()
        + ", "
        + bounds.getMaxX()
        + " "
        + bounds.getMaxY()
        + ")";
  }

  private static String hex(byte[] bytes) {
    HexFormat digits = HexFormat.of().withUpperCase();
    return bytes.length <= MOST_BYTES
        ? "X'" + digits.formatHex(bytes) + "'"
        : "X'" + digits.formatHex(bytes, 0, MOST_BYTES) + "...' of " + bytes.length + " bytes";
  }

  @Override
  protected String visitLiteral(Literal<?> literal) {
    Object value = literal.value();
    if (value instanceof byte[] bytes) {
      return hex(bytes);
    }
    if (value instanceof Integer day && literal.dataType().equals(DataTypes.DateType)) {
      return "DATE '" + LocalDate.ofEpochDay(day) + "'";
    }
    if (value instanceof Long micros && literal.dataType().equals(DataTypes.TimestampType)) {
      return "TIMESTAMP '" + moment(micros) + "'";
    }
    if (value instanceof Long micros && literal.dataType().equals(DataTypes.TimestampNTZType)) {
      return "TIMESTAMP_NTZ '" + LocalDateTime.ofInstant(moment(micros), ZoneOffset.UTC) + "'";
    }
    return value == null ? "NULL" : super.visitLiteral(literal);
  }

  private static Instant moment(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS), 1000 * Math.floorMod(micros, MICROS));
  }

  @Override
  protected String visitNamedReference(NamedReference column) {
    return String.join(".", column.fieldNames());
  }

  @Override
  protected String visitIn(String value, List<String> constants) {
    return constants.size() <= MOST_VALUES
        ? super.visitIn(value, constants)
        : value
            + " IN ("
            + String.join(", ", constants.subList(0, MOST_VALUES))
            + ", ... of "
            + constants.size()
            + " values)";
  }

  /**
   * Formats a comparison. If Spark passes a function as a comparison of the function with true,
   * shows the function alone.
   */
  @Override
  protected String visitBinaryComparison(String name, Expression one, Expression other) {
    boolean isTrue =
        other instanceof Literal<?> constant
            && Boolean.TRUE.equals(constant.value())
            && one instanceof UserDefinedScalarFunc;
    if (isTrue && (name.equals("<=>") || name.equals("="))) {
      return build(one);
    }
    return name.equals("<=>")
        ? inputToSQL(one) + " <=> " + inputToSQL(other)
        : super.visitBinaryComparison(name, one, other);
  }
}
