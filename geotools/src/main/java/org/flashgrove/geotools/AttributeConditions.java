package org.flashgrove.geotools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.geotools.value.FilterParts;
import org.flashgrove.geotools.value.ValueMapping;
import org.geotools.api.filter.And;
import org.geotools.api.filter.BinaryComparisonOperator;
import org.geotools.api.filter.MultiValuedFilter.MatchAction;
import org.geotools.api.filter.Not;
import org.geotools.api.filter.Or;
import org.geotools.api.filter.PropertyIsBetween;
import org.geotools.api.filter.PropertyIsEqualTo;
import org.geotools.api.filter.PropertyIsGreaterThan;
import org.geotools.api.filter.PropertyIsGreaterThanOrEqualTo;
import org.geotools.api.filter.PropertyIsLessThan;
import org.geotools.api.filter.PropertyIsLessThanOrEqualTo;
import org.geotools.api.filter.PropertyIsLike;
import org.geotools.api.filter.PropertyIsNotEqualTo;
import org.geotools.api.filter.PropertyIsNull;
import org.geotools.api.filter.expression.Expression;
import org.geotools.api.filter.expression.Literal;
import org.geotools.api.filter.expression.PropertyName;

/**
 * Translates the conditions on attributes in a GeoTools filter to conditions of a table. In
 * GeoTools a comparison with null is false, and the negation of the comparison is true. In a table
 * both are false. Each translated comparison therefore first tests that the attribute is not null.
 */
record AttributeConditions(FeatureTable table) {

  /**
   * Condition that a table evaluates.
   *
   * @param isExact whether it accepts exactly the records that GeoTools accepts. If false, it
   *     accepts these and possibly others
   */
  record Condition(Filter filter, boolean isExact) {
    private static Condition exact(Filter filter) {
      return new Condition(filter, true);
    }
  }

  /**
   * Converts a filter to a condition that accepts at least the records that pass the filter.
   * Returns null if there is no such condition, or if the filter is nested too deeply.
   */
  Condition condition(org.geotools.api.filter.Filter filter) {
    return condition(filter, 1);
  }

  private Condition condition(org.geotools.api.filter.Filter filter, int level) {
    if (level > FilterParts.MOST_LEVELS) {
      return null;
    }
    if (filter instanceof And and) {
      return ofSome(FilterParts.of(and), level + 1);
    }
    if (filter instanceof Or or) {
      return ofAll(FilterParts.of(or), level + 1);
    }
    if (filter instanceof Not not) {
      Condition of = condition(not.getFilter(), level + 1);
      return of == null || !of.isExact ? null : Condition.exact(of.filter.not());
    }
    if (filter instanceof PropertyIsNull absence) {
      int attribute = attribute(absence.getExpression());
      return attribute < 0 ? null : Condition.exact(Filter.isNull(name(attribute)));
    }
    if (filter instanceof PropertyIsLike like) {
      return likeness(like);
    }
    if (filter instanceof PropertyIsBetween between) {
      return between(between);
    }
    return filter instanceof BinaryComparisonOperator comparison ? comparison(comparison) : null;
  }

  /**
   * Returns the conjunction of those filters that the table can evaluate. The result is exact if
   * the table can evaluate all filters exactly.
   */
  private Condition ofSome(List<org.geotools.api.filter.Filter> filters, int level) {
    Condition all = null;
    boolean isExact = true;
    for (org.geotools.api.filter.Filter each : filters) {
      Condition condition = condition(each, level);
      isExact &= condition != null && condition.isExact;
      all = joined(all, condition, Filter::and);
    }
    return all == null ? null : new Condition(all.filter, isExact);
  }

  /**
   * Returns the disjunction of filters, or null if the table cannot evaluate all of them. Several
   * equality tests of one attribute become a membership test. A table evaluates such a test by an
   * index search for each value.
   */
  private Condition ofAll(List<org.geotools.api.filter.Filter> filters, int level) {
    Condition any = null;
    boolean isExact = true;
    Map<String, List<Object>> equal = new LinkedHashMap<>();
    for (org.geotools.api.filter.Filter each : filters) {
      Object value = each instanceof PropertyIsEqualTo equality ? constant(equality) : null;
      if (value != null) {
        String name = name(attribute((PropertyIsEqualTo) each));
        equal.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        continue;
      }
      Condition condition = condition(each, level);
      if (condition == null) {
        return null;
      }
      isExact &= condition.isExact;
      any = joined(any, condition, Filter::or);
    }
    for (Map.Entry<String, List<Object>> each : equal.entrySet()) {
      Filter present = Filter.isNull(each.getKey()).not();
      Filter among = present.and(Filter.in(each.getKey(), each.getValue()));
      any = joined(any, Condition.exact(among), Filter::or);
    }
    return any == null ? null : new Condition(any.filter, isExact);
  }

  private static Condition joined(Condition one, Condition other, BinaryOperator<Filter> how) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return new Condition(how.apply(one.filter, other.filter), one.isExact && other.isExact);
  }

  private int attribute(Expression expression) {
    if (!(expression instanceof PropertyName name)) {
      return -1;
    }
    int attribute = table.type().indexOf(name.getPropertyName());
    return attribute == table.geometry() ? -1 : attribute;
  }

  private String name(int attribute) {
    return table.type().getDescriptor(attribute).getLocalName();
  }

  private static boolean isTurned(BinaryComparisonOperator comparison) {
    return comparison.getExpression1() instanceof Literal;
  }

  private int attribute(BinaryComparisonOperator comparison) {
    return attribute(
        isTurned(comparison) ? comparison.getExpression2() : comparison.getExpression1());
  }

  /**
   * Returns the constant that a comparison compares an attribute with. Returns null if the table
   * cannot make this comparison.
   */
  private Object constant(BinaryComparisonOperator comparison) {
    Object value =
        value(
            attribute(comparison),
            isTurned(comparison) ? comparison.getExpression1() : comparison.getExpression2());
    return !comparison.isMatchingCase() && value instanceof String
            || comparison.getMatchAction() != MatchAction.ANY
        ? null
        : value;
  }

  private Condition comparison(BinaryComparisonOperator comparison) {
    boolean turned = isTurned(comparison);
    Object value = constant(comparison);
    if (value == null) {
      return null;
    }
    boolean isText = value instanceof String;
    String name = name(attribute(comparison));
    Filter present = Filter.isNull(name).not();
    if (comparison instanceof PropertyIsEqualTo) {
      return Condition.exact(present.and(Filter.equal(name, value)));
    }
    if (comparison instanceof PropertyIsNotEqualTo) {
      return Condition.exact(present.and(Filter.equal(name, value)).not());
    }
    if (isText || value instanceof Boolean) {
      return null; // GeoTools orders texts by UTF-16 units, the table by code points
    }
    Filter range = range(comparison, name, value, turned);
    if (range == null) {
      return null;
    }
    return Condition.exact(
        present.and(value instanceof Double ? withNan(comparison, name, range) : range));
  }

  /**
   * Includes NaN in or excludes it from a range, as GeoTools does. In GeoTools, NaN is less than
   * each number and each number is less than NaN. In a table, NaN is greater than infinity.
   */
  private static Filter withNan(BinaryComparisonOperator comparison, String name, Filter range) {
    boolean isLess =
        comparison instanceof PropertyIsLessThan
            || comparison instanceof PropertyIsLessThanOrEqualTo;
    return isLess
        ? range.or(Filter.greater(name, Double.POSITIVE_INFINITY))
        : range.and(Filter.atMost(name, Double.POSITIVE_INFINITY));
  }

  private static Filter range(
      BinaryComparisonOperator comparison, String name, Object value, boolean turned) {
    if (comparison instanceof PropertyIsLessThan) {
      return turned ? Filter.greater(name, value) : Filter.less(name, value);
    }
    if (comparison instanceof PropertyIsLessThanOrEqualTo) {
      return turned ? Filter.atLeast(name, value) : Filter.atMost(name, value);
    }
    if (comparison instanceof PropertyIsGreaterThan) {
      return turned ? Filter.less(name, value) : Filter.greater(name, value);
    }
    if (comparison instanceof PropertyIsGreaterThanOrEqualTo) {
      return turned ? Filter.atMost(name, value) : Filter.atLeast(name, value);
    }
    return null;
  }

  private Condition between(PropertyIsBetween between) {
    int attribute = attribute(between.getExpression());
    Object least = value(attribute, between.getLowerBoundary());
    Object greatest = value(attribute, between.getUpperBoundary());
    if (!(least instanceof Number)
        || !(greatest instanceof Number)
        || between.getMatchAction() != MatchAction.ANY) {
      return null;
    }
    String name = name(attribute);
    return Condition.exact(
        Filter.isNull(name)
            .not()
            .and(Filter.atLeast(name, least))
            .and(Filter.atMost(name, greatest)));
  }

  /**
   * Returns the value of a literal if GeoTools and the table compare it in the same way with an
   * attribute, otherwise null. The value must have the class of the attribute. A double must be
   * finite and not zero.
   */
  private Object value(int attribute, Expression expression) {
    if (attribute < 0 || !(expression instanceof Literal literal)) {
      return null;
    }
    ValueMapping mapping = table.mapping(attribute);
    Object value = literal.getValue();
    if (!mapping.isSame() || !mapping.type().javaType().isInstance(value)) {
      return null;
    }
    return switch (mapping.type()) {
      case BOOLEAN, INT, LONG, STRING -> value;
      case DOUBLE -> Double.isFinite((Double) value) && (Double) value != 0 ? value : null;
      default -> null;
    };
  }

  /**
   * Translates LIKE. The result is inexact, because in the table a pattern also matches texts with
   * line breaks.
   */
  private Condition likeness(PropertyIsLike like) {
    int attribute = attribute(like.getExpression());
    if (attribute < 0
        || table.mapping(attribute).type() != AttributeType.STRING
        || !table.mapping(attribute).isSame()
        || !like.isMatchingCase()
        || like.getMatchAction() != MatchAction.ANY
        || like.getWildCard().length() != 1
        || like.getSingleChar().length() != 1
        || like.getEscape().length() != 1) {
      return null;
    }
    StringBuilder pattern = new StringBuilder();
    String literal = like.getLiteral();
    for (int i = 0; i < literal.length(); i++) {
      char c = literal.charAt(i);
      if (c == like.getEscape().charAt(0)) {
        if (++i == literal.length()) {
          return null;
        }
        append(pattern, literal.charAt(i));
      } else if (c == like.getWildCard().charAt(0)) {
        pattern.append('%');
      } else if (c == like.getSingleChar().charAt(0)) {
        pattern.append('_');
      } else {
        append(pattern, c);
      }
    }
    return new Condition(Filter.like(name(attribute), pattern.toString()), false);
  }

  private static void append(StringBuilder pattern, char c) {
    if (c == '%' || c == '_' || c == '\\') {
      pattern.append('\\');
    }
    pattern.append(c);
  }
}
