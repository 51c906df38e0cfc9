package org.flashgrove.access.filter;

import java.util.Set;
import org.flashgrove.access.attribute.Schema;
import org.jspecify.annotations.Nullable;

/** Compares an attribute with a value. */
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
    return form.compared(operator, Constant.of(schema, attribute, value));
  }

  @Override
  boolean isDecidedByWords(Schema schema, Set<String> names) {
    return isExact(schema, attribute, names);
  }

  @Override
  void print(StringBuilder text) {
    text.append(quoted(attribute) + " " + operator + " " + Constant.text(value));
  }
}
