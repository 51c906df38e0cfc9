package org.flashgrove.access.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.UnknownAttributeException;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares filters with equivalent Java code over objects. Also tests the text of filters and the
 * ranges of index keys that they give.
 */
class FilterTest {
  private static Schema schema() {
    Schema.Builder builder = Schema.builder();
    for (AttributeType type : AttributeType.values()) {
      builder.nullable(type + (type.ordinal() % 3 == 0 ? " \"of\"" : ""), type);
    }
    return builder.build();
  }

  private static void againstModel(int filters) {
    Random random = Seeds.random();
    Schema schema = schema();
    RowWriter writer = new RowWriter(schema);
    Row row = new Row(schema);
    int passed = 0;
    for (int i = 0; i < filters; i++) {
      RandomFilter drawn = RandomFilter.of(random, schema, random.nextInt(4));
      Filter read = Filter.parse(drawn.filter().toString());
      RowFilter bound = (i % 2 == 0 ? drawn.filter() : read).bind(schema);
      for (int record = 0; record < 10; record++) {
        Map<String, Object> values = values(random, schema);
        writer.clear();
        values.forEach((name, value) -> writer.set(schema.require(name), value));
        row.show(writer.row());
        boolean expected = Boolean.TRUE.equals(drawn.model().apply(values));
        assertThat(bound.passes(row)).as("%s of %s", drawn.filter(), values).isEqualTo(expected);
        if (expected) {
          passed++;
          requireInRanges(drawn.filter(), row);
        }
      }
    }
    assertThat(passed).isBetween(filters, 9 * filters);
  }

  private static Map<String, Object> values(Random random, Schema schema) {
    Map<String, Object> values = new HashMap<>();
    for (Attribute each : schema.attributes()) {
      if (random.nextInt(4) > 0) {
        values.put(each.name(), AttributeValues.of(random, each.type(), random.nextInt(5) > 0));
      }
    }
    return values;
  }

  private static void requireInRanges(Filter filter, Row row) {
    for (int i = 0; i < row.schema().attributes().size(); i++) {
      String name = row.schema().attributes().get(i).name();
      WordRanges words = filter.ranges(row.schema(), name);
      if (words == null) {
        continue;
      }
      assertThat(row.isNull(i)).as("%s, %s", filter, name).isFalse();
      boolean within = false;
      for (int range = 0; range < words.count(); range++) {
        within |= words.from(range) <= row.orderWord(i) && row.orderWord(i) <= words.to(range);
        assertThat(range == 0 || words.to(range - 1) < words.from(range)).isTrue();
      }
      assertThat(within).as("%s, %s", filter, name).isTrue();
    }
  }

  @Test
  void filtersAreWhatTheySay() {
    againstModel(2_000);
  }

  @Tag("long")
  @Test
  void manyFilters() {
    againstModel(100_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "n = 3 | true",
        "n < 3.5 and n > 2.5 | true",
        "n <= 2.999 | false",
        "n < 1e30 and n > -1e30 | true",
        "n > 1e-999999999 and n > -1e-999999999 and n <> 1e-999999999 | true",
        "n < 1e999999999 and not n < -1e999999999 | true",
        "n = 3.5 or n in (1, 2.5) | false",
        "not n = 3.5 | true",
        "n between 2 and 3 | true",
        "n not between 2 and 3 | false",
        "s LIKE 'it''s%' And b = TRUE | true",
        "d >= '2024-02-29' and not (d > '2024-02-29') | true",
        "\"a name\" is null and n is not null | true",
        "\"a name\" <> x'00ff' | false",
        "not \"a name\" = x'00ff' | false",
        "s not in ('x', 'it''s') | true",
        "n != +3 | false",
      })
  void theGrammar(String text, boolean passes) {
    Schema schema = Schema.parse("n:int?/s:string?/b:boolean?/d:date?/a+name:bytes?");
    RowWriter writer = new RowWriter(schema);
    writer
        .set("n", 3)
        .set("s", "it's so")
        .set("b", true)
        .set("d", java.time.LocalDate.parse("2024-02-29"));
    Row row = new Row(schema).show(writer.row());
    assertThat(Filter.parse(text).bind(schema).passes(row)).isEqualTo(passes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "n | the end at character 2 (allowed: =, <>",
        "n = | the end at character 4 (allowed: a number",
        "n = m | unknown attribute 'm' (allowed: n, s; or a text in single quotes)",
        "n = ) | ')' at character 5",
        "n = 3 4 | '4' at character 7 (allowed: and, or, the end)",
        "(n = 3 | the end at character 7 (allowed: ))",
        "n = 'a | (allowed: a closing ')",
        "n ~ 3 | '~' at character 3",
        "n not 3 | '3' at character 7 (allowed: in, like, between)",
        "n like 3 | '3' at character 8",
        "n = 1.2.3 | '1.2.3' at character 5 (allowed: a number",
        "n = x'0' | hexadecimal",
        "and = 3 | 'and' at character 1 (allowed: a name, not, ()",
        "m = 3 | unknown attribute 'm' (allowed: n, s)",
        "n = 'three' | attribute 'n': 'three' as int (allowed: -2147483648",
        "n = true | allowed: int",
        "n like 'x' | allowed: string",
        "s like 'x\\' | ends with a backslash",
      })
  void whatIsBrokenIsNamedWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> Filter.parse(text).bind(Schema.parse("n:int/s:string")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  @Test
  void nestingHasABound() {
    assertThatThrownBy(() -> Filter.parse("(".repeat(100_000)))
        .hasMessageContaining("at most 1000");
    assertThatThrownBy(() -> Filter.parse("not ".repeat(100_000) + "n = 1"))
        .hasMessageContaining("allowed: at most 1000 levels");
    assertThat(Filter.parse("not ".repeat(60) + "n = 1").attributes()).containsExactly("n");
  }

  /** Runs a task in a thread with the default stack size. */
  private static void inUsualStack(Runnable task) throws InterruptedException {
    Throwable[] failure = new Throwable[1];
    Thread thread = new Thread(null, task, "filter", 1 << 20);
    thread.setUncaughtExceptionHandler((of, cause) -> failure[0] = cause);
    thread.start();
    thread.join();
    assertThat(failure[0]).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"not", "and or"})
  void aFilterOfTheMostLevelsWorksAndOneMoreIsRefused(String kind) throws InterruptedException {
    Schema schema = Schema.parse("n:int");
    Filter one = Filter.equal("n", 1);
    inUsualStack(
        () -> {
          Filter nested = one;
          for (int level = 1; level < Filter.MOST_LEVELS; level++) {
            nested =
                kind.equals("not")
                    ? nested.not()
                    : level % 2 == 0 ? nested.and(one) : nested.or(Filter.equal("n", 2));
          }
          Filter deepest = nested;
          RowWriter writer = new RowWriter(schema);
          Row row = new Row(schema).show(writer.set("n", 1).row());
          boolean isTrue = !kind.equals("not") || Filter.MOST_LEVELS % 2 == 1;
          assertThat(deepest.bind(schema).passes(row)).isEqualTo(isTrue);
          assertThat(Filter.parse(deepest.toString())).hasToString(deepest.toString());
          assertThat(deepest.attributes()).containsExactly("n");
          deepest.ranges(schema, "n");
          assertThatThrownBy(deepest::not)
              .isInstanceOf(SpecException.class)
              .hasMessage("filter: conditions nested too deep (allowed: at most 1000 levels)");
        });
  }

  @Test
  void aLongConjunctionHasOneLevel() {
    Filter conjunction = Filter.equal("n", 0);
    for (int i = 1; i < 5_000; i++) {
      conjunction = conjunction.and(Filter.notEqual("n", i));
    }
    Schema schema = Schema.parse("n:int");
    Row row = new Row(schema).show(new RowWriter(schema).set("n", 0).row());
    assertThat(conjunction.not().not().bind(schema).passes(row)).isTrue();
  }

  @Test
  void oneOfTenThousandValuesIsFoundWithoutALookAtAll() {
    Schema schema = Schema.parse("n:int?/d:decimal/s:string");
    List<Object> numbers = new ArrayList<>();
    List<Object> texts = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      numbers.add(7 * i);
      texts.add("t" + i);
    }
    numbers.add(3.5);
    numbers.add(1e300);
    RowFilter bound =
        Filter.in("n", numbers)
            .and(Filter.in("s", texts))
            .and(Filter.in("d", numbers))
            .bind(schema);
    Row row = new Row(schema);
    RowWriter writer = new RowWriter(schema);
    for (int i = 0; i < 70_000; i++) {
      writer.clear().set("n", i).set("s", "t" + i / 7).set("d", new BigDecimal(i + ".00"));
      assertThat(bound.passes(row.show(writer.row()))).as("%d", i).isEqualTo(i % 7 == 0);
    }
    writer.clear().set("s", "t1").set("d", BigDecimal.ONE);
    row.show(writer.row());
    assertThat(Filter.in("n", numbers).bind(schema).passes(row)).isFalse();
    assertThat(Filter.in("n", numbers).not().bind(schema).passes(row)).isFalse();
    assertThat(Filter.in("n", numbers).ranges(schema, "n").isOfPoints()).isTrue();
    assertThat(Filter.in("n", List.of()).ranges(schema, "n").count()).isZero();
  }

  private static boolean passes(Filter filter, Consumer<RowWriter> values) {
    Schema schema = Schema.parse("a:int?/b:long?/s:string?/t:string?/m:instant?/d:double?");
    RowWriter writer = new RowWriter(schema);
    values.accept(writer);
    return filter.bind(schema).passes(new Row(schema).show(writer.row()));
  }

  @Test
  void twoAttributesAreCompared() {
    Filter less = Filter.parse("a < b");
    assertThat(less).hasToString("a < b");
    assertThat(Filter.compare("a", "<", "b")).hasToString("a < b");
    assertThat(passes(less, row -> row.set("a", 1).set("b", 1L << 40))).isTrue();
    assertThat(passes(less, row -> row.set("a", 1).set("b", 1L))).isFalse();
    assertThat(passes(less, row -> row.set("a", 1))).isFalse();
    assertThat(passes(less.not(), row -> row.set("a", 1))).isFalse();
    Filter same = Filter.parse("s = t and not (s <> \"t\")");
    assertThat(passes(same, row -> row.set("s", "x").set("t", "x"))).isTrue();
    assertThat(passes(same, row -> row.set("s", "x").set("t", "y"))).isFalse();
    assertThat(less.attributes()).containsExactly("a", "b");
    assertThatThrownBy(() -> passes(Filter.parse("a = s"), row -> {}))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("cannot be compared; use attributes of the same type");
    assertThatThrownBy(() -> passes(Filter.parse("a = c"), row -> {}))
        .isInstanceOf(UnknownAttributeException.class);
    assertThatThrownBy(() -> Filter.compare("a", "==", "b")).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> Filter.parse("a = and")).hasMessageContaining("an attribute");
  }

  @Test
  void aValueOfAnotherTypeIsNamedAsTheUserWroteIt() {
    assertThatThrownBy(() -> passes(Filter.parse("m < 2020"), row -> {}))
        .isInstanceOf(SpecException.class)
        .hasMessage("attribute 'm': 2020 (allowed: instant)");
    assertThatThrownBy(() -> Filter.parse("a = null"))
        .isInstanceOf(SpecException.class)
        .hasMessageEndingWith("an attribute, or is null)");
  }

  @Test
  void parametersStandForValues() {
    Filter filter = Filter.parse("s = ? and a in (?, ?) and t like ?", "O'Hara", 3, 4, "x%");
    assertThat(filter).hasToString("s = 'O''Hara' and a in (3, 4) and t like 'x%'");
    assertThat(passes(filter, row -> row.set("s", "O'Hara").set("a", 4).set("t", "xy"))).isTrue();
    assertThatThrownBy(() -> Filter.parse("s = ?"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("more ? than the 0 values");
    assertThatThrownBy(() -> Filter.parse("s = ?", "a", "b"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("2 values for 1 parameters");
  }
}
