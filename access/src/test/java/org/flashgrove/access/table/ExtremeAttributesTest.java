package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flashgrove.access.ExtremeSettingsTest;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests indices on attributes of each type. The records have the least and the greatest values of
 * the type, and each setting of the index has its least or greatest value. Queries by an index must
 * answer like scans.
 */
class ExtremeAttributesTest {
  private static final int ROUNDS = 12;

  private static final Map<AttributeType, List<?>> VALUES =
      new TreeMap<>(
          Map.of(
              AttributeType.BOOLEAN, List.of(false, true),
              AttributeType.INT, List.of(Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE),
              AttributeType.LONG, List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE),
              AttributeType.DOUBLE,
                  List.of(
                      Double.NEGATIVE_INFINITY,
                      -Double.MAX_VALUE,
                      -0.0,
                      Double.MIN_VALUE,
                      Double.POSITIVE_INFINITY),
              AttributeType.DECIMAL,
                  List.of(
                      new BigDecimal("-9e300"),
                      new BigDecimal("-1e-300"),
                      BigDecimal.ZERO,
                      new BigDecimal("9e300")),
              AttributeType.STRING, List.of("", "\0", "a", "a".repeat(500), "\uDBFF\uDFFF"),
              AttributeType.DATE,
                  List.of(
                      LocalDate.ofEpochDay(Integer.MIN_VALUE),
                      LocalDate.EPOCH,
                      LocalDate.ofEpochDay(Integer.MAX_VALUE)),
              AttributeType.INSTANT, List.of(Instant.MIN, Instant.EPOCH, Instant.MAX)));

  @TempDir private Path directory;

  static Stream<String> indices() {
    return SettingKinds.all().stream()
        .filter(kind -> kind.name().equals("bplus"))
        .flatMap(ExtremeSettingsTest::specs);
  }

  private static String name(AttributeType type) {
    return "x_" + type.name().toLowerCase(Locale.ROOT);
  }

  @Test
  void anIndexAnswersAsAScanDoes() {
    requireAnswers("bplus:");
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("indices")
  void anIndexAnswersAsAScanDoesWithTheEndsOfEachKey(String spec) {
    requireAnswers(spec + ",");
  }

  private void requireAnswers(String spec) {
    StringJoiner schema = new StringJoiner("/");
    VALUES.keySet().forEach(type -> schema.add(name(type) + ":" + type + "?"));
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withPageSize(2048)
            .withFlash("none:frames=16,log=64K")
            .withAttributes(schema.toString());
    try {
      for (AttributeType type : VALUES.keySet()) {
        options = options.withIndex(name(type), spec + "attribute=" + name(type));
      }
    } catch (SpecException e) {
      assertThat(e.getMessage())
          .doesNotContain("\n")
          .containsPattern("allowed: |; (use|leave|add) ");
      return;
    }
    try (Table table = Table.create(directory.resolve("table"), options)) {
      fill(table);
      requireAnswers(table);
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      requireAnswers(table);
      assertThat(table.check().ok()).isTrue();
    }
  }

  private static Object value(AttributeType type, long key) {
    List<?> values = VALUES.get(type);
    int at = (int) (key % (values.size() + 1));
    return at == values.size() ? null : values.get(at);
  }

  private static void fill(Table table) {
    for (long key = 0; key < 5 * ROUNDS; key++) {
      long from = key;
      table.insert(
          key,
          null,
          row -> {
            int attribute = 0;
            for (AttributeType type : VALUES.keySet()) {
              row.set(attribute++, value(type, from));
            }
          });
    }
  }

  private static void requireAnswers(Table table) {
    VALUES.forEach(
        (type, values) -> {
          for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            List<?> above = values.subList(i + 1, values.size());
            requireKeys(table, Filter.equal(name(type), value), type, List.of(value));
            requireKeys(table, Filter.greater(name(type), value), type, above);
            requireKeys(table, Filter.atMost(name(type), value), type, values.subList(0, i + 1));
          }
        });
  }

  private static void requireKeys(Table table, Filter filter, AttributeType type, List<?> of) {
    List<Long> expected = new ArrayList<>();
    for (long key = 0; key < 5 * ROUNDS; key++) {
      Object value = value(type, key);
      if (value != null && of.contains(value)) {
        expected.add(key);
      }
    }
    List<Long> found = new ArrayList<>();
    TableQuery.of(table).where(filter).forEach(record -> found.add(record.key()));
    assertThat(found).as(filter.toString()).containsExactlyInAnyOrderElementsOf(expected);
  }
}
