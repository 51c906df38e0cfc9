package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.query.ParallelQueries;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.failure.ReadOnlyStoreException;
import org.flashgrove.core.failure.UnknownAttributeException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.index.EntryQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a null argument, an array of another length or an impossible combination is rejected
 * at once, with an exception that names the argument.
 */
class WrongArgumentsTest {
  private static final double[] BOX = {0, 0, 1, 1};

  @TempDir private Path directory;

  private SpatialStore store(String index) {
    StoreOptions options = StoreOptions.defaults().withPageSize(1024).withDevice("memory");
    return SpatialStore.create(
        directory.resolve("none"),
        index.equals("ids") ? options.withIds() : options.withIndex(index));
  }

  private static void names(String argument, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(argument);
  }

  private static void refuses(String part, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove", "ids"})
  void rectanglesOfAnUpdateHaveFourNumbers(String index) {
    try (SpatialStore store = store(index)) {
      store.insert(7, 0, 0, 1, 1);
      refuses("from: 3 numbers (allowed: 4", () -> store.update(7, new double[3], BOX));
      refuses("to: 2 numbers (allowed: 4", () -> store.update(7, BOX, new double[2]));
      refuses("to: 5 numbers (allowed: 4", () -> store.update(7, BOX, new double[5]));
      refuses("NaN", () -> store.update(7, BOX, new double[] {0, 0, 1, Double.NaN}));
      names("from", () -> store.update(7, (double[]) null, BOX));
      names("to", () -> store.update(7, BOX, (double[]) null));
      assertThat(store.update(7, BOX, new double[] {2, 2, 3, 3})).isTrue();
      assertThat(store.count(EntryQuery.intersecting(2, 2, 3, 3))).isEqualTo(1);
    }
  }

  @Test
  void arraysOfManyQueriesAreChecked() {
    try (SpatialStore store = store("grove")) {
      ParallelQueries queries = ParallelQueries.of(store);
      names("corners", () -> queries.joinAll(Predicate.INTERSECTS, null, null));
      names("corners", () -> queries.joinNearest(null, 1, null));
      names("corners", () -> queries.searchAll(Predicate.INTERSECTS, null, query -> null));
      names("points", () -> queries.nearestAll(null, 1, query -> null));
      refuses(
          "5 numbers", () -> queries.searchAll(Predicate.INTERSECTS, new double[5], query -> null));
      refuses("snapshots 0 (allowed: 1 or more)", () -> store.snapshots(0));
    }
    refuses("extent: 3 numbers", () -> StoreOptions.withDomain("hilbert", new double[3]));
    assertThat(StoreOptions.withDomain("hilbert", BOX)).isEqualTo("hilbert:domain=0.0/0.0/1.0/1.0");
  }

  @Test
  void queriesOfStoresNameTheMissingArgument() {
    try (SpatialStore store = store("grove")) {
      names("query", () -> store.forEach(null, (id, minX, minY, maxX, maxY) -> {}));
      names("query", () -> store.count(null));
      names("query", () -> store.cursor(null));
      names("query", () -> store.stream(null));
      names("timeout", () -> store.close((Duration) null));
      names("timeout", () -> EntryQuery.all().timeout(null));
    }
    names("mode", () -> StoreOptions.defaults().withSync(null));
    names("mode", () -> TableOptions.defaults().withSync(null));
  }

  @Test
  void queriesOfTablesNameTheMissingArgument() {
    TableOptions options = TableOptions.defaults().withDevice("memory").withAttributes("n:int?");
    try (Table table = Table.create(directory.resolve("none"), options)) {
      TableQuery all = TableQuery.of(table);
      refuses("is null", () -> all.where("n = ?", (Object[]) null)); // as where("n = ?", null)
      refuses("is null", () -> all.where("n = ?", (Object) null));
      names("filter", () -> all.where((String) null));
      names("text", () -> Filter.parse(null));
      names("attributes", () -> all.select((String[]) null));
      names("attribute", () -> all.select("n", null));
      names("attribute", () -> all.orderBy((String) null));
      names("newOrder", () -> all.orderBy((RecordOrder) null));
      names("question", () -> all.matching(null));
      names("timeout", () -> all.timeout(null));
      names("table", () -> TableQuery.of((Table) null));
      assertThatThrownBy(() -> all.orderBy("key").count())
          .isInstanceOf(UnknownAttributeException.class)
          .hasMessageContaining("RecordOrder.KEY sorts by key");
    }
  }

  @Test
  void joinsRejectDifferentMetricsWithoutACondition() {
    StoreOptions options = StoreOptions.defaults().withDevice("memory").withPageSize(1024);
    Path none = directory.resolve("none");
    try (SpatialStore plane = SpatialStore.create(none, options);
        SpatialStore earth = SpatialStore.create(none, options.withMetric("geodesic"))) {
      refuses("metric geodesic", () -> JoinQuery.of(earth).with(plane).count());
      refuses("metric geodesic", () -> JoinQuery.of(plane).with(earth).nearest(1));
      JoinQuery self = JoinQuery.of(plane).with(plane);
      names("predicate", () -> self.matching(null, Semantics.OGC));
      names("semantics", () -> self.matching(Predicate.MEET, null));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove", "ids"})
  void aStoreOpenForReadingBeginsNoBatch(String index) {
    Path place = directory.resolve("store");
    StoreOptions options = StoreOptions.defaults();
    SpatialStore.create(place, index.equals("ids") ? options.withIds() : options.withIndex(index))
        .close();
    try (SpatialStore store = SpatialStore.openReadOnly(place)) {
      assertThatThrownBy(store::begin).isInstanceOf(ReadOnlyStoreException.class);
      assertThatThrownBy(() -> store.begin(Duration.ZERO))
          .isInstanceOf(ReadOnlyStoreException.class)
          .hasMessageContaining(place.toString());
    }
  }
}
