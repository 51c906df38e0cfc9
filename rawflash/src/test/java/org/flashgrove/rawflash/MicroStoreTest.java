package org.flashgrove.rawflash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.flashgrove.access.Backup;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.TimedRecord;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.rawflash.logged.MicroOperation;
import org.flashgrove.rawflash.logged.MicroSnapshot;
import org.flashgrove.rawflash.micro.MicroRecord;
import org.flashgrove.rawflash.micro.MicroStats;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores of a MicroHash or MicroGF on raw flash, beside a B+-tree and a log behind a layer. */
class MicroStoreTest {
  private static final String DEVICE = "rawnand:block=8,blocks=160,files=90%";
  private static final String HASH = "microhash:buckets=8,memory=24K";
  private static final String GRID = "microgf:grid=4,domain=0/0/1/1,memory=24K";

  @TempDir private Path directory;

  private static StoreDesign design(String sync, String spec) {
    Map<String, String> specs = new LinkedHashMap<>();
    specs.put("times", spec);
    specs.put("pairs", "bplus");
    return StoreDesign.of(DEVICE, 2048, sync, "none:frames=8,log=64K", specs);
  }

  private static MicroStructure records(Store store) {
    return store.structure("times", MicroStructure.class);
  }

  /** Appends records by one batch, and their keys to the B+-tree; all that there are to a list. */
  private static void append(Store store, List<long[]> model, Random random, int count) {
    boolean isGrid = store.structure("times").spec().startsWith("microgf");
    try (WriteBatch batch = store.begin();
        MicroOperation records = records(store).begin(batch);
        BPlusBatch pairs = store.keys("pairs").begin(batch)) {
      long time = model.isEmpty() ? 0 : model.get(model.size() - 1)[0];
      for (int i = 0; i < count; i++) {
        time += random.nextInt(3);
        long key = random.nextInt(500);
        if (isGrid) {
          double x = random.nextDouble() * 2 - 0.5;
          double y = random.nextInt(11) / 10.0;
          records.insert(time, key, x, y);
          model.add(new long[] {time, key, Double.doubleToLongBits(x), Double.doubleToLongBits(y)});
        } else {
          records.insert(time, key, i);
          model.add(new long[] {time, key, i});
        }
        pairs.insert(model.size(), key);
      }
      batch.commit();
    }
  }

  private static Map<Long, long[]> collect(Consumer<Predicate<TimedRecord>> search) {
    Map<Long, long[]> found = new TreeMap<>();
    search.accept(
        record -> {
          assertThat(found.put(record.ordinal(), ((MicroRecord) record).words().clone())).isNull();
          return true;
        });
    return found;
  }

  /** All records of a snapshot are a suffix of the first ones of the list. */
  private static void requireSame(MicroSnapshot records, List<long[]> model, int end) {
    Map<Long, long[]> all =
        collect(visitor -> records.times(Long.MIN_VALUE, Long.MAX_VALUE, visitor));
    int first = all.isEmpty() ? end : ((TreeMap<Long, long[]>) all).firstKey().intValue();
    assertThat(all).hasSize(end - first);
    assertThat(records.size()).isEqualTo(all.size());
    all.forEach((ordinal, words) -> assertThat(words).isEqualTo(model.get(ordinal.intValue())));
    for (int i = first; i < end; i += 1 + (end - first) / 8) {
      long[] wanted = model.get(i);
      long ordinal = i;
      Map<Long, long[]> found =
          collect(
              visitor -> {
                if (wanted.length == 3) {
                  records.keys(wanted[1], wanted[1], visitor);
                } else {
                  double x = Double.longBitsToDouble(wanted[2]);
                  double y = Double.longBitsToDouble(wanted[3]);
                  records.window(x, y, x, y, visitor);
                }
              });
      assertThat(found).containsKey(ordinal);
      all.forEach(
          (each, words) ->
              assertThat(found.containsKey(each))
                  .isEqualTo(
                      wanted.length == 3
                          ? words[1] == wanted[1]
                          : words[2] == wanted[2] && words[3] == wanted[3]));
    }
  }

  private static void requireSame(Store store, List<long[]> model) {
    assertThat(store.check().problems()).isEmpty();
    try (MicroSnapshot now = records(store).snapshot()) {
      requireSame(now, model, model.size());
    }
    assertThat(store.keys("pairs").size()).isEqualTo(model.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {HASH, GRID})
  void equalsAListWithSnapshotsAndReopening(String spec) {
    Random random = Seeds.random();
    List<long[]> model = new ArrayList<>();
    Path path = directory.resolve("store");
    Store store = Store.create(path, design(random.nextBoolean() ? "op" : "group:5ms", spec));
    for (int round = 0; round < 5; round++) {
      int before = model.size();
      try (StoreSnapshot old = store.snapshot()) {
        for (int i = 0; i < 45; i++) {
          append(store, model, random, 1 + random.nextInt(100));
        }
        requireSame(records(store).at(old), model, before);
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
    MicroStats figures = records(store).figures();
    assertThat(figures.firstOrdinal()).as("overwritten").isPositive();
    store.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {HASH, GRID})
  void aBackupHasAllOfTheCommit(String spec) {
    Random random = Seeds.random();
    List<long[]> model = new ArrayList<>();
    try (Store store = Store.create(directory.resolve("store"), design("group:5ms", spec))) {
      for (int i = 0; i < 130; i++) {
        append(store, model, random, 100);
      }
      assertThat(records(store).figures().firstOrdinal()).isPositive();
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
    }
    for (int open = 0; open < 2; open++) {
      try (Store copy = Store.open(directory.resolve("copy"))) {
        requireSame(copy, model);
        append(copy, model, random, 300);
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
        .hasMessageContaining("which cannot be salvaged; restore a backup");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    try (Store store = Store.create(directory.resolve("store"), design("op", HASH))) {
      try (MicroOperation records = records(store).begin()) {
        records.insert(7, 1, 1);
        assertThatThrownBy(() -> records.insert(6, 1, 1))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("time 6 (allowed: 7 or later)");
        assertThatThrownBy(() -> records.insert(8, 1, 0.5, 0.5))
            .isInstanceOf(SpecException.class)
            .hasMessageContaining("pass a key and a value");
        records.commit();
      }
      assertThat(records(store).size()).isOne();
      try (MicroSnapshot now = records(store).snapshot()) {
        assertThatThrownBy(() -> now.window(0, 0, 1, 1, record -> true))
            .isInstanceOf(SpecException.class);
        now.times(
            0,
            10,
            record -> {
              assertThatThrownBy(() -> records(store).begin())
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("begin the change after the search ends");
              return true;
            });
      }
      assertThatThrownBy(() -> store.pairs("times"))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("(allowed: a key tree)");
    }
    assertThatThrownBy(() -> design("op", HASH).withDevice("nand"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("which has no raw flash (allowed: rawnand)");
    assertThatThrownBy(() -> design("op", "microhash:memory=4K"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("(allowed: 15868 or more)");
  }

  /** The process goes on behind each cut; what a call acknowledged is there, unless overwritten. */
  @ParameterizedTest
  @ValueSource(strings = {HASH, GRID})
  void acknowledgedBatchesSurvivePowerCuts(String spec) {
    survives(12, spec);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {HASH, GRID})
  void manyPowerCuts(String spec) {
    survives(2_000, spec);
  }

  private void survives(int cuts, String spec) {
    Random random = Seeds.random();
    Path path = directory.resolve("store");
    List<long[]> model = new ArrayList<>();
    Store store = Store.create(path, design("op", spec));
    for (int cut = 0; cut < cuts; cut++) {
      store.device(SimulatedDevice.class).cutPowerAt(1 + random.nextInt(cut % 2 == 0 ? 60 : 600));
      int acknowledged = model.size();
      try {
        while (true) {
          acknowledged = model.size();
          append(store, model, random, 1 + random.nextInt(60));
        }
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("power");
      }
      try {
        store.close();
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("power");
      }
      store = Store.open(path);
      long end = store.keys("pairs").size();
      assertThat(end).isIn((long) acknowledged, (long) model.size());
      model.subList((int) end, model.size()).clear();
      requireSame(store, model);
    }
    store.close();
  }
}
