package org.flashgrove.access.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.UnknownAttributeException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares summaries of attributes of all types with a list of objects. */
class SummaryTest {
  private static final int RECORDS = 300;

  private final List<Map<String, Object>> models = new ArrayList<>();
  private Table table;

  @BeforeEach
  void fill() {
    Random random = Seeds.random();
    Schema.Builder schema = Schema.builder().required("few", AttributeType.INT);
    for (AttributeType type : AttributeType.values()) {
      schema.nullable(type.toString(), type);
    }
    TableOptions options =
        TableOptions.defaults()
            .withDevice("memory")
            .withSync(SyncMode.CLOSE)
            .withAttributes(schema.build());
    table = Table.create(Path.of("none"), options);
    try (TableBatch batch = table.begin()) {
      for (int key = 0; key < RECORDS; key++) {
        Map<String, Object> values = new HashMap<>();
        values.put("few", random.nextInt(6));
        for (AttributeType type : AttributeType.values()) {
          if (random.nextInt(4) > 0) {
            values.put(type.toString(), AttributeValues.of(random, type, random.nextBoolean()));
          }
        }
        models.add(values);
        batch.insert(
            key,
            null,
            row -> values.forEach((name, value) -> row.set(row.schema().require(name), value)));
      }
      batch.commit();
    }
  }

  @AfterEach
  void close() {
    table.close();
  }

  private static List<Object> values(List<Map<String, Object>> records, String attribute) {
    return records.stream()
        .map(each -> each.get(attribute))
        .filter(each -> each != null)
        .sorted(AttributeValues::compare)
        .toList();
  }

  private static void requireSame(
      Summary found, List<Map<String, Object>> records, AttributeType type) {
    List<Object> values = values(records, type.toString());
    assertThat(found.records()).isEqualTo(records.size());
    assertThat(found.count()).isEqualTo(values.size());
    assertThat(found.min().isPresent()).isEqualTo(!values.isEmpty());
    if (!values.isEmpty()) {
      Object last = values.get(values.size() - 1);
      assertThat(AttributeValues.compare(found.min().orElseThrow(), values.get(0))).isZero();
      assertThat(AttributeValues.compare(found.max().orElseThrow(), last)).isZero();
    }
    switch (type) {
      case INT, LONG, DECIMAL -> {
        BigDecimal sum = BigDecimal.ZERO;
        for (Object each : values) {
          sum = sum.add(new BigDecimal(each.toString()));
        }
        assertThat(found.exactSum()).isEqualByComparingTo(sum);
        assertThat(found.sum()).isEqualTo(sum.doubleValue());
        assertThat(found.average().isPresent()).isEqualTo(!values.isEmpty());
      }
      case DOUBLE -> {
        double sum = values.stream().mapToDouble(each -> (double) each).sum();
        double size = values.stream().mapToDouble(each -> Math.abs((double) each)).sum();
        if (Double.isFinite(size)) {
          assertThat(Math.abs(found.sum() - sum)).isLessThanOrEqualTo(1e-12 * size);
        }
        boolean hasNan = values.stream().anyMatch(each -> Double.isNaN((double) each));
        if (hasNan) {
          assertThat(found.sum()).isNaN();
        }
        assertThatThrownBy(found::exactSum).hasMessageContaining("use sum()");
      }
      default ->
          assertThatThrownBy(found::sum)
              .isInstanceOf(SpecException.class)
              .hasMessageContaining("(allowed: int, long, double, decimal)");
    }
  }

  @Test
  void summariesOfAllTypesAreThoseOfAList() {
    for (AttributeType type : AttributeType.values()) {
      requireSame(TableQuery.of(table).summary(type.toString()), models, type);
      List<Map<String, Object>> some =
          models.stream().filter(each -> (int) each.get("few") < 2).toList();
      requireSame(TableQuery.of(table).where("few < 2").summary(type.toString()), some, type);
      requireSame(TableQuery.of(table).where("few > 9").summary(type.toString()), List.of(), type);
    }
  }

  @Test
  void groupsOfAllTypesComeInTheirOrderNullsLast() {
    for (AttributeType type : AttributeType.values()) {
      Comparator<Object> order = Comparator.nullsLast(AttributeValues::compare);
      SortedMap<Object, List<Map<String, Object>>> expected = new TreeMap<>(order);
      for (Map<String, Object> each : models) {
        expected.computeIfAbsent(each.get(type.toString()), v -> new ArrayList<>()).add(each);
      }
      SortedMap<Object, Summary> found = TableQuery.of(table).summaryBy(type.toString(), "long");
      assertThat(found).hasSameSizeAs(expected);
      List<Object> keys = new ArrayList<>(expected.keySet());
      int at = 0;
      for (Map.Entry<Object, Summary> each : found.entrySet()) {
        assertThat(order.compare(each.getKey(), keys.get(at))).isZero();
        requireSame(each.getValue(), expected.get(keys.get(at)), AttributeType.LONG);
        at++;
      }
    }
  }

  @Test
  void limitsCountAndUnknownAttributesAreRefused() {
    assertThat(TableQuery.of(table).limit(7).summary("few").records()).isEqualTo(7);
    assertThatThrownBy(() -> TableQuery.of(table).summary("x"))
        .isInstanceOf(UnknownAttributeException.class);
    assertThatThrownBy(() -> TableQuery.of(table).summaryBy("x", "few"))
        .isInstanceOf(UnknownAttributeException.class);
  }

  @Test
  void aSumOfDecimalsOfVeryDifferentSizeIsRounded() {
    Schema schema = Schema.parse("d:decimal");
    RowWriter writer = new RowWriter(schema);
    Row row = new Row(schema);
    Summary summary = new Summary("d", AttributeType.DECIMAL);
    for (String value : List.of("1e999999999", "1", "-1e-999999999", "-1e999999999")) {
      summary.add(row.show(writer.clear().set("d", new BigDecimal(value)).row()), 0);
    }
    assertThat(summary.min()).contains(new BigDecimal("-1e999999999"));
    assertThat(summary.sum()).isZero();
    assertThatThrownBy(summary::exactSum)
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("use sum()");
  }

  @Test
  void aShortSumOfLargeDecimalsIsExact() {
    Schema schema = Schema.parse("d:decimal");
    RowWriter writer = new RowWriter(schema);
    Row row = new Row(schema);
    List<List<String>> sums =
        List.of(
            List.of("1e200000", "0"),
            List.of("3e999999999", "2e999999999", "-4e999999999"),
            List.of("1e200000", "1e150000", "-1e200000"),
            List.of("0e-200000", "7"),
            List.of("1e-200000", "2e-200000"));
    for (List<String> values : sums) {
      Summary summary = new Summary("d", AttributeType.DECIMAL);
      BigDecimal sum = BigDecimal.ZERO;
      for (String value : values) {
        BigDecimal decimal = new BigDecimal(value);
        sum = sum.signum() == 0 ? decimal : sum.add(decimal);
        summary.add(row.show(writer.clear().set("d", decimal).row()), 0);
      }
      assertThat(summary.exactSum()).as(values.toString()).isEqualByComparingTo(sum);
    }
  }
}
