package org.flashgrove.spark;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.UserDefinedType;
import org.flashgrove.spark.column.WkbBounds;
import org.flashgrove.spark.function.GeometryFunction;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.WKBWriter;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Translates Sedona predicates to the functions of this module. Sedona need not be on the class
 * path: its expressions are recognized by name, and its constants by type.
 */
final class SedonaPredicate {
  private static final String EXPRESSIONS = "org.apache.spark.sql.sedona_sql.expressions.";
  private static final String OF_WKB = EXPRESSIONS + "ST_GeomFromWKB";

  private SedonaPredicate() {}

  /**
   * Returns the function of this module that is equivalent to a Sedona condition. Returns null if
   * no function always gives the same results as Sedona. For example, Sedona's {@code ST_DWithin}
   * uses the JTS distance of an empty geometry, which is 0.
   *
   * @param mayBeEmpty whether the column may have empty geometries
   */
  static Expression ours(Expression condition, boolean mayBeEmpty) {
    String name = condition.getClass().getName();
    GeometryFunction function =
        name.startsWith(EXPRESSIONS)
            ? GeometryFunction.named(name.substring(EXPRESSIONS.length()))
            : null;
    if (function == null || function.resultsInNumber()) {
      return null;
    }
    List<Expression> arguments = CollectionConverters.asJava(condition.children());
    boolean takesDistance = function == GeometryFunction.ST_DWITHIN;
    if (arguments.size() != (takesDistance ? 3 : 2)) {
      return null; // a distance on a spheroid
    }
    Expression one = wkb(arguments.get(0));
    Expression other = wkb(arguments.get(1));
    boolean isOfColumn = one instanceof Attribute != other instanceof Attribute;
    if (one == null || other == null || !isOfColumn) {
      return null;
    }
    List<Expression> all =
        takesDistance ? List.of(one, other, arguments.get(2)) : List.of(one, other);
    boolean fits =
        !takesDistance
            || arguments.get(2).dataType().equals(DataTypes.DoubleType)
                && !mayBeEmpty
                && !isEmpty(one)
                && !isEmpty(other);
    return fits
        ? new ApplyFunctionExpression(function.scalar(), CollectionConverters.asScala(all).toSeq())
        : null;
  }

  private static boolean isEmpty(Expression argument) {
    return argument instanceof Literal literal && !new WkbBounds().read((byte[]) literal.value());
  }

  /**
   * Converts an argument of a Sedona predicate to a WKB expression. Returns null if the argument is
   * neither a WKB column nor a constant geometry.
   */
  private static Expression wkb(Expression argument) {
    if (argument.getClass().getName().equals(OF_WKB)
        && argument.children().head() instanceof Attribute column
        && column.dataType().equals(DataTypes.BinaryType)) {
      return column;
    }
    if (argument instanceof Literal literal
        && literal.dataType() instanceof UserDefinedType<?> type
        && literal.value() != null
        && type.deserialize(literal.value()) instanceof Geometry geometry) {
      return Literal.create(new WKBWriter().write(geometry), DataTypes.BinaryType);
    }
    return null;
  }
}
