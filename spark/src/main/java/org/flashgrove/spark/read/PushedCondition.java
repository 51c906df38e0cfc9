package org.flashgrove.spark.read;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BinaryOperator;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.unsafe.types.UTF8String;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.spark.column.Columns;

/**
 * Conditions of Spark, divided into those that tables answer exactly and those left to Spark. Spark
 * 4.0 passes a predicate to data sources only within a comparison. A function therefore arrives as
 * {@code st_intersects(geom, wkb) IS TRUE}. Later versions pass the function alone.
 *
 * @param query query for tables
 * @param needsGeometry whether rows must have a geometry
 * @param pushed conditions that the query answers
 * @param left conditions that Spark must evaluate
 */
public record PushedCondition(
    ScanQuery query, boolean needsGeometry, Predicate[] pushed, Predicate[] left) {
  /**
   * Maximum nesting depth of a translated condition. A {@link Filter} may be nested more deeply.
   * The difference is needed because a comparison becomes up to two levels of a filter, and the
   * query adds one more.
   */
  private static final int MOST_LEVELS = Filter.MOST_LEVELS - 10;

  /** Translates conditions that are combined with AND. */
  public static PushedCondition of(Predicate[] conditions, Columns columns) {
    ScanQuery query = ScanQuery.ALL;
    List<Predicate> pushed = new ArrayList<>();
    List<Predicate> left = new ArrayList<>();
    boolean needsGeometry = false;
    for (Predicate each : conditions) {
      GeometryTest geometry =
          query.geometry() == null ? SpatialCondition.test(each, columns) : null;
      Filter filter = geometry == null ? filter(each, columns, 1) : null;
      if (geometry != null) {
        query = query.and(geometry);
      } else if (filter != null) {
        query = query.and(filter);
      }
      boolean isPresence = isPresence(each, columns);
      needsGeometry |= isPresence;
      (geometry == null && filter == null && !isPresence ? left : pushed).add(each);
    }
    return new PushedCondition(
        query, needsGeometry, pushed.toArray(new Predicate[0]), left.toArray(new Predicate[0]));
  }

  private static boolean isPresence(Predicate condition, Columns columns) {
    return condition.name().equals("IS_NOT_NULL")
        && SpatialCondition.isGeometry(condition.children()[0], columns);
  }

  /** Returns the index of the column that an expression names, or -1 for any other expression. */
  static int column(Expression expression, Columns columns) {
    return expression instanceof NamedReference reference && reference.fieldNames().length == 1
        ? columns.indexOf(reference.fieldNames()[0])
        : -1;
  }

  /**
   * Translates a condition on attributes to a filter. Returns null if this is impossible, or if the
   * condition is nested too deeply for a table.
   */
  private static Filter filter(Predicate condition, Columns columns, int level) {
    if (level > MOST_LEVELS) {
      return null;
    }
    Expression[] children = condition.children();
    switch (condition.name()) {
      case "AND":
      case "OR":
        return group(condition, columns, level + 1);
      case "NOT":
        Filter negated = filter((Predicate) children[0], columns, level + 1);
        return negated == null ? null : negated.not();
      case "IS_NULL":
      case "IS_NOT_NULL":
        return absence(condition, columns);
      case "IN":
        return membership(children, columns);
      case "STARTS_WITH":
        return like(children, columns, "", "%");
      case "ENDS_WITH":
        return like(children, columns, "%", "");
      case "CONTAINS":
        return like(children, columns, "%", "%");
      default:
        return comparison(condition.name(), children, columns);
    }
  }

  /** Translates AND or OR. A nested AND in an AND, or OR in an OR, adds no level to the filter. */
  private static Filter group(Predicate whole, Columns columns, int level) {
    List<Filter> parts = new ArrayList<>();
    Deque<Predicate> left = new ArrayDeque<>();
    left.push(whole);
    while (!left.isEmpty()) {
      Predicate next = left.pop();
      if (next.name().equals(whole.name())) {
        left.push((Predicate) next.children()[1]);
        left.push((Predicate) next.children()[0]);
        continue;
      }
      Filter part = filter(next, columns, level);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return joined(parts, whole.name().equals("AND") ? Filter::and : Filter::or);
  }

  /**
   * Combines filters pairwise, and then the results pairwise, until one filter is left. Each step
   * copies the parts of both its filters, so adding one filter after another to a growing result
   * would copy more.
   */
  private static Filter joined(List<Filter> parts, BinaryOperator<Filter> how) {
    List<Filter> some = parts;
    while (some.size() > 1) {
      List<Filter> fewer = new ArrayList<>();
      for (int i = 0; i < some.size(); i += 2) {
        fewer.add(i + 1 == some.size() ? some.get(i) : how.apply(some.get(i), some.get(i + 1)));
      }
      some = fewer;
    }
    return some.get(0);
  }

  private static Filter absence(Predicate condition, Columns columns) {
    String attribute = attribute(condition.children()[0], columns);
    Filter isNull = attribute == null ? null : Filter.isNull(attribute);
    return isNull == null || condition.name().equals("IS_NULL") ? isNull : isNull.not();
  }

  private static String attribute(Expression expression, Columns columns) {
    int column = column(expression, columns);
    return column < 0 || columns.isGeometry(column) ? null : columns.attribute(column);
  }

  /**
   * Converts a constant to an attribute value. Returns null if the constant does not have exactly
   * the type of the column.
   */
  private static Object value(Expression reference, Expression constant, Columns columns) {
    int column = column(reference, columns);
    return column >= 0
            && !columns.isGeometry(column)
            && constant instanceof Literal<?> literal
            && literal.value() != null
            && isText(literal)
            && literal.dataType().equals(columns.schema().apply(column).dataType())
        ? columns.attributeValue(literal.value(), column)
        : null;
  }

  /** Returns false for a string that is not valid UTF-8, because no row of a table can have it. */
  private static boolean isText(Literal<?> literal) {
    return !(literal.value() instanceof UTF8String text) || text.isValid();
  }

  private static Filter membership(Expression[] children, Columns columns) {
    List<Object> values = new ArrayList<>();
    for (int i = 1; i < children.length; i++) {
      Object value = value(children[0], children[i], columns);
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return values.isEmpty() ? null : Filter.in(attribute(children[0], columns), values);
  }

  private static Filter like(Expression[] children, Columns columns, String before, String behind) {
    String attribute = attribute(children[0], columns);
    boolean isText =
        attribute != null
            && children[1] instanceof Literal<?> literal
            && literal.value() instanceof UTF8String
            && isText(literal);
    if (!isText) {
      return null;
    }
    String text = ((Literal<?>) children[1]).value().toString();
    return Filter.like(attribute, before + text.replaceAll("([%_\\\\])", "\\\\$1") + behind);
  }

  private static Filter comparison(String name, Expression[] children, Columns columns) {
    if (children.length != 2) {
      return null;
    }
    boolean turned = children[0] instanceof Literal;
    Expression reference = children[turned ? 1 : 0];
    Object value = value(reference, children[turned ? 0 : 1], columns);
    if (value == null) {
      return null;
    }
    String attribute = attribute(reference, columns);
    return switch (name) {
      case "=" -> Filter.equal(attribute, value);
      case "<>" -> Filter.notEqual(attribute, value);
      case "<" -> turned ? Filter.greater(attribute, value) : Filter.less(attribute, value);
      case "<=" -> turned ? Filter.atLeast(attribute, value) : Filter.atMost(attribute, value);
      case ">" -> turned ? Filter.less(attribute, value) : Filter.greater(attribute, value);
      case ">=" -> turned ? Filter.atMost(attribute, value) : Filter.atLeast(attribute, value);
      default -> null;
    };
  }
}
