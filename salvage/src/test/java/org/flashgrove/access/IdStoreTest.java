package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes by id alone, of stores of every kind of index, against a map. */
class IdStoreTest {
  private static final int CHANGES = 600;
  private static final int IDS = 150;

  @TempDir private Path directory;

  static List<String> indices() {
    List<String> specs = new ArrayList<>(StoreMatrix.indexSpecs());
    specs.add("grove:domain=0/0/2048/2048,memory=64K,block=16K");
    specs.add("lsm:domain=0/0/2048/2048,memory=64K,block=16K");
    return KindsUnderTest.of(specs, spec -> spec);
  }

  private static StoreOptions options(String index) {
    String flash = index.matches("(grove|lsm):.*") ? "none" : "efind:buffer=16K,unit=3,log=64K";
    return StoreOptions.defaults()
        .withIndex(index)
        .withFlash(flash)
        .withDevice("buffered")
        .withPageSize(1024)
        .withSync(SyncMode.OP)
        .withIds();
  }

  private static CrashWorkload.Shape shape(String index) {
    return index.matches("(xbr|kdb|gridfile)\\b.*")
        ? CrashWorkload.Shape.POINTS
        : CrashWorkload.Shape.RECTANGLES;
  }

  private static void run(SpatialStore store, IdChanges changes, Random random, int count) {
    for (int i = 0; i < count; i++) {
      if (random.nextInt(20) == 0) {
        changes.batch(store, 1 + random.nextInt(20));
      } else if (random.nextInt(20) == 0) {
        IdChanges.takenBack(store, random.nextLong());
      } else {
        changes.change(store);
      }
    }
  }

  @KindTest
  @MethodSource("indices")
  void everyIndexIsChangedByIdAsAMapIs(String index) {
    Random random = Seeds.random();
    IdChanges changes = new IdChanges(random.nextLong(), shape(index), IDS);
    MemoryDirectory files = new MemoryDirectory();
    try (SpatialStore store = SpatialStore.create(files, options(index))) {
      run(store, changes, random, CHANGES);
      changes.requireSame(store);
    }
    try (SpatialStore store = SpatialStore.open(files)) {
      changes.requireSame(store);
      run(store, changes, random, CHANGES / 4);
      store.compact();
      changes.requireSame(store);
      MemoryDirectory copy = new MemoryDirectory();
      store.store().backup(copy, Backup.Progress.NONE);
      try (SpatialStore other = SpatialStore.open(copy)) {
        changes.requireSame(other);
      }
    }
  }

  @Test
  @Tag("long")
  void aMillionChangesAreThoseOfAMap() {
    Random random = Seeds.random();
    for (String index : List.of("rstar", "grove:domain=0/0/2048/2048,memory=1M")) {
      IdChanges changes = new IdChanges(random.nextLong(), shape(index), 50_000);
      String flash = index.startsWith("grove") ? "none" : "efind:buffer=1M";
      StoreOptions options =
          StoreOptions.defaults()
              .withIndex(index)
              .withFlash(flash)
              .withDevice("buffered")
              .withIds();
      Path files = directory.resolve(index.substring(0, 5));
      SpatialStore.create(files, options).close();
      for (int round = 0; round < 10; round++) {
        try (SpatialStore store = SpatialStore.open(files)) {
          changes.requireSame(store);
          for (int i = 0; i < 25_000; i++) {
            changes.change(store);
          }
          for (int i = 0; i < 1_250; i++) {
            changes.batch(store, 20);
          }
        }
      }
      try (SpatialStore store = SpatialStore.open(files)) {
        changes.requireSame(store);
        System.out.printf(
            "IdStoreTest: %s, 500,000 changes, %d entries, the same as the map%n",
            index, changes.size());
      }
    }
  }

  @Test
  void equalPairsAreCountedOnceOrRefused() {
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options("rstar"))) {
      store.insert(7, 1, 1, 2, 2);
      store.insert(7, 1, 1, 2, 2);
      assertThat(store.size()).isEqualTo(1);
      assertThat(store.count(EntryQuery.intersecting(0, 0, 9, 9))).isEqualTo(1);
      assertThatThrownBy(() -> store.insert(7, 1, 1, 2, 3))
          .hasMessage("id 7 already exists with another rectangle; use put() or move()");
      assertThat(store.entry(7)).isEqualTo(new Entry(7, 1, 1, 2, 2));
      assertThat(store.store().check().entries()).isEqualTo(1);
    }
    StoreOptions refusing = options("rstar").withIds(Repeat.REFUSE);
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), refusing)) {
      store.insert(7, -0.0, 1, 2, 2);
      assertThatThrownBy(() -> store.insert(7, 0.0, 1, 2, 2))
          .hasMessage("id 7 already exists with this rectangle; insert each entry once");
      assertThat(store.put(7, 0.0, 1, 2, 2)).isTrue();
      assertThat(store.delete(7, 0, 1, 2, 3)).isFalse();
      assertThat(store.update(7, new double[] {0, 1, 2, 3}, new double[4])).isFalse();
      assertThat(store.update(7, new double[] {0, 1, 2, 2}, new double[4])).isTrue();
      assertThat(store.delete(7, 0, 0, 0, 0)).isTrue();
      assertThat(store.size()).isZero();
    }
    try (SpatialStore bag =
        SpatialStore.create(
            new MemoryDirectory(), StoreOptions.defaults().withDevice("buffered"))) {
      bag.insert(7, 1, 1, 2, 2);
      bag.insert(7, 1, 1, 2, 2);
      assertThat(bag.size()).isEqualTo(2);
      assertThat(bag.count(EntryQuery.intersecting(0, 0, 9, 9))).isEqualTo(2);
      assertThat(bag.store().check().entries()).isEqualTo(2);
    }
  }

  @Test
  void unknownIdsAndBadRectanglesChangeNothing() {
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options("rstar"))) {
      assertThat(store.move(1, 0, 0, 1, 1)).isFalse();
      assertThat(store.remove(1)).isFalse();
      assertThat(store.entry(1)).isNull();
      assertThat(store.put(1, 0, 0, 1, 1)).isFalse();
      assertThatThrownBy(() -> store.put(1, 2, 0, 1, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> store.move(1, Double.NaN, 0, 1, 1))
          .isInstanceOf(IllegalArgumentException.class);
      try (SpatialBatch batch = store.begin()) {
        assertThatThrownBy(() -> batch.put(1, 2, 0, 1, 1))
            .isInstanceOf(IllegalArgumentException.class);
        batch.put(2, 5, 5, 6, 6);
        batch.commit();
      }
      assertThat(store.entry(1)).isEqualTo(new Entry(1, 0, 0, 1, 1));
      try (SpatialSnapshot before = store.snapshot()) {
        store.remove(1);
        assertThat(before.entry(1)).isEqualTo(new Entry(1, 0, 0, 1, 1));
        assertThat(store.entry(1)).isNull();
      }
      assertThat(store.store().check().problems()).isEmpty();
    }
  }

  @Test
  void aStoreWithoutIdsRefusesInOneLine() {
    StoreOptions plain = StoreOptions.defaults().withDevice("buffered").withMemory(1 << 20);
    String line =
        "call by id alone: the store does not keep the rectangle of each id; create the store"
            + " withIds(), or use calls with id and rectangle";
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), plain);
        SpatialSnapshot snapshot = store.snapshot()) {
      assertThatThrownBy(() -> store.put(1, 0, 0, 1, 1)).hasMessage(line);
      assertThatThrownBy(() -> store.move(1, 0, 0, 1, 1)).hasMessage(line);
      assertThatThrownBy(() -> store.remove(1)).hasMessage(line);
      assertThatThrownBy(() -> store.entry(1)).hasMessage(line);
      assertThatThrownBy(() -> snapshot.entry(1)).hasMessage(line);
      try (SpatialBatch batch = store.begin()) {
        assertThatThrownBy(() -> batch.remove(1)).hasMessage(line);
      }
    }
    assertThatThrownBy(
            () -> plain.withFlash("none").withDevice("buffered:placement=home").withIds().design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("use one index, or placement=free");
  }

  @Test
  void aStructureOfSeveralHasIdsOfItsOwn() {
    StoreDesign design =
        options("rstar")
            .design()
            .ofStructures(Map.of("roads", "rstar"))
            .with(Map.of("cars", "rstar", "cars.ids", "ids"));
    assertThatThrownBy(() -> design.with(Map.of("roads.ids", "ids")))
        .hasMessageContaining("would lack the entries of its existing index");
    assertThatThrownBy(() -> design.with(Map.of("ids", "ids")))
        .hasMessage(
            "structure 'ids' of rectangles by id: belongs to no spatial index; name it INDEX.ids,"
                + " and keep the spatial index INDEX");
    MemoryDirectory files = new MemoryDirectory();
    try (Store store = Store.create(files, design)) {
      store.entries("cars").entries().put(1, 0, 0, 1, 1);
      try (WriteBatch batch = store.begin();
          SpatialBatch roads = store.entries("roads").begin(batch);
          SpatialBatch cars = store.entries("cars").begin(batch)) {
        roads.insert(1, 0, 0, 1, 1);
        cars.move(1, 3, 3, 4, 4);
        batch.commit();
      }
      assertThat(store.size()).isEqualTo(2);
    }
    try (Store store = Store.open(files, true, found -> found)) {
      assertThat(store.entries("cars").entries().entry(1)).isEqualTo(new Entry(1, 3, 3, 4, 4));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** What is rescued has one rectangle for each id, even where the index has several. */
  @Test
  void salvageMakesTheIdsAnew() {
    Random random = Seeds.random();
    IdChanges changes = new IdChanges(random.nextLong(), shape("rstar"), IDS);
    MemoryDirectory files = new MemoryDirectory();
    try (SpatialStore store = SpatialStore.create(files, options("rstar"))) {
      run(store, changes, random, CHANGES);
    }
    MemoryDirectory rescued = new MemoryDirectory();
    assertThat(Salvage.run(files, rescued, SalvageHints.NONE).isComplete()).isTrue();
    try (SpatialStore store = SpatialStore.open(rescued)) {
      changes.requireSame(store);
      run(store, changes, random, CHANGES / 4);
      changes.requireSame(store);
    }
    try (SpatialStore store = SpatialStore.open(files)) {
      store.put(7, 1, 1, 2, 2);
      Internals.tree(store.index()).insert(7, 5, 5, 5, 5);
    }
    MemoryDirectory again = new MemoryDirectory();
    SalvageReport report = Salvage.run(files, again, SalvageHints.NONE);
    assertThat(report.structures().get(0).duplicates()).isEqualTo(1);
    assertThat(report.uncertainties())
        .anyMatch(line -> line.endsWith("is left out: its id has another rectangle, too"));
    try (SpatialStore store = SpatialStore.open(again)) {
      assertThat(store.store().check().problems()).isEmpty();
      assertThat(store.entry(7)).isNotNull();
    }
  }

  /** A check that cannot fail would say nothing of ids that were left behind. */
  @Test
  void theCheckFindsWhatIsNotInStep() {
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options("rstar"))) {
      for (int i = 0; i < 100; i++) {
        store.put(i, i, i, i, i);
      }
      Internals.tree(store.index()).update(5, new double[] {5, 5, 5, 5}, new double[] {5, 5, 5, 6});
      assertThat(store.store().check().problems())
          .contains(
              "index.ids: Entry[id=5, minX=5.0, minY=5.0, maxX=5.0, maxY=6.0] of the index is"
                  + " Entry[id=5, minX=5.0, minY=5.0, maxX=5.0, maxY=5.0] by id");
    }
  }
}
