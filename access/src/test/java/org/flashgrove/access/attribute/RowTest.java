package org.flashgrove.access.attribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests rows and schemas: rows that are written and read with every schema version, the order of
 * values, and rejected values.
 */
class RowTest {
  private static ByteBuffer copy(ByteBuffer row) {
    return ByteBuffer.allocate(row.remaining() + 3).position(3).put(row.duplicate()).position(3);
  }

  @Test
  void aSchemaGivesSchemasOfSingleAttributes() {
    Schema schema = Schema.parse("owner:string/height:double?");
    for (Attribute each : schema.attributes()) {
      Schema alone = schema.alone(schema.require(each.name()));
      assertThat(alone.attributes()).containsExactly(Attribute.nullable(each.name(), each.type()));
      assertThat(schema.alone(schema.require(each.name()))).isSameAs(alone);
    }
  }

  @Test
  void everyVersionReadsWhatItWrote() {
    Random random = Seeds.random();
    for (int round = 0; round < 40; round++) {
      Schema.Builder builder = Schema.builder();
      for (int i = random.nextInt(12); i > 0; i--) {
        AttributeType type = AttributeType.values()[random.nextInt(10)];
        builder.add(new Attribute("first " + i, type, random.nextInt(4) > 0));
      }
      Schema schema = builder.build();
      List<ByteBuffer> rows = new ArrayList<>();
      List<Map<String, Object>> models = new ArrayList<>();
      for (int step = 0; step < 60; step++) {
        if (random.nextInt(4) == 0) {
          schema = changed(schema, random, step, models);
        }
        Map<String, Object> model = new HashMap<>();
        rows.add(copy(row(schema, random, model)));
        models.add(model);
        schema = Schema.parse(schema.toString());
        Row view = new Row(schema);
        for (int i = 0; i < rows.size(); i++) {
          view.show(rows.get(i)).requireSound();
          for (Attribute each : schema.attributes()) {
            Object expected = models.get(i).get(each.name());
            assertThat(AttributeValues.isSame(view.value(each.name()), expected))
                .as(each.name())
                .isTrue();
            assertThat(view.isNull(each.name())).isEqualTo(expected == null);
          }
        }
      }
    }
  }

  private static Schema changed(
      Schema schema, Random random, int step, List<Map<String, Object>> models) {
    List<Attribute> nullable = schema.attributes().stream().filter(Attribute::isNullable).toList();
    if (!nullable.isEmpty() && random.nextInt(3) == 0) {
      String dropped = nullable.get(random.nextInt(nullable.size())).name();
      models.forEach(model -> model.remove(dropped));
      return schema.without(dropped);
    }
    String name = random.nextBoolean() ? "added" : "ä/b:c,d=e?@! " + step;
    AttributeType type = AttributeType.values()[random.nextInt(10)];
    return schema.indexOf(name) >= 0 ? schema : schema.with(Attribute.nullable(name, type));
  }

  private static ByteBuffer row(Schema schema, Random random, Map<String, Object> model) {
    RowWriter writer = new RowWriter(schema);
    for (int i = 0; i < schema.attributes().size(); i++) {
      Attribute each = schema.attributes().get(i);
      if (!each.isNullable() || random.nextInt(3) > 0) {
        Object value = AttributeValues.of(random, each.type(), random.nextBoolean());
        writer.set(i, value);
        model.put(each.name(), value);
      }
    }
    return writer.row();
  }

  @ParameterizedTest
  @EnumSource
  void ordersAreThoseOfTheValues(AttributeType type) {
    Random random = Seeds.random();
    Schema schema = Schema.builder().nullable("a", type).build();
    Row one = new Row(schema);
    Row other = new Row(schema);
    for (int i = 0; i < 4000; i++) {
      Object first = AttributeValues.of(random, type, i % 2 == 0);
      Object second = AttributeValues.of(random, type, i % 2 == 0);
      one.show(new RowWriter(schema).set(0, first).row());
      other.show(new RowWriter(schema).set(0, second).row());
      int expected = Integer.signum(AttributeValues.compare(first, second));
      assertThat(Integer.signum(ValueOrder.compare(one, other, 0))).isEqualTo(expected);
      int words = Long.compare(one.orderWord(0), other.orderWord(0));
      assertThat(words == 0 || words == expected).as(first + ", " + second).isTrue();
      assertThat(!type.hasExactWords() || words == expected).isTrue();
    }
    other.show(new RowWriter(schema).row());
    assertThat(ValueOrder.compare(one, other, 0)).isNegative();
    assertThat(ValueOrder.compare(other, other, 0)).isZero();
  }

  @Test
  void typedValuesMakeTheRowsThatObjectsMake() {
    Random random = Seeds.random();
    Schema schema = Schema.parse("i:int/l:long/d:double/s:string?");
    RowWriter typed = new RowWriter(schema);
    RowWriter objects = new RowWriter(schema);
    for (int i = 0; i < 1000; i++) {
      int whole = random.nextInt();
      String text = (String) AttributeValues.of(random, AttributeType.STRING, i % 2 == 0);
      objects.set(0, (Object) whole).set(1, (Object) (long) whole).set(2, (Object) (double) whole);
      typed.set(0, whole).set(1, (long) whole).set(2, (double) whole);
      typed.setUtf8(3, text.getBytes(StandardCharsets.UTF_8));
      assertThat(typed.row()).isEqualTo(objects.set(3, text).row());
    }
    assertThatThrownBy(() -> typed.set(0, 1L << 31)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> typed.set(2, 1L)).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> typed.set(1, 1.0)).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> typed.setUtf8(2, new byte[1])).isInstanceOf(SpecException.class);
    for (int[] bytes : new int[][] {{'a', 0xC3}, {0xED, 0xA0, 0x80}, {0xC0, 0x80}, {0xFF}}) {
      byte[] text = new byte[bytes.length];
      for (int i = 0; i < text.length; i++) {
        text[i] = (byte) bytes[i];
      }
      assertThatThrownBy(() -> typed.setUtf8(3, text)).hasMessageContaining("'s'");
    }
  }

  @Test
  void whatIsNotOfTheSchemaIsRefused() {
    Schema schema =
        Schema.builder()
            .required("owner", AttributeType.STRING)
            .nullable("height", AttributeType.DOUBLE)
            .build();
    RowWriter writer = new RowWriter(schema);
    assertThatThrownBy(() -> writer.set("ower", "x")).hasMessageContaining("owner, height");
    assertThatThrownBy(() -> writer.set("owner", 1)).hasMessageContaining("allowed: string");
    assertThatThrownBy(() -> writer.set("owner", "\ud800")).hasMessageContaining("surrogate");
    assertThatThrownBy(writer.clear()::row).hasMessageContaining("'owner' is null");
    writer.set("owner", "me");
    Row row = new Row(schema).show(copy(writer.row()));
    assertThatThrownBy(() -> row.getDouble("height")).hasMessageContaining("isNull");
    assertThatThrownBy(() -> row.getLong("owner")).hasMessageContaining("allowed: string");
    assertThat(writer.clear().set("owner", "me").set("height", 7).row()).isNotNull();
  }

  @Test
  void namesAndChangesThatCannotBeAreRefused() {
    for (String name : new String[] {"", " a", "a\nb", "\ud800", "x".repeat(65)}) {
      assertThatThrownBy(() -> Attribute.nullable(name, AttributeType.INT))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed: ");
    }
    Schema schema = Schema.parse("a:int/b:string?");
    assertThatThrownBy(() -> schema.without("a")).hasMessageContaining("not nullable");
    assertThatThrownBy(() -> schema.with(Attribute.nullable("B", AttributeType.INT)))
        .hasMessageContaining("already exists");
    assertThatThrownBy(() -> schema.with(Attribute.required("c", AttributeType.INT)))
        .hasMessageContaining("nullable");
    assertThatThrownBy(() -> Schema.BYTES.with(Attribute.nullable("c", AttributeType.INT)))
        .hasMessageContaining("create a table with attributes");
    for (String text :
        new String[] {"a", "a:", "a:word", "a:int/", "a:int!x", "a:int@1", "b:int?@2"}) {
      assertThatThrownBy(() -> Schema.parse(text)).isInstanceOf(SpecException.class);
    }
    Schema many = Schema.builder().build();
    for (int i = 0; i < Schema.MOST_ATTRIBUTES; i++) {
      many = many.with(Attribute.nullable("same", AttributeType.INT)).without("same");
    }
    Schema full = many;
    assertThatThrownBy(() -> full.with(Attribute.nullable("same", AttributeType.INT)))
        .hasMessageContaining("at most 255");
    assertThat(Schema.parse(full.toString())).isEqualTo(full);
  }

  /**
   * Bytes that are not a row are rejected with an exception that says so, or are read as values.
   */
  @Test
  void hostileBytesAreNoRows() {
    Random random = Seeds.random();
    Schema schema = Schema.parse("a:string?/b:decimal?/c:int?/d:bytes?/e:instant?/f:date");
    for (int i = 0; i < 20_000; i++) {
      ByteBuffer row = copy(row(schema, random, new HashMap<>()));
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        row.put(random.nextInt(row.limit()), (byte) random.nextInt());
      }
      row.limit(row.limit() - (random.nextInt(4) == 0 ? random.nextInt(row.remaining()) : 0));
      try {
        Row view = new Row(schema).show(row);
        view.requireSound();
        for (int a = 0; a < 6; a++) {
          view.value(a);
          if (!view.isNull(a)) {
            view.orderWord(a);
          }
        }
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("expected a row of the table's schema");
      }
    }
  }
}
