package org.flashgrove.spark.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.UserDefinedScalarFunc;
import org.apache.spark.sql.connector.expressions.filter.AlwaysFalse;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.functions;
import org.flashgrove.spark.function.GeometryFunction;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Translates conditions from the form in which Spark passes them to data sources back to {@link
 * Column} expressions, which Spark evaluates row by row. A condition is translated only if an
 * expression with the same meaning exists.
 */
final class RowCondition {
  /**
   * Names of Spark's SQL functions, by the names that Spark uses in conditions for data sources.
   */
  private static final Map<String, String> FUNCTIONS =
      Map.ofEntries(
          Map.entry("AND", "and"),
          Map.entry("OR", "or"),
          Map.entry("NOT", "not"),
          Map.entry("=", "="),
          Map.entry("<>", "!="),
          Map.entry("<=>", "<=>"),
          Map.entry("<", "<"),
          Map.entry("<=", "<="),
          Map.entry(">", ">"),
          Map.entry(">=", ">="),
          Map.entry("IN", "in"),
          Map.entry("IS_NULL", "isnull"),
          Map.entry("IS_NOT_NULL", "isnotnull"),
          Map.entry("STARTS_WITH", "startswith"),
          Map.entry("ENDS_WITH", "endswith"),
          Map.entry("CONTAINS", "contains"),
          Map.entry("+", "+"),
          Map.entry("*", "*"),
          Map.entry("/", "/"),
          Map.entry("%", "%"),
          Map.entry("ABS", "abs"),
          Map.entry("COALESCE", "coalesce"),
          Map.entry("LOWER", "lower"),
          Map.entry("UPPER", "upper"));

  private RowCondition() {}

  /**
   * Returns a column that is true for rows that match all conditions, or null if a condition cannot
   * be translated.
   */
  static Column of(Predicate[] conditions) {
    Column all = functions.lit(true);
    for (Predicate each : conditions) {
      Column one = column(each);
      if (one == null) {
        return null;
      }
      all = all.and(one);
    }
    return all;
  }

  private static Column column(Expression expression) {
    if (expression instanceof Literal<?> literal) {
      return ExpressionUtils.column(
          new org.apache.spark.sql.catalyst.expressions.Literal(
              literal.value(), literal.dataType()));
    }
    if (expression instanceof NamedReference reference) {
      return reference.fieldNames().length == 1
          ? functions.col(SpaceSketch.quoted(reference.fieldNames()[0]))
          : null;
    }
    if (expression instanceof AlwaysTrue || expression instanceof AlwaysFalse) {
      return functions.lit(expression instanceof AlwaysTrue);
    }
    List<Column> arguments = new ArrayList<>();
    for (Expression each : expression.children()) {
      Column argument = column(each);
      if (argument == null) {
        return null;
      }
      arguments.add(argument);
    }
    return call(expression, arguments);
  }

  private static Column call(Expression expression, List<Column> arguments) {
    if (expression instanceof Cast cast) {
      return arguments.get(0).cast(cast.dataType());
    }
    if (expression instanceof UserDefinedScalarFunc call) {
      GeometryFunction function = GeometryFunction.ofCanonicalName(call.canonicalName());
      return function == null
          ? null
          : ExpressionUtils.column(
              new ApplyFunctionExpression(
                  function.scalar(),
                  CollectionConverters.asScala(
                          arguments.stream().map(ExpressionUtils::expression).toList())
                      .toSeq()));
    }
    if (!(expression instanceof GeneralScalarExpression general)) {
      return null;
    }
    Column[] all = arguments.toArray(new Column[0]);
    return switch (general.name()) {
      case "BOOLEAN_EXPRESSION" -> all[0];
      case "-" -> functions.call_function(all.length == 1 ? "negative" : "`-`", all);
      default -> {
        String name = FUNCTIONS.get(general.name());
        yield name == null ? null : functions.call_function("`" + name + "`", all);
      }
    };
  }
}
