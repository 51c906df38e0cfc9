package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.failure.ReadOnlyStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.EntryQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the exception of a closed store names the store and says what to do. */
class ClosedStoreMessagesTest {
  @TempDir private Path directory;

  private static void refused(Path store, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreClosedException.class)
        .hasMessage(store + ": the store is closed; open it again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "hilbert:domain=0/0/10/10", "grove"})
  void aStoreOfRectangles(String index) {
    Path path = directory.resolve("s");
    SpatialStore store = SpatialStore.create(path, StoreOptions.defaults().withIndex(index));
    store.insert(1, 0, 0, 1, 1);
    store.close();
    refused(path, () -> store.search(0, 0, 1, 1, (id, minX, minY, maxX, maxY) -> {}));
    refused(path, () -> store.cursor(EntryQuery.all()));
    refused(path, () -> store.count(EntryQuery.all()));
    refused(path, () -> store.insert(2, 0, 0, 1, 1));
    refused(path, store::snapshot);
    refused(path, store::begin);
    refused(path, store.store()::stats);
    refused(path, store.store()::compact);
    refused(path, store.store()::check);
    refused(path, store.store()::sync);
  }

  @Test
  void aStoreWithoutStructures() {
    Path path = directory.resolve("e");
    Store store = Store.create(path);
    assertThat(store.stats().io().pageReads()).isZero();
    store.close();
    refused(path, () -> store.add(Map.of("roads", "rstar")));
    refused(path, store::begin);
    refused(path, () -> Table.create(store, "t", TableOptions.defaults()));
  }

  @Test
  void aStoreThatIsOpenForReading() {
    Path path = directory.resolve("r");
    SpatialStore.create(path, StoreOptions.defaults()).close();
    try (SpatialStore store = SpatialStore.openReadOnly(path)) {
      assertThatThrownBy(() -> store.insert(1, 0, 0, 1, 1))
          .isInstanceOf(ReadOnlyStoreException.class)
          .hasMessage(
              path + ": the store is open for reading only; reopen it with open to change it");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove"})
  void aTable(String index) {
    Path path = directory.resolve("t");
    Table table =
        Table.create(
            path,
            TableOptions.defaults()
                .withAttributes("n:int")
                .withIndex("geom", index)
                .withIndex("key", "bplus"));
    table.insert(1, null, row -> row.set("n", 1));
    table.close();
    refused(path, () -> table.get(1));
    refused(path, () -> table.insert(2, null, row -> row.set("n", 2)));
    refused(path, () -> table.update(1, row -> row.set("n", 3)));
    refused(path, () -> table.delete(1));
    refused(path, () -> TableQuery.of(table).count());
    refused(path, table::begin);
    refused(path, table::snapshot);
  }
}
