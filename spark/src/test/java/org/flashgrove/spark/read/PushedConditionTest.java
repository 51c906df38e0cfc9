package org.flashgrove.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.column.Columns;
import org.junit.jupiter.api.Test;

/** Conditions that are nested deeper than tables allow are left to Spark. */
class PushedConditionTest {
  private static final Columns COLUMNS =
      new Columns(
          new StructType().add("number", DataTypes.IntegerType).add("geom", DataTypes.BinaryType),
          "geom");

  /** Reference to a column. Spark parses a name to make a reference, which takes long. */
  private static final Expression NUMBER = Expressions.column("number");

  private static Predicate predicate(String name, Expression... children) {
    return new Predicate(name, children);
  }

  private static Predicate equal(int value) {
    return predicate("=", NUMBER, Expressions.literal(value));
  }

  private static Predicate alternating(int levels) {
    Predicate nested = equal(0);
    for (int i = 1; i < levels; i++) {
      nested =
          switch (i % 3) {
            case 0 -> predicate("NOT", nested);
            case 1 -> predicate("AND", equal(i), nested);
            default -> predicate("OR", nested, equal(i));
          };
    }
    return nested;
  }

  private static PushedCondition pushed(Predicate... conditions) {
    return PushedCondition.of(conditions, COLUMNS);
  }

  @Test
  void conditionsNestedTooDeepAreLeftToSpark() {
    Predicate deep = alternating(20_000);
    Predicate shallow = equal(7);
    PushedCondition condition = pushed(deep, shallow);
    assertThat(condition.left()).containsExactly(deep);
    assertThat(condition.pushed()).containsExactly(shallow);
    assertThat(condition.query().filter()).hasToString("number = 7");
  }

  @Test
  void eachDepthIsPushedOrLeft() {
    for (int levels = 900; levels < 1_100; levels += 10) {
      PushedCondition condition = pushed(alternating(levels), equal(1));
      assertThat(condition.pushed().length + condition.left().length).isEqualTo(2);
    }
    assertThat(pushed(alternating(900)).left()).isEmpty();
  }

  @Test
  void chainsOfTheSameKindAddNoLevels() {
    for (String name : new String[] {"AND", "OR"}) {
      Predicate toTheLeft = equal(0);
      Predicate toTheRight = equal(0);
      for (int i = 1; i < 20_000; i++) {
        toTheLeft = predicate(name, toTheLeft, equal(i));
        toTheRight = predicate(name, equal(i), toTheRight);
      }
      PushedCondition condition = pushed(toTheLeft, toTheRight);
      assertThat(condition.left()).isEmpty();
      assertThat(condition.query().filter().toString().split(" = ")).hasSize(40_001);
    }
  }
}
