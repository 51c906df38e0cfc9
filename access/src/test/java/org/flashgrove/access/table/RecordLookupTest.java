package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Compares records that are found by key and geometry with a list of all records. */
class RecordLookupTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  @TempDir private Path directory;

  private record Row(long rid, long key, Geometry geometry) {}

  private static TableOptions options(String... indices) {
    TableOptions options = TableOptions.defaults().withDevice("memory").withSync(SyncMode.CLOSE);
    for (String index : indices) {
      options = options.withIndex(index.split("=", 2)[0], index.split("=", 2)[1]);
    }
    return options;
  }

  private static Geometry geometry(Random random) {
    if (random.nextInt(10) == 0) {
      return null;
    }
    int x = random.nextInt(4);
    int y = random.nextInt(4);
    return GEOMETRIES.toGeometry(new Envelope(x, x + random.nextInt(2), y, y + random.nextInt(2)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"geom=rtree", "key=bplus:capacity=6,unique=off"})
  void recordsAreFoundAsInAList(String index) {
    Random random = Seeds.random();
    List<Row> rows = new ArrayList<>();
    try (Table table = Table.create(directory, options(index))) {
      RecordLookup lookup = table.lookup();
      for (int step = 0; step < 600; step++) {
        long key = random.nextInt(80);
        Geometry geometry = geometry(random);
        if (geometry != null) {
          long byBounds = lookup.find(key, geometry.getEnvelopeInternal());
          requireOneOf(byBounds, key, geometry, rows);
          requireOneOf(lookup.find(key, geometry), key, geometry, rows);
          if (byBounds != RecordLookup.NONE && random.nextBoolean()) {
            assertThat(table.byRid().delete(byBounds)).isTrue();
            rows.removeIf(row -> row.rid == byBounds);
          }
        }
        if (lookup.findsByKey()) {
          List<Row> same = rows.stream().filter(row -> row.key == key).toList();
          long expected =
              same.isEmpty()
                  ? RecordLookup.NONE
                  : same.size() > 1 ? RecordLookup.SEVERAL : same.get(0).rid;
          assertThat(lookup.find(key)).isEqualTo(expected);
        }
        rows.add(new Row(table.insert(key, geometry, NONE), key, geometry));
      }
    }
  }

  private static void requireOneOf(long found, long key, Geometry geometry, List<Row> rows) {
    List<Long> right =
        rows.stream()
            .filter(row -> row.key == key && row.geometry != null)
            .filter(row -> row.geometry.equalsExact(geometry))
            .map(Row::rid)
            .toList();
    if (right.isEmpty()) {
      assertThat(found).isEqualTo(RecordLookup.NONE);
    } else {
      assertThat(right).contains(found);
    }
  }

  @Test
  void anotherGeometryOfTheSameBoundsIsAnotherRecord() throws Exception {
    try (Table table = Table.create(directory, options("key=bplus:unique=off"))) {
      Geometry box = GEOMETRIES.toGeometry(new Envelope(0, 4, 0, 4));
      long rid = table.insert(1, box.convexHull(), NONE);
      RecordLookup lookup = table.lookup();
      assertThat(lookup.find(1, box.reverse())).isEqualTo(rid);
      assertThat(lookup.find(1, box.getBoundary())).isEqualTo(RecordLookup.NONE);
      assertThat(lookup.find(1, new Envelope(0, 4, 0, 4))).isEqualTo(rid);
      assertThat(lookup.find(1, new Envelope(0, 4, 0, 5))).isEqualTo(RecordLookup.NONE);
    }
  }

  @Test
  void impossibleLookupsAreRefused() {
    try (Table table = Table.create(directory, options("geom=rtree"))) {
      RecordLookup lookup = table.lookup();
      assertThat(lookup.findsByKey()).isFalse();
      assertThatThrownBy(() -> lookup.find(1))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("key=bplus");
    }
    try (Table table = Table.create(directory, options())) {
      assertThatThrownBy(table::lookup)
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("add one on the key");
    }
  }

  @Test
  void anUpdateOfTheGeometryKeepsKeyAndAttributes() {
    try (Table table = Table.create(directory, options("geom=rtree", "key=bplus:unique=off"))) {
      ByteBuffer attributes = ByteBuffer.wrap(new byte[] {1, 2, 3});
      Geometry box = GEOMETRIES.toGeometry(new Envelope(0, 4, 0, 4));
      long rid = table.insert(7, box, attributes);
      Geometry other = GEOMETRIES.toGeometry(new Envelope(5, 6, 5, 6));
      assertThat(table.byRid().updateGeometry(rid, other)).isTrue();
      assertThat(table.byRid().updateGeometry(rid + 1, other)).isFalse();
      HeapRecord record = new HeapRecord();
      assertThat(table.byRid().get(rid, record)).isTrue();
      assertThat(table.byRid().get(rid).key()).isEqualTo(record.id());
      assertThat(table.byRid().get(rid).geometry()).isEqualTo(other);
      assertThat(table.byRid().get(rid + 1)).isNull();
      assertThat(record.id()).isEqualTo(7);
      assertThat(record.attributes()).isEqualTo(attributes);
      assertThat(table.lookup().find(7, other)).isEqualTo(rid);
      assertThat(table.check().problems()).isEmpty();
      assertThat(table.isDurable(table.commitNumber())).isFalse();
      table.sync();
      assertThat(table.isDurable(table.commitNumber())).isTrue();
    }
  }

  @Test
  void aBatchGoesOnAfterAGeometryThatAnIndexCannotHold() {
    try (Table table = Table.create(directory, options("geom=xbr:domain=0/0/10/10"));
        TableBatch batch = table.begin()) {
      assertThatThrownBy(
              () -> batch.insert(1, GEOMETRIES.toGeometry(new Envelope(50, 50, 1, 1)), NONE))
          .isInstanceOf(IllegalArgumentException.class);
      batch.insert(2, GEOMETRIES.toGeometry(new Envelope(5, 5, 1, 1)), NONE);
      batch.commit();
      assertThat(table.size()).isEqualTo(1);
    }
  }
}
