package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableCheck;
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

/**
 * Tests that adding structures to an existing store is atomic: after any failure the store has all
 * of them or none.
 */
class AddStructuresTest {
  private static final Map<String, String> ADDED = new LinkedHashMap<>();

  static {
    ADDED.put("trees", "rtree");
    ADDED.put("parcels.geom", "rstar");
    ADDED.put("parcels", "records:cache=32K");
    ADDED.put("lakes", "grove:domain=0/0/100/100,memory=64K,block=8K");
  }

  private static StoreDesign design(String flash) {
    return StoreDesign.of(
        "buffered",
        1024,
        flash.startsWith("rftl") ? "close" : "op",
        flash,
        Map.of("roads", "rstar"));
  }

  private static void fill(Store store, String structure, int count) {
    try (WriteBatch batch = store.begin();
        SpatialBatch changes = store.entries(structure).begin(batch)) {
      for (int i = 0; i < count; i++) {
        changes.insert(i, i % 10, i / 10, i % 10 + 1, i / 10 + 1);
      }
      batch.commit();
    }
  }

  private static void add(CrashDisk disk, Map<String, String> specs) {
    try (Store store = Store.open(disk, false, UnaryOperator.identity())) {
      store.add(specs);
    }
  }

  private static void useAdded(Store store) {
    fill(store, "trees", 70);
    fill(store, "lakes", 90);
    Table.of(store, "parcels").insert(5, null, ByteBuffer.allocate(3));
  }

  private static void requireUsed(Store store) {
    assertThat(store.entries("roads").entries().size()).isEqualTo(50);
    assertThat(store.entries("trees").entries().size()).isEqualTo(70);
    assertThat(store.entries("lakes").entries().size()).isEqualTo(90);
    assertThat(store.records("parcels").size()).isEqualTo(1);
    assertThat(TableCheck.of(store).problems()).isEmpty();
  }

  @Test
  void areEmptyAndThenOnesLikeOthers(@TempDir Path directory) {
    Path path = directory.resolve("store");
    try (Store store = Store.create(path, design("efind:buffer=16K,log=64K"))) {
      fill(store, "roads", 50);
    }
    ClosedStore.add(path, ADDED);
    try (Store store = Store.openReadOnly(path)) {
      assertThat(store.structures())
          .extracting(Structure::size)
          .containsExactly(50L, 0L, 0L, 0L, 0L);
      assertThat(TableCheck.of(store).problems()).isEmpty();
    }
    try (Store store = Store.open(path)) {
      useAdded(store);
      store.compact();
    }
    try (Store store = Store.open(path)) {
      requireUsed(store);
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
    }
    try (Store store = Store.openReadOnly(directory.resolve("copy"))) {
      requireUsed(store);
    }
  }

  @Test
  void storesOfOneIndexOrTableAndTakenNamesAreRefused(@TempDir Path directory) {
    Path one = directory.resolve("one");
    Store.create(one, StoreOptions.defaults().withDevice("buffered").design()).close();
    assertThatThrownBy(() -> ClosedStore.add(one, Map.of("roads", "rstar")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("the store is one index");
    Path several = directory.resolve("several");
    Store.create(several, design("none")).close();
    assertThatThrownBy(() -> ClosedStore.add(several, Map.of("roads", "rtree")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("'roads' already exists");
    assertThatThrownBy(() -> ClosedStore.add(several, Map.of("parcels.geom", "rtree")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("without records 'parcels'");
    assertThat(Store.designOf(several).structures()).containsOnlyKeys("roads");
  }

  /** Cuts the power at each device call while structures are added. */
  @KindTest
  @KindSource({"none:frames=8,log=64K", "efind:buffer=16K,log=64K", "rftl:buffer=4K"})
  void allOrNoneAfterAPowerCut(String flash) {
    CrashDisk disk = new CrashDisk();
    Map<String, String> added = new LinkedHashMap<>(ADDED);
    if (flash.startsWith("rftl")) {
      added.remove("lakes");
    }
    try (Store store = Store.create(disk, design(flash))) {
      fill(store, "roads", 50);
      store.flush();
    }
    CrashDisk cut = new CrashDisk(disk.everything());
    Random random = Seeds.random();
    int[] found = new int[2];
    cut.afterEachCall(
        () ->
            PowerCuts.of(
                cut, random, 2, false, state -> found[requireAllOrNone(state, added) ? 1 : 0]++));
    add(cut, added);
    assertThat(found[0]).as("states before").isPositive();
    assertThat(found[1]).as("states after").isPositive();
  }

  /** Returns whether the store has the added structures. Fails if it has only some of them. */
  private static boolean requireAllOrNone(DiskState state, Map<String, String> added) {
    CrashDisk disk = new CrashDisk(state);
    boolean all;
    try (Store store = Store.open(disk, false, UnaryOperator.identity())) {
      all = store.structures().size() == 1 + added.size();
      assertThat(store.structures()).hasSize(all ? 1 + added.size() : 1);
      assertThat(store.entries("roads").entries().size()).isEqualTo(50);
    }
    if (!all) {
      add(disk, added); // again, over what the first left
    }
    if (added.containsKey("lakes")) {
      try (Store store = Store.open(disk, false, UnaryOperator.identity())) {
        useAdded(store);
      }
      try (Store store = Store.open(disk, false, UnaryOperator.identity())) {
        requireUsed(store);
      }
    }
    return all;
  }
}
