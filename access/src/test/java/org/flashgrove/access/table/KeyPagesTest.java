package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.OrderKey;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.cost.QueryPlan;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.core.Seeds;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bytekey.KeyCursor;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Geometry;

/** Counts the pages that a lookup of a value requests. */
class KeyPagesTest {
  private static final int ROWS = 40_000;
  private static final int INSERTED = 3_000;
  private static final Schema SCHEMA =
      Schema.builder()
          .required("number", AttributeType.LONG)
          .required("text", AttributeType.STRING)
          .required("uuid", AttributeType.UUID)
          .build();

  @TempDir Path directory;

  private static void set(RowWriter row, long number) {
    row.set("number", number);
    row.set("text", text(number));
    row.set("uuid", new UUID(0x1234_5678_9ABC_DEF0L, number));
  }

  /** Returns a text. All these texts have the same first 20 characters. */
  private static String text(long number) {
    return String.format("customer-of-the-shop%08d", number);
  }

  @Test
  void aLookupOfATextOrUuidRequestsAboutAsManyPagesAsOneOfANumber() {
    Random random = Seeds.random();
    TableOptions options =
        TableOptions.defaults()
            .withPageSize(1024)
            .withAttributes(SCHEMA)
            .withIndex("number", "bplus:attribute=number")
            .withIndex("text", "bplus:attribute=text")
            .withIndex("uuid", "bplus:attribute=uuid");
    try (Table table = Table.create(new MemoryDirectory(), options)) {
      try (TableLoader loader = table.loader(8 << 20, directory)) {
        for (int i = 0; i < ROWS; i++) {
          long number = 2 * i;
          loader.append(i, (Geometry) null, row -> set(row, number));
        }
        loader.commit();
      }
      try (TableBatch batch = table.begin()) {
        for (int i = 0; i < INSERTED; i++) {
          long number = 2 * random.nextInt(ROWS) + 1;
          batch.insert(ROWS + i, (Geometry) null, row -> set(row, number));
        }
        batch.commit();
      }
      long[] pages = new long[3];
      try (TableSnapshot snapshot = table.snapshot()) {
        for (Filter each :
            List.of(
                Filter.equal("number", 14L),
                Filter.equal("text", text(14)),
                Filter.equal("uuid", new UUID(0x1234_5678_9ABC_DEF0L, 14)))) {
          assertThat(TableQuery.of(snapshot).where(each).explain().chosen().kind())
              .as(each.toString())
              .isEqualTo(QueryPlan.Kind.INDEX_SCAN);
        }
        for (int i = 0; i < 500; i++) {
          long number = 2 * random.nextInt(ROWS);
          LeafCursor words =
              index(table, "number").cursor(snapshot, number, number, some -> pages[0] += some);
          assertThat(words.nextLeaf()).isTrue();
          assertThat(words.nextLeaf()).isFalse();
          pages[1] += pagesOf(index(table, "text"), snapshot, number, 1);
          pages[2] += pagesOf(index(table, "uuid"), snapshot, number, 2);
        }
      }
      assertThat(pages[1]).as("of texts").isLessThanOrEqualTo(pages[0] * 13 / 10);
      assertThat(pages[2]).as("of UUIDs").isLessThanOrEqualTo(pages[0] * 13 / 10);
    }
  }

  private static AttributeIndex index(Table table, String name) {
    return (AttributeIndex) table.index(name);
  }

  private static long pagesOf(
      AttributeIndex index, TableSnapshot snapshot, long number, int attribute) {
    RowWriter writer = new RowWriter(SCHEMA);
    set(writer, number);
    Row row = new Row(SCHEMA).show(writer.row());
    byte[] key = new OrderKey(1_000).set(row, attribute).copy();
    long[] pages = {0};
    KeyCursor cursor =
        index.cursor(snapshot, KeyRange.closed(key, key), true, some -> pages[0] += some);
    assertThat(cursor.nextLeaf()).isTrue();
    assertThat(cursor.count()).isEqualTo(1);
    assertThat(cursor.nextLeaf()).isFalse();
    return pages[0];
  }
}
