package org.flashgrove.access.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.QueryCancelledException;
import org.flashgrove.core.failure.QueryTimeoutException;
import org.flashgrove.core.failure.UnknownAttributeException;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests queries that are built step by step. */
class TableQueryTest {
  private Table table;

  private static Geometry box(double minX, double minY, double maxX, double maxY) {
    return new GeometryFactory().toGeometry(new Envelope(minX, maxX, minY, maxY));
  }

  private static Geometry point(double x, double y) {
    return new GeometryFactory().createPoint(new Coordinate(x, y));
  }

  /** Fills the table with squares of side 2 in a row. The square with key k begins at x = 10 k. */
  @BeforeEach
  void fill() {
    TableOptions options =
        TableOptions.defaults()
            .withDevice("memory")
            .withSync(SyncMode.CLOSE)
            .withAttributes("n:int/s:string?/d:double?")
            .withIndex("geom", "rstar")
            .withIndex("key", "bplus")
            .withIndex("n", "bplus:attribute=n");
    table = Table.create(Path.of("none"), options);
    for (int key = 0; key < 10; key++) {
      int n = 9 - key;
      double height = key + 0.5;
      table.insert(
          key,
          box(10 * key, 0, 10 * key + 2, 2),
          row -> {
            row.set("n", n);
            if (n % 2 == 0) {
              row.set("s", "even").set("d", height);
            }
          });
    }
  }

  @AfterEach
  void close() {
    table.close();
  }

  private static List<Long> keys(TableQuery query) {
    List<Long> keys = new ArrayList<>();
    assertThat(query.forEach(record -> keys.add(record.key()))).isEqualTo(keys.size());
    List<Long> streamed;
    try (Stream<TableRecord> records = query.stream()) {
      streamed = records.map(TableRecord::key).toList();
    }
    assertThat(streamed).isEqualTo(keys);
    assertThat(query.count()).isEqualTo(keys.size());
    return keys;
  }

  /**
   * In the predicate {@code CONTAINS} the query is the containing object, so it finds nothing here.
   */
  @Test
  void questionsToGeometriesHaveTheRecordAsTheirSubject() {
    TableQuery all = TableQuery.of(table);
    assertThat(keys(all.containing(point(31, 1)))).containsExactly(3L);
    assertThat(keys(all.containing(box(30, 0, 32, 2)))).containsExactly(3L);
    assertThat(keys(all.within(box(29, -1, 33, 3)))).containsExactly(3L);
    assertThat(keys(all.within(point(31, 1)))).isEmpty();
    assertThat(keys(all.intersecting(box(32, 2, 40, 5)))).containsExactlyInAnyOrder(3L, 4L);
    assertThat(keys(all.within(8, point(34, 2)))).containsExactlyInAnyOrder(3L, 4L);
    GeometryQuery backwards =
        new GeometryQuery(Predicate.CONTAINS, Semantics.EXCLUSIVE, point(31, 1));
    assertThat(keys(all.matching(backwards))).isEmpty();
  }

  /**
   * A record that equals the query geometry contains it and lies within it, as in the OGC standard.
   */
  @Test
  void questionsHaveTheMeaningOfTheOgc() {
    Geometry equal = box(30, 0, 32, 2);
    TableQuery all = TableQuery.of(table);
    assertThat(keys(all.within(equal))).containsExactly(3L);
    assertThat(keys(all.containing(equal))).containsExactly(3L);
    GeometryQuery exclusive = new GeometryQuery(Predicate.INSIDE, Semantics.EXCLUSIVE, equal);
    assertThat(keys(all.matching(exclusive))).isEmpty();
  }

  @Test
  void filtersOrdersAndLimitsAddUp() {
    TableQuery even = TableQuery.of(table).where("s = 'even'");
    assertThat(keys(even.orderBy("n"))).containsExactly(9L, 7L, 5L, 3L, 1L);
    assertThat(keys(even.orderBy("n").limit(2))).containsExactly(9L, 7L);
    assertThat(keys(even.orderBy("n").offset(1).limit(2))).containsExactly(7L, 5L);
    assertThat(keys(even.orderBy("n").offset(4).limit(2))).containsExactly(1L);
    assertThat(keys(even.offset(5))).isEmpty();
    assertThat(keys(even.limit(0))).isEmpty();
    assertThat(
            keys(TableQuery.of(table).where("s >= s and s = ? and d > ?", "even", 4).orderBy("n")))
        .containsExactly(9L, 7L, 5L);
    assertThat(keys(even.where("d > 4").orderBy(RecordOrder.by("n").descending())))
        .containsExactly(5L, 7L, 9L);
    assertThat(keys(even.keys(2, 7).keys(0, 5).orderBy(RecordOrder.KEY))).containsExactly(3L, 5L);
    assertThat(keys(even.intersecting(box(0, 0, 55, 1)).orderBy("n"))).containsExactly(5L, 3L, 1L);
    assertThat(keys(TableQuery.of(table).orderBy("n").limit(3))).containsExactly(9L, 8L, 7L);
  }

  @Test
  void aQueryStaysAsItIsAndRunsAtTheNewestCommit() {
    TableQuery all = TableQuery.of(table);
    TableQuery tall = all.where("d > 8");
    assertThat(keys(tall)).containsExactly(9L);
    try (TableSnapshot before = table.snapshot()) {
      table.update(9, row -> row.set("d", 1.0));
      assertThat(keys(tall)).isEmpty();
      assertThat(keys(TableQuery.of(before).where("d > 8"))).containsExactly(9L);
    }
    assertThat(keys(all)).hasSize(10);
  }

  @Test
  void theNearestRecordsComeNearestFirstAndHaveDistances() {
    TableQuery near = TableQuery.of(table).nearest(3, point(33, 1));
    assertThat(keys(near)).containsExactly(3L, 4L, 2L);
    List<Double> distances = new ArrayList<>();
    near.forEach(record -> distances.add(record.distance()));
    assertThat(distances).containsExactly(1.0, 7.0, 11.0);
    try (Stream<TableRecord> records = near.stream()) {
      assertThat(records.map(TableRecord::distance)).isEqualTo(distances);
    }
    assertThat(keys(near.offset(1).limit(1))).containsExactly(4L);
    assertThat(keys(near.offset(2).limit(9))).containsExactly(2L);
    assertThat(keys(near.offset(3))).isEmpty();
    assertThat(keys(near.where("s = 'even'"))).containsExactly(3L, 5L, 1L);
    assertThat(keys(near.keys(0, 2))).containsExactly(2L, 1L, 0L);
    assertThat(keys(near.within(box(-1, -1, 26, 3)).where("n > 7"))).containsExactly(1L, 0L);
    assertThat(keys(TableQuery.of(table).nearest(0, point(33, 1)))).isEmpty();
    assertThat(keys(TableQuery.of(table).nearest(Long.MAX_VALUE, point(33, 1)))).hasSize(10);
    assertThatThrownBy(() -> near.orderBy("n")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> near.nearest(1, point(0, 0)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> TableQuery.of(table).nearest(-1, point(0, 0)))
        .hasMessage("k -1 (allowed: 0 or more)");
    assertThatThrownBy(
            () -> TableQuery.of(table).forEach(record -> distances.add(record.distance())))
        .hasMessageContaining("has no distance; query with TableQuery.nearest");
  }

  private void requireEnds(TableQuery query, Class<? extends Exception> by) {
    assertThatThrownBy(() -> query.forEach(record -> {})).isInstanceOf(by);
    assertThatThrownBy(query::count).isInstanceOf(by);
    assertThatThrownBy(
            () -> {
              try (TableCursor records = query.cursor()) {
                records.next();
              }
            })
        .isInstanceOf(by);
  }

  /**
   * A query that finds nothing still reads records or nodes, so it can be cancelled or time out.
   */
  @Test
  void everyQueryEndsWhenItIsCancelledOrOutOfTime() {
    TableQuery all = TableQuery.of(table);
    List<TableQuery> queries =
        List.of(
            all.where("d < -1"),
            all.where("n = 3"),
            all.keys(2, 5).where("s = 'odd'"),
            all.intersecting(box(0, 0, 90, 1)),
            all.orderBy("n").limit(1).where("d > 0"),
            all.orderBy("s").where("d > 0"),
            all.nearest(3, point(1, 1)));
    for (TableQuery each : queries) {
      requireEnds(each.cancelWhen(() -> true), QueryCancelledException.class);
      requireEnds(
          each.cancelWhen(() -> false).cancelWhen(() -> true), QueryCancelledException.class);
      requireEnds(each.timeout(Duration.ofNanos(1)), QueryTimeoutException.class);
      TableQuery free = each.cancelWhen(() -> false).timeout(Duration.ofDays(1));
      assertThat(free.count()).isEqualTo(each.count());
      assertThat(keys(free)).isEqualTo(keys(each));
    }
    assertThatThrownBy(() -> all.timeout(Duration.ZERO)).hasMessageContaining("more than 0");
    assertThat(table.check().ok()).isTrue();
  }

  @Test
  void boundsAreThoseOfTheRecordsFound() {
    assertThat(TableQuery.of(table).bounds()).isEqualTo(new Envelope(0, 92, 0, 2));
    assertThat(TableQuery.of(table).where("n > 7").bounds()).isEqualTo(new Envelope(0, 12, 0, 2));
    assertThat(TableQuery.of(table).where("n > 70").bounds()).isEqualTo(new Envelope());
  }

  @Test
  void nullsAreReadWithoutExceptions() {
    List<String> read = new ArrayList<>();
    TableQuery.of(table)
        .keys(2, 3)
        .orderBy(RecordOrder.KEY)
        .forEach(
            record ->
                read.add(
                    record.getString("s")
                        + " "
                        + record.getDoubleOr("d", -1)
                        + " "
                        + record.row().getIntOr("n", 0)
                        + " "
                        + record.find("d")));
    assertThat(read).containsExactly("null -1.0 7 Optional.empty", "even 3.5 6 Optional[3.5]");
  }

  @Test
  void onlySelectedAttributesAreReturned() {
    TableQuery selected = TableQuery.of(table).where("n = 4").orderBy("s").select("d", "n");
    try (Stream<TableRecord> records = selected.stream()) {
      TableRecord copy = records.toList().get(0);
      requireSelected(copy);
      assertThat(copy.attributes().remaining()).isLessThan(table.get(5).attributes().remaining());
      requireSelected(copy.copy());
    }
    assertThat(selected.forEach(TableQueryTest::requireSelected)).isEqualTo(1);
    assertThat(selected.count()).isEqualTo(1);
    assertThat(selected.bounds()).isEqualTo(new Envelope(50, 52, 0, 2));
    assertThat(selected.summary("s").count()).isEqualTo(1);
    assertThatThrownBy(() -> TableQuery.of(table).select("m").cursor())
        .isInstanceOf(UnknownAttributeException.class);
    assertThatThrownBy(() -> TableQuery.of(table).select("m").count())
        .isInstanceOf(UnknownAttributeException.class);
    assertThatThrownBy(() -> TableQuery.of(table).select("n", "n"))
        .hasMessageContaining("each once");
    assertThatThrownBy(() -> TableQuery.of(table).select()).hasMessageContaining("one or more");
  }

  private static void requireSelected(TableRecord record) {
    assertThat(record.key()).isEqualTo(5);
    assertThat(record.row().getInt("n")).isEqualTo(4);
    assertThat(record.find("d")).contains(5.5);
    assertThat(record.row().schema().toString()).isEqualTo("d:double?/n:int");
    assertThat(record.geometry()).isEqualTo(box(50, 0, 52, 2));
    assertThatThrownBy(() -> record.getString("s"))
        .isInstanceOf(UnknownAttributeException.class)
        .hasMessageContaining("'s' (allowed: d, n");
  }

  @Test
  void keysComeFromTheirIndexWithoutRecords() {
    TableQuery keys = TableQuery.of(table).keys(2, 6).keysOnly();
    for (TableQuery each : List.of(keys, keys.orderBy(RecordOrder.KEY))) {
      assertThat(keys(each)).containsExactly(2L, 3L, 4L, 5L, 6L);
    }
    TableQuery last = keys.orderBy(RecordOrder.KEY.descending()).offset(1).limit(2);
    assertThat(keys(last)).containsExactly(5L, 4L);
    assertThat(last.explain().chosen().recordPages()).isZero();
    try (TableCursor cursor = last.cursor()) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.record().rid()).isEqualTo(table.get(5).rid());
      assertThat(cursor.figures().distinctPages()).isZero();
      assertThatThrownBy(() -> cursor.record().getString("s"))
          .hasMessage("record 5: the query reads its key only; leave out TableQuery.keysOnly");
      assertThatThrownBy(() -> cursor.record().geometry()).hasMessageContaining("keysOnly");
      assertThatThrownBy(() -> cursor.record().copy().wkb()).hasMessageContaining("keysOnly");
    }
    assertThat(keys(keys.where("s = 'even'").orderBy("n"))).containsExactly(5L, 3L);
    assertThat(keys(keys.nearest(2, point(33, 1)))).containsExactly(3L, 4L);
    assertThat(keys.bounds()).isEqualTo(new Envelope(20, 62, 0, 2));
  }

  @Test
  void whatIsNotUnderstoodIsRefused() {
    TableQuery all = TableQuery.of(table);
    assertThatThrownBy(() -> all.where("m > 3").cursor())
        .isInstanceOf(UnknownAttributeException.class);
    assertThatThrownBy(() -> all.orderBy("m").cursor())
        .isInstanceOf(UnknownAttributeException.class);
    assertThatThrownBy(() -> all.orderBy("m").count())
        .isInstanceOf(UnknownAttributeException.class);
    assertThatThrownBy(() -> all.where("key > 3").count())
        .isInstanceOf(UnknownAttributeException.class)
        .hasMessageContaining("; TableQuery.keys selects keys");
    assertThatThrownBy(() -> all.where("n in (?)", List.of(1, 2)).count())
        .hasMessageContaining("write a ? for each value, or use Filter.in");
    assertThatThrownBy(() -> all.within(null)).hasMessage("query geometry");
    assertThatThrownBy(() -> all.limit(-1)).hasMessage("limit -1 (allowed: 0 or more)");
    assertThatThrownBy(() -> all.within(point(1, 1)).containing(point(1, 1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aQueryOfKeysDoesNotListItsOwnIndexAsRejectedOrUnused() {
    for (TableQuery query :
        List.of(
            TableQuery.of(table).keysOnly(),
            TableQuery.of(table).keys(3, 5).keysOnly(),
            TableQuery.of(table).keys(3, 5).keysOnly().orderBy(RecordOrder.KEY))) {
      String[] lines = query.explain().toString().split("\n");
      assertThat(lines[0]).startsWith("plan: index scan by key: ");
      assertThat(lines[0]).contains(" 0 of records)");
      assertThat(String.join("\n", Arrays.copyOfRange(lines, 1, lines.length)))
          .doesNotContain("by key")
          .doesNotContain("index key");
    }
  }

  @Test
  void recordsAndRowsShowTheirContentAsText() {
    TableRecord record = table.get(4);
    assertThat(record.row()).hasToString("{n=5, s=null, d=null}");
    assertThat(table.get(5).row()).hasToString("{n=4, s=even, d=5.5}");
    assertThat(record)
        .hasToString(
            "TableRecord[key=4, {n=5, s=null, d=null}, geometry=POLYGON ((40 0, 40 2, 42 2, 42 0,"
                + " 40 0))]");
    try (TableCursor keys = TableQuery.of(table).keysOnly().cursor()) {
      assertThat(keys.next()).isTrue();
      assertThat(keys.record()).hasToString("TableRecord[key=0]");
    }
    assertThat(new TableRecord(table.schema())).hasToString("TableRecord[none]");
    assertThat(new Row(table.schema())).hasToString("{no record}");
    table.update(4, row -> row.set("s", "x".repeat(300)));
    assertThat(table.get(4).toString()).contains("s=" + "x".repeat(100) + "...,");
  }

  @Test
  void anIndexIsAddedWithoutReportsOfProgress() {
    table.addIndex("d=bplus:attribute=d");
    assertThat(keys(TableQuery.of(table).where("d > 8"))).containsExactly(9L);
  }

  @Test
  void aTextWithoutQuotesIsRefusedWithAHint() {
    assertThatThrownBy(() -> TableQuery.of(table).where("s = even").count())
        .isInstanceOf(UnknownAttributeException.class)
        .hasMessage("unknown attribute 'even' (allowed: n, s, d; or a text in single quotes)");
    assertThatThrownBy(() -> TableQuery.of(table).where("s = ?"))
        .hasMessageContaining("more ? than the 0 values");
  }

  @Test
  void tablesIndicesAndSnapshotsShowWhatTheyAre() {
    assertThat(table).hasToString("Table[table: n:int/s:string?/d:double?]");
    assertThat(table.index("geom")).hasToString("geom=rstar");
    assertThat(table.index("n")).hasToString("n=bplus:attribute=n");
    TableSnapshot snapshot = table.snapshot();
    assertThat(snapshot).hasToString("TableSnapshot[" + table + "]");
    snapshot.close();
    assertThat(snapshot).hasToString("TableSnapshot[" + table + ", closed]");
  }

  @Test
  void aTableIsLoadedWithoutChoicesForSorting() {
    TableOptions options =
        TableOptions.defaults().withDevice("memory").withAttributes("n:int").withKeyIndex("key");
    try (Table empty = Table.create(Path.of("empty"), options)) {
      try (TableLoader loader = empty.loader()) {
        for (int key = 0; key < 10; key++) {
          int n = key;
          loader.append(key, null, row -> row.set("n", n));
        }
        loader.commit();
      }
      assertThat(keys(TableQuery.of(empty).where("n > 7"))).containsExactly(8L, 9L);
    }
  }

  @Test
  void aSnapshotIsOrderedByAnAttributeThatTheTableHasNoLonger() {
    try (TableSnapshot snapshot = table.snapshot()) {
      table.dropAttribute("d");
      table.addAttribute(new Attribute("d", AttributeType.LONG, true));
      table.update(5, row -> row.set("d", 1L));
      TableQuery query = TableQuery.of(snapshot).orderBy(RecordOrder.by("d").descending()).limit(5);
      assertThat(keys(query)).containsExactly(9L, 7L, 5L, 3L, 1L);
      table.dropAttribute("d");
      assertThat(keys(query)).containsExactly(9L, 7L, 5L, 3L, 1L);
    }
  }

  @Test
  void aSnapshotIsFilteredAfterAnIndexedAttributeWasDropped() {
    table.addIndex("d=bplus:attribute=d");
    try (TableSnapshot snapshot = table.snapshot()) {
      table.dropIndex("d");
      table.dropAttribute("d");
      assertThat(keys(TableQuery.of(snapshot).where("s = 'even'").limit(1))).containsExactly(1L);
      assertThat(keys(TableQuery.of(snapshot).where("d > 8"))).containsExactly(9L);
    }
  }
}
