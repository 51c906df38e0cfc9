package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntPredicate;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueOrder;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.locationtech.jts.geom.Geometry;

/** Compares indexes of whole attribute values with a test of all rows. */
class WholeKeysTest {
  private static final String COMMON = "customer-of-the-shop";

  @TempDir Path directory;

  private static TableOptions options(AttributeType type, String spec) {
    return TableOptions.defaults()
        .withPageSize(1024)
        .withAttributes(Schema.builder().nullable("value", type).build())
        .withIndex("key", "bplus")
        .withIndex("value", spec);
  }

  private static TableOptions options(AttributeType type) {
    return options(type, "bplus:attribute=value");
  }

  private static Object value(AttributeType type, Random random) {
    return switch (type) {
      case STRING -> text(random);
      case BYTES -> {
        byte[] bytes = new byte[random.nextInt(12)];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) (bytes[i] % 2); // zeros and ones, 255 too
        }
        yield bytes;
      }
      case DECIMAL -> decimal(random);
      case INSTANT -> Instant.ofEpochSecond(random.nextInt(20) - 10, random.nextInt(3));
      case UUID -> new UUID(random.nextInt(3) - 1L, random.nextInt(40) - 20L);
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  private static String text(Random random) {
    return switch (random.nextInt(7)) {
      case 0 -> "";
      case 1 -> "a\0" + random.nextInt(3);
      case 2 -> Character.toString(random.nextInt(0xD000));
      case 3 -> Character.toString(0x10000 + random.nextInt(0xFFFF));
      default -> COMMON + random.nextInt(60);
    };
  }

  private static BigDecimal decimal(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> BigDecimal.valueOf(random.nextInt(5) - 2, random.nextInt(7) - 3);
      case 1 -> new BigDecimal("1e400").scaleByPowerOfTen(random.nextInt(3)).negate();
      case 2 -> new BigDecimal("12345678901234567890.12345678901234567890" + random.nextInt(4));
      case 3 -> BigDecimal.ZERO.setScale(random.nextInt(4));
      default -> BigDecimal.valueOf(random.nextInt(4_000) - 2_000, 2);
    };
  }

  private static void set(RowWriter writer, Object value) {
    writer.set(0, value);
  }

  private static Row row(Schema schema, Object value) {
    RowWriter writer = new RowWriter(schema);
    writer.clear();
    set(writer, value);
    return new Row(schema).show(writer.row());
  }

  private static List<Long> keys(TableQuery query) {
    List<Long> keys = new ArrayList<>();
    try (TableCursor records = query.cursor()) {
      while (records.next()) {
        keys.add(records.record().key());
      }
    }
    return keys;
  }

  @ParameterizedTest
  @EnumSource(names = {"STRING", "BYTES", "DECIMAL", "INSTANT", "UUID"})
  void anIndexOfWholeValuesAnswersAsALookAtAllRowsDoes(AttributeType type) {
    Random random = Seeds.random();
    Path files = directory.resolve("table");
    Map<Long, Object> model = new HashMap<>();
    try (Table table = Table.create(files, options(type))) {
      AttributeIndex index = (AttributeIndex) table.index("value");
      assertThat(index.hasWords()).isFalse();
      for (int round = 0; round < 12; round++) {
        change(table, model, type, random);
        assertThat(table.check().problems()).isEmpty();
      }
      requireAnswers(table, model, type, random);
    }
    try (Table table = Table.open(files)) {
      requireAnswers(table, model, type, random);
      table.dropIndex("value");
      table.addIndex("again=bplus:attribute=value", taken -> {});
      assertThat(((AttributeIndex) table.index("again")).hasWords()).isFalse();
      assertThat(table.check().problems()).isEmpty();
      requireAnswers(table, model, type, random);
    }
  }

  private static void change(
      Table table, Map<Long, Object> model, AttributeType type, Random random) {
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < 40; i++) {
        long key = random.nextInt(300);
        Object value = random.nextInt(8) == 0 ? null : value(type, random);
        if (model.containsKey(key) && random.nextInt(3) == 0) {
          assertThat(batch.delete(key)).isTrue();
          model.remove(key);
        } else {
          batch.upsert(key, (Geometry) null, row -> set(row, value));
          model.put(key, value);
        }
      }
      batch.commit();
    }
  }

  private static void requireAnswers(
      Table table, Map<Long, Object> model, AttributeType type, Random random) {
    Schema schema = table.schema();
    for (int i = 0; i < 25; i++) {
      Object value = value(type, random);
      Row constant = row(schema, value);
      Map<Filter, IntPredicate> filters =
          Map.of(
              Filter.equal("value", value), order -> order == 0,
              Filter.less("value", value), order -> order < 0,
              Filter.atMost("value", value), order -> order <= 0,
              Filter.greater("value", value), order -> order > 0);
      filters.forEach(
          (filter, holds) -> {
            List<Long> expected =
                model.entrySet().stream()
                    .filter(each -> each.getValue() != null)
                    .filter(
                        each ->
                            holds.test(
                                ValueOrder.compare(row(schema, each.getValue()), constant, 0)))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            assertThat(keys(TableQuery.of(table).where(filter)).stream().sorted().toList())
                .as(filter.toString())
                .isEqualTo(expected);
          });
    }
    requireOrder(table, model);
  }

  private static void requireOrder(Table table, Map<Long, Object> model) {
    Schema schema = table.schema();
    Comparator<Row> order = (one, other) -> ValueOrder.compare(one, other, 0);
    List<Object> sorted =
        model.values().stream()
            .filter(Objects::nonNull)
            .sorted((one, other) -> order.compare(row(schema, one), row(schema, other)))
            .toList();
    List<Object> found = new ArrayList<>();
    TableQuery query = TableQuery.of(table).where(Filter.isNull("value").not());
    try (TableCursor records = query.orderBy("value").limit(5).cursor()) {
      while (records.next()) {
        found.add(records.record().row().value("value"));
      }
    }
    assertThat(found).hasSize(Math.min(5, sorted.size()));
    for (int i = 0; i < found.size(); i++) {
      assertThat(order.compare(row(schema, found.get(i)), row(schema, sorted.get(i)))).isZero();
    }
  }

  @Test
  void aTextAndTheSameTextWithAZeroBehindItAreBothUnique() {
    TableOptions options = options(AttributeType.STRING, "bplus:attribute=value,unique=on");
    try (Table table = Table.create(new MemoryDirectory(), options)) {
      String[] texts = {"", "\0", "\0\0", "\1", "a", "a\0", "a\1", "a\0\1"};
      try (TableBatch batch = table.begin()) {
        for (int i = texts.length - 1; i >= 0; i--) {
          String text = texts[i];
          batch.insert(i, (Geometry) null, row -> set(row, text));
        }
        batch.commit();
      }
      for (int i = 0; i < texts.length; i++) {
        assertThat(keys(TableQuery.of(table).where(Filter.equal("value", texts[i]))))
            .containsExactly((long) i);
      }
    }
  }

  @Test
  void patternsReadTheTextsThatBeginAlike() {
    try (Table table = Table.create(new MemoryDirectory(), options(AttributeType.STRING))) {
      try (TableBatch batch = table.begin()) {
        for (int i = 0; i < 500; i++) {
          String text = COMMON + i;
          batch.insert(i, (Geometry) null, row -> set(row, text));
        }
        batch.commit();
      }
      assertThat(keys(TableQuery.of(table).where(Filter.like("value", COMMON + "12%"))))
          .hasSize(11);
    }
  }

  @Test
  void textsBeyondTheLimitOfKeysAreFoundAndOrderedByTheirRecords() {
    try (Table table = Table.create(new MemoryDirectory(), options(AttributeType.STRING))) {
      AttributeIndex index = (AttributeIndex) table.index("value");
      try (TableSnapshot newest = table.snapshot()) {
        assertThat(index.givesOrder(newest)).isTrue();
      }
      String common = "x".repeat(600);
      try (TableBatch batch = table.begin()) {
        for (int i = 0; i < 30; i++) {
          String text = common + (29 - i);
          batch.insert(i, (Geometry) null, row -> set(row, text));
        }
        batch.commit();
      }
      try (TableSnapshot newest = table.snapshot()) {
        assertThat(index.givesOrder(newest)).isFalse();
      }
      assertThat(table.check().problems()).isEmpty();
      assertThat(keys(TableQuery.of(table).where(Filter.equal("value", common + 7))))
          .containsExactly(22L);
      TableQuery ordered =
          TableQuery.of(table).where(Filter.isNull("value").not()).orderBy("value").limit(2);
      assertThat(keys(ordered)).containsExactly(29L, 28L);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STRING", "DECIMAL", "UUID", "LONG"})
  void aValueIsRefusedThatMustBeUniqueAndNothingChanges(AttributeType type) {
    Object one =
        switch (type) {
          case STRING -> COMMON + "1";
          case DECIMAL -> new BigDecimal("1.50");
          case UUID -> new UUID(1, 2);
          default -> 7L;
        };
    Object same = type == AttributeType.DECIMAL ? new BigDecimal("1.5") : one;
    TableOptions options = options(type, "bplus:attribute=value,unique=on");
    try (Table table = Table.create(new MemoryDirectory(), options)) {
      try (TableBatch batch = table.begin()) {
        batch.insert(1, (Geometry) null, row -> set(row, one));
        batch.insert(2, (Geometry) null, row -> {}); // nulls do not count
        batch.insert(3, (Geometry) null, row -> {});
        assertThatThrownBy(() -> batch.insert(4, (Geometry) null, row -> set(row, same)))
            .isInstanceOf(DuplicateKeyException.class)
            .hasMessageContaining("attribute 'value': another record has the value");
        assertThatThrownBy(() -> batch.upsert(2, (Geometry) null, row -> set(row, same)))
            .isInstanceOf(DuplicateKeyException.class);
        assertThat(batch.upsert(1, (Geometry) null, row -> set(row, same))).isNotNull();
        batch.commit();
      }
      assertThat(table.size()).isEqualTo(3);
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @Test
  void aLoadRefusesAValueThatMustBeUnique() {
    TableOptions options = options(AttributeType.STRING, "bplus:attribute=value,unique=on");
    try (Table table = Table.create(new MemoryDirectory(), options)) {
      try (TableLoader loader = table.loader(1 << 20, directory)) {
        loader.append(1, (Geometry) null, row -> set(row, COMMON + 1));
        loader.append(2, (Geometry) null, row -> set(row, COMMON + 2));
        loader.append(3, (Geometry) null, row -> set(row, COMMON + 1));
        assertThatThrownBy(loader::commit)
            .isInstanceOf(DuplicateKeyException.class)
            .hasMessageContaining("'value' has a value of several records");
      }
      assertThat(table.size()).isZero();
    }
  }

  @Test
  void aUniqueIndexRefusesATextThatIsTooLongToTellFromOthers() {
    TableOptions options = options(AttributeType.STRING, "bplus:attribute=value,unique=on");
    try (Table table = Table.create(new MemoryDirectory(), options);
        TableBatch batch = table.begin()) {
      assertThatThrownBy(() -> batch.insert(1, (Geometry) null, row -> set(row, "x".repeat(2_000))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("too long for a unique index");
      batch.insert(1, (Geometry) null, row -> set(row, "x".repeat(200)));
      batch.commit();
    }
  }

  @Test
  void eightBytesOfATextCannotBeUnique() {
    TableOptions words =
        options(AttributeType.STRING, "bplus:attribute=value,unique=on,keys=words");
    assertThatThrownBy(() -> Table.create(new MemoryDirectory(), words))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("keeps eight bytes of a string");
  }

  @Test
  void aBufferThatOrdersEntriesAnewKeepsEightBytes() {
    TableOptions efind = options(AttributeType.STRING).withFlash("efind:buffer=64K");
    try (Table table = Table.create(new MemoryDirectory(), efind)) {
      assertThat(((AttributeIndex) table.index("value")).hasWords()).isTrue();
    }
    TableOptions whole = options(AttributeType.STRING, "bplus:attribute=value,keys=full");
    assertThatThrownBy(() -> whole.withFlash("efind:buffer=64K").design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("; use flash 'none'");
  }
}
