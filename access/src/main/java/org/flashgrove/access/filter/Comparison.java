package org.flashgrove.access.filter;

import java.util.List;
import java.util.Set;
import org.flashgrove.access.attribute.Schema;
import org.jspecify.annotations.Nullable;

/** A comparison with a value. */
final class Comparison extends Filter {
  private final String attribute;
  private final Operator operator;
  private final Object value;

  Comparison(String attribute, Operator operator, Object value) {
    super(1);
    this.attribute = attribute;
    this.operator = operator;
    this.value = Constant.copy(attribute, value);
  }

  @Override
  void collect(Set<String> names) {
    names.add(attribute);
  }

  @Override
  Truth bound(Schema schema) {
    Constant constant = Constant.of(schema, attribute, value);
    int position = schema.require(attribute);
    return row ->
        row.isNull(position)
            ? Truth.UNKNOWN
            : Truth.of(operator.holds(constant.compare(row, position)));
  }

  @Override
  <R> @Nullable R rangesOf(Schema schema, String of, RangeForm<R> form) {
    if (!of.equals(attribute)) {
      return null;
    }
    Constant constant = Constant.of(schema, attribute, value);
    return switch (operator) {
      case EQUAL -> form.ofPoints(List.of(constant));
      case NOT_EQUAL -> form.all();
      case LESS -> form.below(constant);
      case AT_MOST -> form.upTo(constant);
      case GREATER, AT_LEAST -> form.from(constant);
    };
  }

  @Override
  void print(StringBuilder text) {
    text.append(quoted(attribute) + " " + operator + " " + Constant.text(value));
  }
}
