package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests several tables in one store. */
class TablesOfAStoreTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  @TempDir private Path directory;

  private static TableOptions fences() {
    return TableOptions.defaults()
        .withAttributes("name:string/owner:string?")
        .withGeometryIndex("geom")
        .withKeyIndex("key")
        .withAttributeIndex("owner", "owner")
        .withMemory(1 << 20);
  }

  private static TableOptions vehicles() {
    return TableOptions.defaults()
        .withAttributes("speed:double")
        .withIndex("geom", "rstar")
        .withKeyIndex("key");
  }

  private static Geometry square(double at) {
    return GEOMETRIES.toGeometry(new Envelope(at, at + 1, at, at + 1));
  }

  @Test
  void twoTablesAreAddedToAStoreAndStayInIt() {
    try (Store store = Store.create(directory)) {
      assertThat(store.structures()).isEmpty();
      assertThat(store).hasToString("Store[]");
      Table fences = Table.create(store, "fences", fences());
      Table vehicles = Table.create(store, "vehicles", vehicles());
      try (WriteBatch both = store.begin();
          TableBatch fence = fences.begin(both);
          TableBatch vehicle = vehicles.begin(both)) {
        fence.insert(1, square(0), row -> row.set("name", "yard").set("owner", "Ann"));
        vehicle.insert(7, square(0.5), row -> row.set("speed", 3.5));
        both.commit();
      }
      assertThat(fences.get(1).getString("name")).isEqualTo("yard");
      assertThat(store.design().specs())
          .containsKeys("fences.geom", "fences.key", "fences.owner", "vehicles.geom");
      assertThat(store.design().specs().get("fences.geom")).endsWith("memory=" + (1 << 20) / 4);
    }
    try (Store store = Store.open(directory)) {
      Table fences = Table.of(store, "fences");
      Table vehicles = Table.of(store, "vehicles");
      assertThat(fences.schema().toString()).isEqualTo("name:string/owner:string?");
      assertThat(TableQuery.of(fences).where("owner = 'Ann'").count()).isEqualTo(1);
      assertThat(TableQuery.of(vehicles).intersecting(square(0)).count()).isEqualTo(1);
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.toString()).startsWith("Store[fences").contains(", vehicles.geom, ");
    }
  }

  @Test
  void aBatchOfAnotherStoreIsRefused() {
    try (Store store = Store.create(directory.resolve("one"));
        Store other = Store.create(directory.resolve("other"))) {
      Table vehicles = Table.create(store, "vehicles", vehicles());
      try (WriteBatch batch = other.begin()) {
        assertThatThrownBy(() -> vehicles.begin(batch))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageStartingWith(directory.resolve("one").toString())
            .hasMessageEndingWith("belongs to another store or was dropped; use one of this store");
      }
      vehicles.insert(7, square(0), row -> row.set("speed", 3.5));
    }
  }

  @Test
  void changesThatAreClosedBeforeTheCommitAreRefusedWithoutANumber() {
    try (Store store = Store.create(directory)) {
      Table vehicles = Table.create(store, "vehicles", vehicles());
      try (WriteBatch batch = store.begin()) {
        try (TableBatch changes = vehicles.begin(batch)) {
          changes.insert(7, square(0), row -> row.set("speed", 3.5));
        }
        assertThatThrownBy(batch::commit)
            .isInstanceOf(BatchStateException.class)
            .hasMessage(
                "batch: some of its changes were closed before the commit; begin another batch,"
                    + " and commit it before you close its changes");
      }
      assertThat(vehicles.size()).isZero();
    }
  }

  /** Changes that nobody closed once kept the locks of their indices for ever. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theBatchOfAStoreClosesTheChangesOfItsTables(boolean commits) {
    try (Store store = Store.create(directory)) {
      store.add(Map.of("roads", "rstar", "names", "bplus", "lakes", "grove:memory=256K"));
      Table vehicles = Table.create(store, "vehicles", vehicles());
      TableBatch left;
      try (WriteBatch batch = store.begin()) {
        left = vehicles.begin(batch);
        left.insert(7, square(0), row -> row.set("speed", 3.5));
        store.entries("roads").begin(batch).insert(1, 0, 0, 1, 1);
        store.entries("lakes").begin(batch).insert(1, 0, 0, 1, 1);
        store.keys("names").begin(batch).insert(1, 1);
        if (commits) {
          batch.commit();
        }
      }
      vehicles.insert(8, square(0), row -> row.set("speed", 3.5));
      store.entries("roads").entries().insert(2, 0, 0, 1, 1);
      store.entries("lakes").entries().insert(2, 0, 0, 1, 1);
      store.keys("names").insert(2, 2);
      assertThatThrownBy(() -> left.insert(9, square(0), row -> row.set("speed", 3.5)))
          .isInstanceOf(RuntimeException.class);
      left.close();
      vehicles.insert(10, square(0), row -> row.set("speed", 3.5));
      assertThat(vehicles.size()).isEqualTo(commits ? 3 : 2);
      assertThat(store.entries("roads").entries().size()).isEqualTo(commits ? 2 : 1);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** A late close once ended the changes of whatever batch was open. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void changesOfAnEndedBatchLeaveOtherBatchesAlone(boolean hasIndex) {
    TableOptions options = TableOptions.defaults();
    try (Store store = Store.create(directory)) {
      Table table = Table.create(store, "t", hasIndex ? options.withKeyIndex("keys") : options);
      TableBatch ended;
      try (WriteBatch batch = store.begin()) {
        ended = table.begin(batch);
        ended.insert(1, null, ByteBuffer.allocate(3));
        batch.commit();
      }
      try (WriteBatch batch = store.begin()) {
        table.begin(batch).insert(2, null, ByteBuffer.allocate(3));
        assertThatThrownBy(() -> ended.insert(3, null, ByteBuffer.allocate(3)))
            .isInstanceOf(BatchStateException.class);
        ended.close();
        batch.commit();
      }
      assertThat(table.size()).isEqualTo(2);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void anUnknownTableIsRefusedWithTheNamesOfTheTables() {
    try (Store store = Store.create(directory)) {
      assertThatThrownBy(() -> Table.of(store, "vehicle"))
          .isInstanceOf(SpecException.class)
          .hasMessage("unknown table 'vehicle' (allowed: none, because none exists)");
      Table.create(store, "vehicles", vehicles());
      assertThatThrownBy(() -> Table.of(store, "vehicle"))
          .isInstanceOf(SpecException.class)
          .hasMessage("unknown table 'vehicle' (allowed: vehicles)");
    }
  }

  @Test
  void closingATableDoesNotCloseItsStore() {
    try (Store store = Store.create(directory)) {
      Table vehicles = Table.create(store, "vehicles", vehicles());
      try (Table fences = Table.create(store, "fences", fences())) {
        fences.insert(1, square(0), row -> row.set("name", "yard"));
      }
      try (Table again = Table.of(store, "fences")) {
        assertThat(again.size()).isEqualTo(1);
        again.close(Duration.ofSeconds(1));
      }
      vehicles.insert(7, square(0), row -> row.set("speed", 1));
      assertThat(vehicles.size()).isEqualTo(1);
      Table.of(store, "vehicles").closingStore().close();
      assertThatThrownBy(() -> vehicles.get(7)).isInstanceOf(StoreClosedException.class);
    }
  }

  @Test
  void aTableWithOtherFilesThanItsStoreIsRefused() {
    try (Store store = Store.create(directory)) {
      StoreDesign before = store.design();
      refuse(store, vehicles().withPageSize(8192), "page size '8192'", "'4096'");
      refuse(store, vehicles().withSync(SyncMode.OP), "sync 'op'", "'group:5ms'");
      refuse(store, vehicles().withDevice("memory"), "device 'memory'", "'auto'");
      refuse(store, vehicles().withFlash("efind"), "flash 'efind'", "none:buffer=");
      assertThat(store.design()).isEqualTo(before);
      Table.create(store, "vehicles", vehicles().withPageSize(4096).withDevice("auto"));
      refuse(store, vehicles(), "'vehicles", "already exists; choose another name");
      assertThatThrownBy(() -> Table.create(store, "Fences", vehicles()))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("structure name 'Fences");
    }
  }

  private static void refuse(Store store, TableOptions options, String... named) {
    assertThatThrownBy(() -> Table.create(store, "vehicles", options))
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll(named);
  }

  /** The pages of a store of one structure do not say to which structure they belong. */
  @Test
  void theOnlyStructureOfAStoreIsNotNamedLikeAStoreOfOneStructure() {
    try (Store store = Store.create(directory)) {
      refuseName(() -> Table.create(store, Table.NAME, vehicles()));
      refuseName(() -> store.add(Map.of(StoreDesign.ONLY_INDEX, "rstar")));
      Table.create(store, "fences", fences());
      Table.create(store, Table.NAME, vehicles()).insert(1, null, row -> row.set("speed", 1));
    }
    try (Store store = Store.open(directory)) {
      assertThat(Table.of(store, Table.NAME).size()).isEqualTo(1);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static void refuseName(Runnable addition) {
    assertThatThrownBy(addition::run)
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("is reserved for a store of one structure; choose another name");
  }

  @Test
  void anEmptyStoreIsOpenedAgain() {
    Store.create(directory).close();
    try (Store store = Store.open(directory)) {
      assertThat(store.size()).isZero();
      assertThat(store.check().ok()).isTrue();
    }
    try (Store store = Store.openReadOnly(directory)) {
      assertThat(store.structures()).isEmpty();
    }
  }

  /** A heap file has no lock of its own, so the store must wait for the batch. */
  @Test
  @Timeout(60)
  void closingATableWithoutAnIndexWaitsForABatchOfAnotherThread() throws Exception {
    TableOptions options = TableOptions.defaults().withDevice("buffered");
    try (Table table = Table.create(directory, options)) {
      table.insert(1, null, NONE);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch refused = new CountDownLatch(1);
      Throwable[] failure = {null};
      Thread importer =
          new Thread(
              () -> {
                try (TableBatch batch = table.begin()) {
                  batch.insert(2, null, NONE.duplicate());
                  begun.countDown();
                  refused.await(30, TimeUnit.SECONDS);
                  batch.commit();
                } catch (Exception e) {
                  failure[0] = e;
                }
              },
              "importer");
      importer.start();
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      try {
        assertThatThrownBy(() -> table.close(Duration.ofMillis(20)))
            .isInstanceOf(BatchTimeoutException.class)
            .hasMessageContaining("'importer'");
      } finally {
        refused.countDown();
      }
      table.close(); // waits for the batch, which commits
      importer.join();
      assertThat(failure[0]).isNull();
    }
    try (Table table = Table.open(directory)) {
      assertThat(table.size()).isEqualTo(2);
    }
  }

  /**
   * Closing the store waits for a batch over several structures, even before the batch changes one
   * of them.
   */
  @Test
  @Timeout(60)
  void closingAStoreWaitsForABatchOfAnotherThreadThatHasChangedNothing() throws Exception {
    try (Store store =
        Store.create(directory, StoreOptions.defaults().withIndex("rstar").design())) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch refused = new CountDownLatch(1);
      Thread importer =
          new Thread(
              () -> {
                try (WriteBatch batch = store.begin()) {
                  begun.countDown();
                  refused.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "importer");
      importer.start();
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      try {
        assertThatThrownBy(() -> store.close(Duration.ofMillis(20)))
            .isInstanceOf(BatchTimeoutException.class)
            .hasMessageContaining("'importer'");
        assertThat(store.size()).isZero();
      } finally {
        refused.countDown();
      }
      importer.join();
    }
  }

  @Test
  @Timeout(60)
  void aThreadClosesAStoreWithItsOwnBatchOpen() {
    Table table = Table.create(directory, TableOptions.defaults().withDevice("buffered"));
    table.insert(1, null, NONE);
    TableBatch open = table.begin();
    open.insert(2, null, NONE.duplicate());
    table.close();
    try (Table again = Table.open(directory)) {
      assertThat(again.size()).isEqualTo(1);
    }
  }
}
