package org.flashgrove.access.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the comparison of two attributes for each pair of types. */
class AttributeComparisonTest {
  private static final int ROUNDS = 200;

  private static final Set<AttributeType> WHOLE = Set.of(AttributeType.INT, AttributeType.LONG);

  static Stream<Arguments> pairs() {
    return Stream.of(AttributeType.values())
        .flatMap(one -> Stream.of(AttributeType.values()).map(two -> Arguments.of(one, two)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void typesAreComparedAsTheJavadocOfFilterSays(AttributeType one, AttributeType two) {
    Schema schema = Schema.builder().nullable("one", one).nullable("two", two).build();
    if (one == two || WHOLE.contains(one) && WHOLE.contains(two)) {
      for (Operator operator : Operator.values()) {
        requireModel(schema, operator);
      }
    } else {
      assertThatThrownBy(() -> Filter.compare("one", "<", "two").bind(schema))
          .isInstanceOf(SpecException.class)
          .hasMessage(
              "attributes 'one' (%s) and 'two' (%s) cannot be compared; use attributes of the same"
                      .formatted(one, two)
                  + " type, or int and long");
    }
  }

  private static void requireModel(Schema schema, Operator operator) {
    Random random = Seeds.random();
    RowFilter filter = Filter.compare("one", operator.toString(), "two").bind(schema);
    RowFilter negated = Filter.compare("one", operator.toString(), "two").not().bind(schema);
    RowWriter writer = new RowWriter(schema);
    Row row = new Row(schema);
    for (int i = 0; i < ROUNDS; i++) {
      Object first = value(random, schema, 0);
      Object second = value(random, schema, 1);
      row.show(writer.clear().set(0, first).set(1, second).row());
      boolean isKnown = first != null && second != null;
      boolean holds =
          isKnown && operator.holds(AttributeValues.compare(whole(first), whole(second)));
      assertThat(filter.passes(row)).as("%s %s %s", first, operator, second).isEqualTo(holds);
      assertThat(negated.passes(row)).isEqualTo(isKnown && !holds);
    }
  }

  private static Object value(Random random, Schema schema, int attribute) {
    AttributeType type = schema.attributes().get(attribute).type();
    return random.nextInt(10) == 0 ? null : AttributeValues.of(random, type, random.nextInt(5) > 0);
  }

  private static Object whole(Object value) {
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }
}
