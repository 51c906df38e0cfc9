package org.flashgrove.access.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Schema;

/**
 * A random filter and equivalent Java code over objects, which returns true, false or null.
 *
 * @param filter the filter under test
 * @param model computes the right result
 */
public record RandomFilter(Filter filter, Function<Map<String, Object>, Boolean> model) {
  /** Draws a filter on some attributes. */
  public static RandomFilter of(Random random, Schema schema, int depth) {
    int what = depth == 0 ? 9 : random.nextInt(10);
    if (what < 2) {
      RandomFilter one = of(random, schema, depth - 1);
      return new RandomFilter(
          one.filter.not(), row -> one.model.apply(row) == null ? null : !one.model.apply(row));
    }
    if (what < 7) {
      boolean all = random.nextBoolean();
      RandomFilter one = of(random, schema, depth - 1);
      RandomFilter other = of(random, schema, depth - 1);
      return new RandomFilter(
          all ? one.filter.and(other.filter) : one.filter.or(other.filter),
          row -> joined(all, one.model.apply(row), other.model.apply(row)));
    }
    return leaf(random, schema.attributes().get(random.nextInt(schema.attributes().size())));
  }

  private static Boolean joined(boolean all, Boolean one, Boolean other) {
    if (one != null && one != all || other != null && other != all) {
      return !all;
    }
    return one == null || other == null ? null : all;
  }

  private static RandomFilter leaf(Random random, Attribute attribute) {
    String name = attribute.name();
    if (random.nextInt(8) == 0) {
      return new RandomFilter(Filter.isNull(name), row -> row.get(name) == null);
    }
    if (attribute.type() == AttributeType.STRING && random.nextInt(3) == 0) {
      String pattern =
          List.of("street%", "%no _", "s%t%2", "%", "street no -1", "_t%", "\\st%")
              .get(random.nextInt(7));
      String regex = pattern.replace("\\", "").replace("%", "(?s:.*)").replace("_", "(?s:.)");
      return new RandomFilter(
          Filter.like(name, pattern),
          row -> row.get(name) == null ? null : ((String) row.get(name)).matches(regex));
    }
    boolean few = random.nextInt(4) > 0;
    if (random.nextInt(4) == 0) {
      List<Object> values = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        values.add(AttributeValues.of(random, attribute.type(), few));
      }
      return new RandomFilter(
          Filter.in(name, values),
          row ->
              row.get(name) == null
                  ? null
                  : values.stream()
                      .anyMatch(value -> AttributeValues.compare(row.get(name), value) == 0));
    }
    Object value = AttributeValues.of(random, attribute.type(), few);
    Operator operator = Operator.values()[random.nextInt(6)];
    return new RandomFilter(
        new Comparison(name, operator, value),
        row ->
            row.get(name) == null
                ? null
                : holds(operator, AttributeValues.compare(row.get(name), value)));
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }
}
