package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.failure.StoreIoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the error of opening a store as a table if the store is not one table. */
class OtherThanOneTableTest {
  @TempDir private Path directory;

  private void create(Map<String, String> structures) {
    StoreDesign like = StoreOptions.defaults().withIndex("rstar").withDevice("buffered").design();
    Store.create(directory, like.ofStructures(structures)).close();
  }

  private void refuses(String... parts) {
    assertThatThrownBy(() -> Table.open(directory))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContainingAll(parts)
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> Table.optionsOf(directory)).hasMessageContainingAll(parts);
  }

  @Test
  void aStoreOfTwoTablesIsSaidToHaveThem() {
    Map<String, String> structures = new LinkedHashMap<>();
    structures.put("roads.geom", "rstar");
    structures.put("roads", "records");
    structures.put("towns", "records");
    create(structures);
    refuses("has the tables roads, towns", "Table.of");
  }

  @Test
  void aStoreOfStructuresWithoutATableIsSaidToHaveThem() {
    create(Map.of("keys", "bplus"));
    refuses("has the structures keys", "no table");
  }

  @Test
  void anIndexIsSaidToBeOne() {
    SpatialStore.create(directory, StoreOptions.defaults().withDevice("buffered")).close();
    refuses("is a spatial store, not a table", "SpatialStore.open");
  }
}
