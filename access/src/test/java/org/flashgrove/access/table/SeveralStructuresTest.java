package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.access.Backup;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.access.metrics.CompactionStats;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests one batch, one snapshot and one backup of a store with two spatial trees, a key tree and a
 * table.
 */
class SeveralStructuresTest {
  private static final String EFIND = "efind:buffer=32K,unit=3,log=64K";
  private static final String POOL = "none:frames=16,log=64K";

  @TempDir private Path directory;

  private Path path() {
    return directory.resolve("store");
  }

  private Store create(String flash, String device) {
    return Store.create(path(), StructuresModel.design(flash, device, 512, "close"));
  }

  private static void requireSame(Store store, StructuresModel model) {
    assertThat(StructuresModel.digests(store)).isEqualTo(model.digests());
    assertThat(TableCheck.of(store).problems()).isEmpty();
    assertThat(store.spatial("index").size()).isEqualTo(model.size(0));
    assertThat(store.records("sites").size()).isEqualTo(model.size(3));
    assertThat(store.size())
        .isEqualTo(model.size(0) + model.size(1) + model.size(2) + model.size(3));
  }

  private static void change(Store store, StructuresModel model, Random random, int batches) {
    for (int i = 0; i < batches; i++) {
      StructuresModel.Change change = model.draw(random, 6);
      boolean commits = random.nextInt(5) > 0;
      StructuresModel.run(store, change, commits);
      if (commits) {
        model.apply(change);
      }
    }
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "none:frames=16,log=64K | buffered",
        "efind:buffer=32K,unit=3,log=64K | buffered",
        "efind:auto,buffer=32K,log=64K | direct",
        "efind:buffer=32K,unit=3,log=64K+pool:buffer=64K,policy=2q | buffered",
        "for:buffer=16K,log=64K | nand:block=16,blocks=512,buffer=32K",
        "efind:buffer=32K,unit=3,log=0 | buffered",
        "rftl:buffer=16K | buffered",
        "lcr:buffer=16K | buffered",
        "fkdb:buffer=16K | buffered",
        "gffm:buffer=16K | buffered",
      })
  void whatIsHeldIsWhatTheModelHolds(String flash, String device) {
    Random random = Seeds.random();
    StructuresModel model = new StructuresModel();
    try (Store store = create(flash, device)) {
      for (int round = 0; round < 4; round++) {
        change(store, model, random, Repetitions.of(25, 60));
        requireSame(store, model);
        if (round % 2 == 0) {
          store.flush();
        }
      }
    }
    for (int round = 0; round < 3; round++) {
      try (Store store = Store.open(path())) {
        assertThat(store.design().structures().keySet())
            .containsExactly("index", "parks", "names", "sites", "sites.geom", "sites.key");
        requireSame(store, model);
        change(store, model, random, Repetitions.of(20, 40));
        CompactionStats figures = store.compact();
        assertThat(figures.pagesAfter()).isLessThanOrEqualTo(figures.pagesBefore());
        requireSame(store, model);
        change(store, model, random, 20);
      }
    }
    try (Store store = Store.openReadOnly(path())) {
      requireSame(store, model);
      assertThatThrownBy(store::begin).isInstanceOf(IllegalStateException.class);
    }
  }

  /** A reader that runs while a writer commits must find the same batches in all structures. */
  @Test
  void aSnapshotIsOfOneCommit() throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (Store store = create(EFIND, "buffered")) {
      Table table = Table.of(store, "sites");
      Thread writer =
          new Thread(
              () -> {
                try {
                  for (long number = 1; !stop.get() && number < 100_000; number++) {
                    List<Long> one = List.of(number);
                    StructuresModel.run(
                        store,
                        new StructuresModel.Change(
                            List.of(one, one, one, one),
                            List.of(List.of(), List.of(), List.of(), List.of())),
                        true);
                  }
                } catch (RuntimeException | AssertionError e) {
                  failure.set(e);
                }
              });
      writer.start();
      long last = 0;
      for (int round = 0; round < 200 || last == 0; round++) {
        try (StoreSnapshot snapshot = store.snapshot()) {
          long count = snapshot.of(Internals.nodes(store.spatial("index"))).entries();
          assertThat(snapshot.of(Internals.nodes(store.spatial("parks"))).entries())
              .isEqualTo(count);
          assertThat(snapshot.of(Internals.nodes(store.keys("names"))).entries()).isEqualTo(count);
          assertThat(snapshot.of(table.heap()).size()).isEqualTo(count);
          assertThat(
                  snapshot
                      .of(Internals.nodes((SpatialStructure) table.geometryIndex().structure()))
                      .entries())
              .isEqualTo(count);
          assertThat(count).isGreaterThanOrEqualTo(last);
          last = count;
        }
      }
      stop.set(true);
      writer.join();
      assertThat(failure.get()).isNull();
    }
  }

  @Test
  void aBackupIsTheStoreAtACommit() throws InterruptedException {
    Random random = Seeds.random();
    StructuresModel model = new StructuresModel();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (Store store = create(EFIND, "buffered")) {
      change(store, model, random, 100);
      Path same = directory.resolve("same");
      store.backup(same, Backup.Progress.NONE);
      try (Store copy = Store.open(same)) {
        requireSame(copy, model);
      }
      Thread writer =
          new Thread(
              () -> {
                try {
                  change(store, model, random, 200);
                } catch (RuntimeException | AssertionError e) {
                  failure.set(e);
                }
              });
      writer.start();
      for (int round = 0; round < 3; round++) {
        Path target = directory.resolve("copy" + round);
        Backup backup = store.backup(target, Backup.Progress.NONE);
        assertThat(backup.pages()).isPositive();
        try (Store copy = Store.open(target)) {
          assertThat(TableCheck.of(copy).problems()).isEmpty();
          StructuresModel other = new StructuresModel();
          StructuresModel.run(copy, other.draw(new Random(round), 0), true);
        }
      }
      writer.join();
      assertThat(failure.get()).isNull();
      requireSame(store, model);
    }
  }

  /** The store's batch must not commit a half-finished change of a table. */
  @Test
  void aBatchOfWhichAPartIsClosedCommitsNothing() {
    try (Store store = create(POOL, "buffered")) {
      Table table = Table.of(store, "sites");
      try (WriteBatch batch = store.begin();
          SpatialBatch roads = store.spatial("index").begin(batch)) {
        roads.insert(1, 0, 0, 1, 1);
        try (TableBatch records = table.begin(batch)) {
          records.insert(1, null, ByteBuffer.allocate(3));
          assertThatThrownBy(records::commit).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(batch::commit)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("closed before the commit");
      }
      assertThat(store.size()).isZero();
      table.insert(2, null, ByteBuffer.allocate(3));
      assertThat(store.size()).isEqualTo(1);
    }
  }

  @Test
  void countersAreOfEachStructureAndOfAll() {
    Random random = Seeds.random();
    try (Store store = create(POOL, "buffered")) {
      change(store, new StructuresModel(), random, 200);
      store.flush();
      StoreStats metrics = store.stats();
      assertThat(metrics.structures()).hasSize(6);
      assertThat(metrics.structures()).allMatch(each -> each.io().pageWrites() > 0);
      assertThat(metrics.io().pageWrites())
          .isEqualTo(metrics.structures().stream().mapToLong(each -> each.io().pageWrites()).sum());
      assertThat(metrics.structure("sites").heap().records())
          .isEqualTo(metrics.structure("sites").size());
      assertThat(metrics.structure("parks").tree().leafSplits()).isPositive();
      assertThat(metrics.commits().newest()).isEqualTo(store.commitNumber());
      assertThatThrownBy(() -> metrics.structure("roads"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theDescriptionSaysTheStructures() throws IOException {
    create(EFIND, "buffered").close();
    String text = Files.readString(path().resolve("store.meta"));
    assertThat(text).contains("format=3\n", "structure.parks=hilbert:", "structure.sites.key=");
    assertThat(ClosedStore.upgrade(path()).from()).isEqualTo(3);
    assertThatThrownBy(() -> SpatialStore.open(path()))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("index, parks, names");
    assertThatThrownBy(() -> Table.open(path())).isInstanceOf(StoreIoException.class);
  }

  /** A page shows to which structure it belongs: the tags of nodes and records differ. */
  @Test
  void pagesAreBoundToTheirStructures() throws IOException {
    try (Store store = create(POOL, "buffered")) {
      change(store, new StructuresModel(), Seeds.random(), 50);
      store.flush();
    }
    ByteBuffer pages =
        ByteBuffer.wrap(Files.readAllBytes(path().resolve("nodes.pages")))
            .order(ByteOrder.LITTLE_ENDIAN);
    Set<Long> ofNodes = new HashSet<>();
    Set<Long> ofRecords = new HashSet<>();
    for (int at = 0; at < pages.limit(); at += 512) {
      if (pages.getInt(at) == ('F' | 'G' << 8 | 'N' << 16 | '1' << 24)) {
        ofNodes.add(pages.getLong(at + 32));
      } else if (HeapFile.isPage(pages, at)) {
        ofRecords.add(pages.getLong(at + 32));
      }
    }
    assertThat(ofNodes).hasSize(5);
    assertThat(ofRecords).hasSize(1).doesNotContainAnyElementsOf(ofNodes);
  }

  /** Stores of one index, and tables, are still described in the older formats. */
  @Test
  void olderProgramsOpenWhatTheyKnow() throws IOException {
    Path index = directory.resolve("index");
    StoreOptions tree = StoreOptions.defaults().withIndex("rstar").withDevice("buffered");
    SpatialStore.create(index, tree).close();
    assertThat(Files.readString(index.resolve("store.meta"))).contains("format=2\n", "index=rstar");
    try (Store store = Store.open(index)) {
      store.spatial(SpatialStore.INDEX).entries().insert(1, 0, 0, 1, 1);
    }
    Path table = directory.resolve("table");
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withIndex("geom", "rstar")
            .withIndex("k", "bplus:unique=off");
    Table.create(table, options).close();
    assertThat(Files.readString(table.resolve("store.meta")))
        .contains(
            "format=3\ntable=1\n",
            "cache=" + StoreMemory.usualOfTable() + "\n",
            "index.geom=rstar\nindex.k=bplus:unique=off\n");
    try (Store store = Store.open(table)) {
      Table.of(store, Table.NAME).insert(1, null, ByteBuffer.allocate(3));
    }
    try (SpatialStore store = SpatialStore.open(index);
        Table rows = Table.open(table)) {
      assertThat(store.size()).isEqualTo(1);
      assertThat(rows.size()).isEqualTo(1);
    }
  }

  @KindTest
  @KindSource("arftl")
  void aBufferForSomeTreesIsRefusedWhereOneOfSeveralDoesNotFit(String flash) {
    StoreDesign design =
        StoreOptions.defaults().withIndex("rstar").withSync(SyncMode.CLOSE).design();
    assertThatThrownBy(() -> design.with("b", "bplus").with("c", "rstar").withFlash(flash))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed: rtree, rstar");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    StoreDesign design =
        StoreOptions.defaults().withIndex("rstar").withSync(SyncMode.CLOSE).design();
    assertThatThrownBy(() -> design.with("b", "rstar").withDevice("buffered:placement=home"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("placement=free");
    assertThatThrownBy(() -> design.with("B", "rstar")).hasMessageContaining("lower case");
    assertThatThrownBy(() -> design.with("a.b.c", "rstar")).hasMessageContaining("lower case");
    assertThatThrownBy(() -> design.with("a.b", "rstar")).hasMessageContaining("records 'a'");
    assertThatThrownBy(() -> design.with("a", "cube")).hasMessageContaining("rstar");
    assertThatThrownBy(() -> design.with("a", "records:cache=1K"))
        .hasMessageContaining("a size from 32K");
    assertThatThrownBy(() -> design.with("a", "records:memory=1M"))
        .hasMessageContaining("unknown key 'memory'");
    try (Store store = create(POOL, "buffered")) {
      assertThatThrownBy(() -> store.spatial("names")).hasMessageContaining("a spatial tree");
      assertThatThrownBy(() -> store.keys("none")).hasMessageContaining("index, parks, names");
      assertThatThrownBy(() -> Table.of(store, "parks")).isInstanceOf(SpecException.class);
    }
  }
}
