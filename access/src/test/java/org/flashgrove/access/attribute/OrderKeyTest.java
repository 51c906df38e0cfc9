package org.flashgrove.access.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderKeyTest {
  private static Row row(AttributeType type, Object value) {
    Schema schema = Schema.builder().nullable("value", type).build();
    return new Row(schema).show(new RowWriter(schema).set(0, value).row());
  }

  private static byte[] key(Row row) {
    return new OrderKey(1 << 20).set(row, 0).copy();
  }

  private static void requireOrder(Row one, Row other) {
    byte[] key = key(one);
    byte[] second = key(other);
    int order = ValueOrder.compare(one, other, 0);
    assertThat(Integer.signum(Arrays.compareUnsigned(key, second)))
        .as("%s and %s", one.value(0), other.value(0))
        .isEqualTo(Integer.signum(order));
    boolean isBeginning =
        key.length < second.length && Arrays.equals(key, Arrays.copyOf(second, key.length));
    assertThat(isBeginning).isFalse();
  }

  @ParameterizedTest
  @EnumSource(AttributeType.class)
  void keysAreInTheOrderOfValuesAndNoneIsTheBeginningOfAnother(AttributeType type) {
    Random random = Seeds.random();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add(row(type, AttributeValues.of(random, type, random.nextBoolean())));
    }
    for (Row one : rows) {
      for (Row other : rows) {
        requireOrder(one, other);
      }
    }
  }

  @Test
  void decimalsOfAnyScaleAndTextsWithZerosKeepTheirOrder() {
    List<Row> decimals = new ArrayList<>();
    for (String text :
        new String[] {
          "0",
          "0.00",
          "-0.1",
          "0.1",
          "0.10",
          "1",
          "10",
          "9.99",
          "99",
          "100",
          "-1",
          "-10",
          "-9.99",
          "1e-2147483647",
          "-1e2147483647",
          "1e2147483647",
          "123456789012345678901234567890",
          "123456789012345678901234567891",
          "-123456789012345678901234567890",
          "5e-1",
          "50e-2"
        }) {
      decimals.add(row(AttributeType.DECIMAL, new BigDecimal(text)));
    }
    List<Row> texts = new ArrayList<>();
    for (String text :
        new String[] {"", "\0", "\0\0", "a", "a\0", "a\0b", "ab", "\u00ff", "\ud83d\ude00"}) {
      texts.add(row(AttributeType.STRING, text));
    }
    for (List<Row> rows : List.of(decimals, texts)) {
      for (Row one : rows) {
        for (Row other : rows) {
          requireOrder(one, other);
        }
      }
    }
  }

  @Test
  void doublesHaveOneZeroAndNaNComesLast() {
    assertThat(key(row(AttributeType.DOUBLE, -0.0))).isEqualTo(key(row(AttributeType.DOUBLE, 0.0)));
    requireOrder(row(AttributeType.DOUBLE, Double.NaN), row(AttributeType.DOUBLE, 1e300));
  }
}
