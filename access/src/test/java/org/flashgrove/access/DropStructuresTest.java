package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that all structures of a store can be dropped, and that the empty store stays usable. */
class DropStructuresTest {
  private static final Map<String, String> ROADS = Map.of("roads", "rstar");

  @TempDir private Path directory;

  @Test
  void allStructuresOfAStoreOfSeveralCanBeDropped() {
    Path place = directory.resolve("several");
    try (Store store = Store.create(place)) {
      Table.create(store, "fences", TableOptions.defaults().withKeyIndex("key"))
          .insert(1, null, row -> {});
      store.add(Map.of("roads", "rstar"));
      store.drop(List.of("fences", "fences.key"));
      store.drop(List.of("roads"));
      assertThat(store.structures()).isEmpty();
    }
    try (Store store = Store.open(place)) {
      assertThat(store.structures()).isEmpty();
      Table table = Table.create(store, "fences", TableOptions.defaults().withKeyIndex("key"));
      assertThat(table.size()).isZero();
      table.insert(2, null, row -> {});
    }
    try (Store store = Store.open(place)) {
      assertThat(Table.of(store, "fences").get(1)).isNull();
      assertThat(Table.of(store, "fences").get(2)).isNotNull();
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void theOnlyIndexOrTableOfItsStoreIsNotDropped() {
    try (SpatialStore store = SpatialStore.create(directory.resolve("s"), StoreOptions.defaults());
        Table table = Table.create(directory.resolve("t"), TableOptions.defaults())) {
      assertThatThrownBy(() -> store.store().drop(List.of(SpatialStore.INDEX)))
          .isInstanceOf(SpecException.class)
          .hasMessage(
              "drop: the store is one index and cannot exist without it; close the store and delete"
                  + " its directory");
      assertThatThrownBy(() -> table.store().drop(List.of(Table.NAME)))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("the store is one table");
    }
  }

  private static void fill(Store store, int count) {
    try (WriteBatch batch = store.begin();
        SpatialBatch roads = store.entries("roads").begin(batch)) {
      for (int i = 0; i < count; i++) {
        roads.insert(i, i, 0, i + 1, 1);
      }
      batch.commit();
    }
  }

  /** Cuts the power at each device call while the last structure is dropped. */
  @KindTest
  @KindSource({"none:frames=8,log=64K", "efind:buffer=16K,log=64K", "rftl:buffer=4K"})
  void theLastStructureIsWholeOrGoneAfterAPowerCut(String flash) {
    String sync = flash.startsWith("rftl") ? "close" : "op";
    CrashDisk disk = new CrashDisk();
    try (Store store = Store.create(disk, StoreDesign.of("buffered", 1024, sync, flash, ROADS))) {
      fill(store, 50);
      store.flush();
    }
    CrashDisk cut = new CrashDisk(disk.everything());
    Random random = Seeds.random();
    int[] found = new int[2];
    cut.afterEachCall(
        () -> PowerCuts.of(cut, random, 2, false, state -> found[requireUsable(state) ? 1 : 0]++));
    try (Store store = Store.open(cut, false, UnaryOperator.identity())) {
      store.drop(List.of("roads"));
    }
    assertThat(found[0]).as("states without the structure").isPositive();
    assertThat(found[1]).as("states with the structure").isPositive();
  }

  /** Returns whether the store still has the structure. Adds it again if not. */
  private static boolean requireUsable(DiskState state) {
    CrashDisk disk = new CrashDisk(state);
    boolean kept;
    try (Store store = Store.open(disk, false, UnaryOperator.identity())) {
      kept = !store.structures().isEmpty();
      if (kept) {
        assertThat(store.entries("roads").entries().size()).isEqualTo(50);
      } else {
        store.add(ROADS);
        fill(store, 20);
      }
    }
    try (Store store = Store.open(disk, false, UnaryOperator.identity())) {
      assertThat(store.entries("roads").entries().size()).isEqualTo(kept ? 50 : 20);
      assertThat(store.check().problems()).isEmpty();
    }
    return kept;
  }
}
