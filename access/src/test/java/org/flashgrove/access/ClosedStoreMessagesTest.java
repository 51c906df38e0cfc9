package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.EntryQuery;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the exception of a closed store names the store and says what to do. */
class ClosedStoreMessagesTest {
  @TempDir private Path directory;

  private void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreClosedException.class)
        .hasMessageStartingWith(directory.toString())
        .hasMessageEndingWith(": the store is closed; open it again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "hilbert:domain=0/0/10/10", "grove"})
  void aStoreOfRectangles(String index) {
    SpatialStore store =
        SpatialStore.create(directory.resolve("s"), StoreOptions.defaults().withIndex(index));
    store.insert(1, 0, 0, 1, 1);
    store.close();
    refused(() -> store.search(0, 0, 1, 1, (id, minX, minY, maxX, maxY) -> {}));
    refused(() -> store.cursor(EntryQuery.all()));
    refused(() -> store.count(EntryQuery.all()));
    refused(() -> store.insert(2, 0, 0, 1, 1));
    refused(store::snapshot);
    refused(store::begin);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove"})
  void aTable(String index) {
    Table table =
        Table.create(
            directory.resolve("t"),
            TableOptions.defaults()
                .withAttributes("n:int")
                .withIndex("geom", index)
                .withIndex("key", "bplus"));
    table.insert(1, null, row -> row.set("n", 1));
    table.close();
    refused(() -> table.get(1));
    refused(() -> table.insert(2, null, row -> row.set("n", 2)));
    refused(() -> table.update(1, row -> row.set("n", 3)));
    refused(() -> table.delete(1));
    refused(() -> TableQuery.of(table).count());
    refused(table::begin);
    refused(table::snapshot);
  }
}
