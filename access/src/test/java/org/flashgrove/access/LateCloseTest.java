package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests that a program may close an object twice, or after its table or store. */
class LateCloseTest {
  private static final int COUNT = 400;

  @TempDir Path directory;

  private static Geometry point(double x, double y) {
    return new GeometryFactory().createPoint(new Coordinate(x, y));
  }

  private static Geometry box(double size) {
    return new GeometryFactory().toGeometry(new Envelope(0, size, 0, size));
  }

  private Table table(String flash) {
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withPageSize(1024)
            .withAttributes("n:int/s:string")
            .withIndex("geom", "rstar")
            .withKeyIndex("key")
            .withAttributeIndex("s", "s")
            .withFlash(flash);
    Table table = Table.create(directory.resolve("table"), options);
    try (TableBatch batch = table.begin()) {
      for (int key = 0; key < COUNT; key++) {
        int n = key;
        batch.insert(key, point(key % 20, key / 20), row -> row.set("n", n).set("s", "name " + n));
      }
      batch.commit();
    }
    return table;
  }

  /** Returns queries whose plans differ, by name. */
  private static Map<String, TableQuery> queries(TableQuery all) {
    Map<String, TableQuery> queries = new LinkedHashMap<>();
    queries.put("full scan", all);
    queries.put("window", all.intersecting(box(9)));
    queries.put("nearest", all.nearest(50, point(3, 3)));
    queries.put("nearest with a filter", all.where("n < 30").nearest(5, point(3, 3)));
    queries.put("keys", all.keys(10, 60));
    queries.put("keys only", all.keysOnly());
    queries.put("index order", all.orderBy("s").limit(10));
    queries.put("sorted", all.orderBy("n"));
    queries.put("attribute", all.where("s = 'name 7'"));
    return queries;
  }

  private static void requireHarmless(Map<String, AutoCloseable> opened) {
    SoftAssertions softly = new SoftAssertions();
    for (int time = 0; time < 2; time++) {
      opened.forEach(
          (name, each) -> softly.assertThatCode(each::close).as(name).doesNotThrowAnyException());
    }
    softly.assertAll();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:buffer=64K", "efind:buffer=64K"})
  void cursorsStreamsAndSnapshotsMayBeClosedAfterTheirTable(String flash) {
    Map<String, AutoCloseable> opened = new LinkedHashMap<>();
    List<TableCursor> cursors = new ArrayList<>();
    Table table = table(flash);
    TableSnapshot snapshot = table.snapshot();
    TableSnapshot closedBefore = table.snapshot();
    opened.put("snapshot", snapshot);
    queries(TableQuery.of(table)).forEach((name, query) -> open(name, query, opened, cursors));
    queries(TableQuery.of(snapshot))
        .forEach((name, query) -> open(name + " of a snapshot", query, opened, cursors));
    queries(TableQuery.of(closedBefore))
        .forEach((name, query) -> open(name + " of a closed snapshot", query, opened, cursors));
    closedBefore.close();
    table.close();

    requireHarmless(opened);
    for (TableCursor cursor : cursors) {
      assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
    }
    table.close();
  }

  private static void open(
      String name, TableQuery query, Map<String, AutoCloseable> opened, List<TableCursor> cursors) {
    TableCursor cursor = query.cursor();
    assertThat(cursor.next()).as(name).isTrue();
    cursors.add(cursor);
    opened.put("cursor, " + name, cursor);
    Stream<TableRecord> stream = query.stream();
    Iterator<TableRecord> records = stream.iterator();
    assertThat(records.hasNext()).as(name).isTrue();
    opened.put("stream, " + name, stream);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "hilbert:domain=0/0/100/100", "grove"})
  void cursorsStreamsAndSnapshotsMayBeClosedAfterTheirStore(String index) {
    StoreOptions options =
        StoreOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withMemory(1 << 20)
            .withIndex(index)
            .withIds();
    SpatialStore store = SpatialStore.create(directory.resolve("store"), options);
    for (int id = 0; id < COUNT; id++) {
      store.put(id, id % 20, id / 20, id % 20, id / 20);
    }
    Map<String, AutoCloseable> opened = new LinkedHashMap<>();
    SpatialSnapshot snapshot = store.snapshot();
    opened.put("snapshot", snapshot);
    for (EntryQuery query :
        List.of(
            EntryQuery.all(), EntryQuery.intersecting(0, 0, 9, 9), EntryQuery.nearest(20, 5, 5))) {
      EntryCursor cursor = store.cursor(query);
      assertThat(cursor.next()).isTrue();
      opened.put("cursor, " + query, cursor);
      EntryCursor ofSnapshot = snapshot.cursor(query);
      assertThat(ofSnapshot.next()).isTrue();
      opened.put("cursor of a snapshot, " + query, ofSnapshot);
      Stream<Entry> stream = store.stream(query);
      assertThat(stream.iterator().hasNext()).isTrue();
      opened.put("stream, " + query, stream);
    }
    store.close();

    requireHarmless(opened);
    store.close();
  }

  @Test
  void closingASnapshotTwiceDoesNotEndOneThatWasTakenMeanwhile() {
    try (Table table = table("none:buffer=64K")) {
      TableSnapshot first = table.snapshot();
      first.close();
      try (TableSnapshot second = table.snapshot()) {
        first.close();
        table.delete(7);
        assertThat(second.size()).isEqualTo(COUNT);
        assertThat(second.get(7)).isNotNull();
        assertThat(TableQuery.of(second).count()).isEqualTo(COUNT);
        assertThatThrownBy(first::size)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("the snapshot is closed; take another one");
        assertThatThrownBy(() -> TableQuery.of(first).count())
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove"})
  void closingASnapshotOfAStoreTwiceDoesNotEndAnother(String index) {
    StoreOptions options =
        StoreOptions.defaults().withDevice("memory").withIndex(index).withMemory(1 << 20);
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      store.insert(1, 0, 0, 1, 1);
      SpatialSnapshot first = store.snapshot();
      first.close();
      try (SpatialSnapshot second = store.snapshot()) {
        first.close();
        store.insert(2, 0, 0, 1, 1);
        assertThat(second.count(EntryQuery.all())).isEqualTo(1);
        assertThatThrownBy(() -> first.count(EntryQuery.all()))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("the snapshot is closed; take another one");
        assertThatThrownBy(() -> first.search(0, 0, 1, 1, (id, x1, y1, x2, y2) -> {}))
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void batchesMayBeClosedTwiceAndLate() {
    Table table = table("none:buffer=64K");
    TableBatch first = table.begin();
    first.commit();
    first.close();
    TableBatch second = table.begin();
    first.close();
    second.delete(3);
    second.commit();
    second.close();
    assertThat(table.get(3)).isNull();
    WriteBatch several = table.store().begin();
    several.close();
    TableBatch lost = table.begin();
    lost.delete(4);
    several.close();
    lost.close();
    assertThat(table.get(4)).isNotNull();
    table.close();
    first.close();
    second.close();
    several.close();
    lost.close();
  }

  @Test
  void batchesOfAStoreMayBeClosedTwiceAndLate() {
    StoreOptions options = StoreOptions.defaults().withDevice("memory").withIndex("rstar");
    SpatialStore store = SpatialStore.create(directory, options);
    SpatialBatch first = store.begin();
    first.insert(1, 0, 0, 1, 1);
    first.commit();
    first.close();
    SpatialBatch second = store.begin();
    second.insert(2, 0, 0, 1, 1);
    first.close();
    second.commit();
    second.close();
    assertThat(store.size()).isEqualTo(2);
    store.close();
    first.close();
    second.close();
  }
}
