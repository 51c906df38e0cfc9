package org.flashgrove.spark.read;

import java.nio.ByteBuffer;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.UserDefinedScalarFunc;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.function.GeometryFunction;
import org.locationtech.jts.geom.Geometry;

/** Translation of conditions on the geometry to tests that an index can answer. */
final class SpatialCondition {
  private SpatialCondition() {}

  /** Returns whether an expression refers to the geometry column. */
  static boolean isGeometry(Expression expression, Columns columns) {
    int column = PushedCondition.column(expression, columns);
    return column >= 0 && columns.isGeometry(column);
  }

  /** Translates a condition to a test of geometries. Returns null if no such test exists. */
  static GeometryTest test(Predicate condition, Columns columns) {
    Expression[] parts = condition.children();
    boolean isNear = condition.name().equals("<=");
    if (!(isNear || isPlain(condition)) || !(parts[0] instanceof UserDefinedScalarFunc function)) {
      return null;
    }
    GeometryFunction known = GeometryFunction.ofCanonicalName(function.canonicalName());
    if (known == null || isNear != known.resultsInNumber()) {
      return null;
    }
    Expression[] arguments = function.children();
    boolean first = isGeometry(arguments[0], columns);
    boolean second = isGeometry(arguments[1], columns);
    Geometry constant = first == second ? null : constant(arguments[first ? 1 : 0]);
    if (constant == null || constant.isEmpty()) {
      return null;
    }
    if (isNear || known == GeometryFunction.ST_DWITHIN) {
      return within(constant, isNear ? parts[1] : arguments[2]);
    }
    return constant.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION)
        ? null
        : new GeometryQuery(known.predicate(first), Semantics.OGC, constant);
  }

  /** Returns whether a condition is a function call, either alone or compared with true. */
  private static boolean isPlain(Predicate condition) {
    return switch (condition.name()) {
      case "BOOLEAN_EXPRESSION" -> true;
      case "<=>", "=" -> isTrue(condition.children()[1]);
      default -> false;
    };
  }

  private static boolean isTrue(Expression expression) {
    return expression instanceof Literal<?> literal
        && literal.dataType().equals(DataTypes.BooleanType)
        && Boolean.TRUE.equals(literal.value());
  }

  private static GeometryTest within(Geometry constant, Expression distance) {
    return distance instanceof Literal<?> number
            && number.dataType() instanceof DoubleType
            && number.value() instanceof Double value
            && value >= 0
            && value <= Double.MAX_VALUE
        ? new DistanceQuery(constant, value)
        : null;
  }

  /** Returns the geometry of a WKB constant, or null for any other expression. */
  static Geometry constant(Expression expression) {
    return expression instanceof Literal<?> literal && literal.value() instanceof byte[] wkb
        ? new RecordGeometries().parse(ByteBuffer.wrap(wkb))
        : null;
  }
}
