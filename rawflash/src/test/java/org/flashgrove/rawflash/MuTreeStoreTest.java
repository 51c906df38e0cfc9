package org.flashgrove.rawflash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.access.Backup;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.rawflash.logged.MuTreeOperation;
import org.flashgrove.rawflash.logged.MuTreeSnapshot;
import org.flashgrove.rawflash.mutree.FlashFullException;
import org.flashgrove.rawflash.mutree.MuTreeStats;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores of a μ-tree on raw flash, beside a B+-tree and a log behind a layer. */
class MuTreeStoreTest {
  private static final String DEVICE = "rawnand:block=8,blocks=512,files=50%";
  private static final int KEYS = 1_000;

  @TempDir private Path directory;

  private static StoreDesign design(String sync, String... structures) {
    Map<String, String> specs = new LinkedHashMap<>();
    for (int i = 0; i < structures.length; i += 2) {
      specs.put(structures[i], structures[i + 1]);
    }
    return StoreDesign.of(DEVICE, 2048, sync, "none:frames=8,log=64K", specs);
  }

  private static MuTreeStructure tree(Store store) {
    return store.structure("keys", MuTreeStructure.class);
  }

  private static StoreDesign both(String sync, String spec) {
    return design(sync, "keys", spec, "pairs", "bplus");
  }

  /** Collects what a visit hands over, which must be ascending. */
  private static Map<Long, Long> collect(java.util.function.ToLongFunction<PairVisitor> visit) {
    TreeMap<Long, Long> found = new TreeMap<>();
    long visited =
        visit.applyAsLong(
            (key, value) -> {
              assertThat(found.isEmpty() || found.lastKey() < key).isTrue();
              found.put(key, value);
            });
    assertThat(visited).isEqualTo(found.size());
    return found;
  }

  private static Map<Long, Long> contents(Store store) {
    return collect(visitor -> tree(store).visit(Long.MIN_VALUE, Long.MAX_VALUE, visitor));
  }

  private static Map<Long, Long> pairs(Store store) {
    Map<Long, Long> found = new TreeMap<>();
    store.keys("pairs").visit(Long.MIN_VALUE, Long.MAX_VALUE, true, found::put);
    return found;
  }

  /** Changes both trees alike, by one batch; every answer is that of the model. */
  private static void change(Store store, Map<Long, Long> model, Random random, int changes) {
    try (WriteBatch batch = store.begin();
        MuTreeOperation keys = tree(store).begin(batch);
        BPlusBatch pairs = store.keys("pairs").begin(batch)) {
      for (int i = 0; i < changes; i++) {
        long key = random.nextInt(KEYS) - KEYS / 2;
        long value = random.nextInt(3);
        Long old = model.get(key);
        boolean isThere = old != null;
        switch (random.nextInt(3)) {
          case 0 -> {
            assertThat(keys.insert(key, value)).isEqualTo(!isThere);
            if (!isThere) {
              pairs.insert(key, value);
              model.put(key, value);
            }
          }
          case 1 -> {
            assertThat(keys.update(key, value)).isEqualTo(isThere);
            if (isThere) {
              pairs.delete(key, old);
              pairs.insert(key, value);
              model.put(key, value);
            }
          }
          default -> {
            assertThat(keys.delete(key)).isEqualTo(isThere);
            if (isThere) {
              pairs.delete(key, old);
              model.remove(key);
            }
          }
        }
      }
      batch.commit();
    }
  }

  private static void requireSame(Store store, Map<Long, Long> model) {
    assertThat(store.check().problems()).isEmpty();
    assertThat(contents(store)).isEqualTo(model);
    assertThat(pairs(store)).isEqualTo(model);
    assertThat(tree(store).size()).isEqualTo(model.size());
  }

  @ParameterizedTest
  @CsvSource({"op,mutree:key=8", "group:5ms,mutree:write=3", "close,'mutree:k=0.3,read=2'"})
  void equalsAModelWithSnapshotsAndReopening(String sync, String spec) {
    Random random = Seeds.random();
    Map<Long, Long> model = new TreeMap<>();
    Path path = directory.resolve("store");
    Store store = Store.create(path, both(sync, spec));
    for (int round = 0; round < 12; round++) {
      Map<Long, Long> before = new TreeMap<>(model);
      try (StoreSnapshot old = store.snapshot()) {
        for (int i = 0; i < 40; i++) {
          change(store, model, random, 1 + random.nextInt(20));
          if (random.nextInt(20) == 0) {
            store.flush();
          }
        }
        MuTreeSnapshot keys = tree(store).at(old);
        assertThat(collect(v -> keys.visit(Long.MIN_VALUE, Long.MAX_VALUE, v)))
            .as("snapshot")
            .isEqualTo(before);
        for (int i = 0; i < 50; i++) {
          long key = random.nextInt(KEYS) - KEYS / 2;
          long from = Math.min(key, random.nextInt(KEYS) - KEYS / 2);
          assertThat(keys.find(key, -7)).isEqualTo(before.getOrDefault(key, -7L));
          assertThat(collect(v -> keys.visit(from, key, v)))
              .isEqualTo(new TreeMap<>(before).subMap(from, true, key, true));
        }
      }
      requireSame(store, model);
      if (round % 3 == 0) {
        store.compact();
      }
      if (random.nextBoolean()) {
        store.close();
        store = Store.open(path);
        requireSame(store, model);
      }
    }
    store.close();
  }

  @Test
  void aBatchThatIsClosedLeavesNothing() {
    try (Store store = Store.create(directory.resolve("store"), both("op", "mutree"))) {
      Map<Long, Long> model = new TreeMap<>();
      change(store, model, Seeds.random(), 200);
      try (WriteBatch batch = store.begin();
          MuTreeOperation keys = tree(store).begin(batch)) {
        keys.insert(KEYS, 1);
        model.keySet().forEach(keys::delete);
      }
      requireSame(store, model);
    }
  }

  @Test
  void anInsertionIsOneProgram() {
    try (Store store = Store.create(directory.resolve("store"), design("op", "keys", "mutree"))) {
      MuTreeStructure keys = tree(store);
      for (int i = 0; i < 100; i++) { // a single leaf
        try (MuTreeOperation operation = keys.begin()) {
          operation.insert(i, i);
          operation.commit();
        }
      }
      store.flush();
      MuTreeStats figures = keys.figures();
      assertThat(figures.pagePrograms()).isEqualTo(100);
      assertThat(keys.io().pageWrites()).isEqualTo(100);
    }
  }

  @Test
  void aBackupHasAllOfTheCommit() {
    Random random = Seeds.random();
    Map<Long, Long> model = new TreeMap<>();
    try (Store store = Store.create(directory.resolve("store"), both("group:5ms", "mutree"))) {
      for (int i = 0; i < 60; i++) {
        change(store, model, random, 10);
      }
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
      change(store, new TreeMap<>(model), random, 10);
    }
    for (int open = 0; open < 2; open++) {
      try (Store copy = Store.open(directory.resolve("copy"))) {
        requireSame(copy, model);
        change(copy, model, random, 10);
        requireSame(copy, model);
      }
    }
    assertThatThrownBy(
            () ->
                Salvage.run(
                    directory.resolve("copy"),
                    directory.resolve("rescued"),
                    new SalvageHints(null, null, 0, Map.of())))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(
            "structure 'keys' is mutree, which cannot be salvaged; restore a backup");
  }

  @Test
  void aSnapshotThatNeedsTooMuchExpires() {
    try (Store store =
        Store.create(directory.resolve("store"), design("close", "keys", "mutree:write=64"))) {
      MuTreeStructure keys = tree(store);
      try (StoreSnapshot old = store.snapshot()) {
        for (int round = 0; round < 80; round++) {
          try (MuTreeOperation operation = keys.begin()) {
            for (int key = 0; key < 1_000; key++) {
              boolean changed =
                  round == 0 ? operation.insert(key, round) : operation.update(key, round);
              assertThat(changed).isTrue();
            }
            operation.commit();
          }
        }
        assertThatThrownBy(() -> keys.at(old).find(1, -1))
            .isInstanceOf(SnapshotExpiredException.class);
      }
      assertThat(keys.find(1, -1)).isEqualTo(79);
    }
  }

  /** What the flash has no room for is refused before it is in the log. */
  @Test
  void aFullFlashRefusesInsertionsAndLosesNothing() {
    Path path = directory.resolve("store");
    String device = "rawnand:block=8,blocks=400,files=90%,page=512,oob=64";
    StoreDesign small =
        StoreDesign.of(device, 2048, "op", "none:frames=8,log=64K", Map.of("keys", "mutree"));
    long count = 0;
    try (Store store = Store.create(path, small)) {
      MuTreeStructure keys = tree(store);
      boolean isFull = false;
      while (!isFull) {
        try (MuTreeOperation operation = keys.begin()) {
          operation.insert(count, count);
          operation.commit();
          count++;
        } catch (FlashFullException e) {
          isFull = true;
        }
      }
      assertThat(count).isGreaterThan(200);
      try (MuTreeOperation operation = keys.begin()) {
        assertThat(operation.delete(0)).isTrue();
        operation.commit();
      }
      assertThat(keys.size()).isEqualTo(count - 1);
    }
    try (Store store = Store.open(path)) {
      assertThat(contents(store)).hasSize((int) count - 1);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void whereItCannotBeIsRefused() {
    assertThatThrownBy(() -> design("op", "a", "mutree", "b", "mutree"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("2 structures of blocks on device 'rawnand");
    assertThatThrownBy(() -> design("op", "a", "mutree").withDevice("nand"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("which has no raw flash (allowed: rawnand)");
    assertThatThrownBy(() -> design("op", "a", "mutree").withDevice(DEVICE + ",oob=16"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("out-of-band areas of 16 bytes (allowed: 64 or more)");
  }

  /** The process goes on behind each cut; nothing of what a call acknowledged is lost. */
  @Test
  void acknowledgedBatchesSurvivePowerCuts() {
    survives(40, "mutree");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"mutree", "mutree:write=4"})
  void manyPowerCuts(String spec) {
    survives(5_000, spec);
  }

  private void survives(int cuts, String spec) {
    Random random = Seeds.random();
    Path path = directory.resolve("store");
    Map<Long, Long> model = new TreeMap<>();
    Map<Long, Long> before = new TreeMap<>();
    Store store = Store.create(path, both("op", spec));
    long programs = 0;
    for (int cut = 0; cut < cuts; cut++) {
      store.device(SimulatedDevice.class).cutPowerAt(1 + random.nextInt(cut % 2 == 0 ? 60 : 1_200));
      try {
        while (true) {
          before.clear();
          before.putAll(model);
          change(store, model, random, 10);
        }
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("power");
      }
      programs += tree(store).io().pageWrites();
      try {
        store.close();
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("power");
      }
      store = Store.open(path);
      if (!contents(store).equals(model)) {
        model.clear();
        model.putAll(before);
      }
      requireSame(store, model);
    }
    store.close();
    assertThat(programs).as("pages of the tree").isGreaterThan(10L * cuts);
  }
}
