package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.metrics.GroveMetrics;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.storage.component.ComponentStats;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests backups of a store that is changed during the backup. */
class BackupTest {
  private static final int PAGE = 512;
  private static final String GROVE = "grove:domain=0/0/2000/2000,memory=64K,block=8K";

  @TempDir private Path directory;

  /**
   * A writer changes the store all the time. Each backup must equal the store at the commit that
   * the backup names.
   */
  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "none:frames=16,log=64K | buffered",
        "efind:buffer=64K,log=128K | buffered",
        "none:frames=16,log=64K | buffered:placement=home",
        "efind:buffer=64K,log=128K | buffered:placement=home",
        "efind:buffer=64K,log=128K+pool:buffer=64K | buffered",
        "efind:buffer=64K,log=128K | memory"
      })
  void copiesAreTheStoreAtACommit(String flash, String device) throws Exception {
    copiesAreAtACommit("rstar", flash, device);
  }

  /** While a backup runs, the blocks that it needs are neither erased nor overwritten. */
  @ParameterizedTest
  @CsvSource({"buffered", "buffered:placement=home", "memory"})
  void copiesOfAGroveAreTheStoreAtACommit(String device) throws Exception {
    copiesAreAtACommit(GROVE, "none", device);
  }

  private void copiesAreAtACommit(String index, String flash, String device) throws Exception {
    Random random = Seeds.random();
    Model model = new Model(random);
    TreeMap<Long, Model> commits = new TreeMap<>();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger rounds = new AtomicInteger();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice(device)
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    Backup[] backups = new Backup[4];
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 3_000);
      commits.put(store.commitNumber(), model.copy());
      Thread writer =
          new Thread(
              () -> {
                try {
                  while (!stop.get()) {
                    model.insert(store, 1);
                    commits.put(store.commitNumber(), model.copy());
                    model.delete(store, 1);
                    commits.put(store.commitNumber(), model.copy());
                    rounds.incrementAndGet();
                  }
                } catch (RuntimeException | AssertionError e) {
                  failure.set(e);
                }
              });
      writer.start();
      for (int i = 0; i < backups.length; i++) {
        int before = rounds.get();
        backups[i] =
            store.backup(
                directory.resolve("copy" + i),
                (copied, total) -> {
                  while (copied < total && rounds.get() < before + 20 && failure.get() == null) {
                    Thread.onSpinWait();
                  }
                });
        assertThat(Model.read(store)).isNotEmpty();
      }
      stop.set(true);
      writer.join();
      assertThat(failure.get()).isNull();
      model.requireSame(store);
    }
    for (int i = 0; i < backups.length; i++) {
      Model expected = commits.get(backups[i].commitNumber());
      assertThat(expected).as("commit %d", backups[i].commitNumber()).isNotNull();
      try (SpatialStore copy = SpatialStore.open(directory.resolve("copy" + i))) {
        expected.requireSame(copy);
        Model further = expected.copy();
        further.insert(copy, 200);
        further.delete(copy, 100);
        further.requireSame(copy);
      }
    }
  }

  /** A backup keeps the blocks that it copies until it ends, and no longer. */
  @Test
  void aBackupOfAGroveEndsWithItsBlocks() {
    Model model = new Model(Seeds.random());
    StoreOptions options =
        StoreOptions.defaults().withDevice("memory").withPageSize(PAGE).withFlash("none");
    try (SpatialStore store = SpatialStore.create(directory, options.withIndex(GROVE))) {
      model.insert(store, 3_000);
      store.flush();
      long[] retired = new long[2];
      long before = blocks(store).liveBlocks();
      store.backup(
          directory.resolve("copy"),
          (copied, total) -> {
            if (copied == 0 && retired[0] == 0) {
              for (int i = 0; i < 4; i++) {
                model.delete(store, 100);
                model.insert(store, 100);
                store.flush();
              }
              retired[0] = blocks(store).retiredBlocks();
            }
          });
      assertThat(retired[0]).isGreaterThanOrEqualTo(before);
      for (int i = 0; i < 2; i++) {
        model.insert(store, 100);
        store.flush();
        store.sync();
      }
      assertThat((long) blocks(store).retiredBlocks()).isLessThan(retired[0]);
      model.requireSame(store);
    }
  }

  private static ComponentStats blocks(SpatialStore store) {
    return ((GroveMetrics) store.stats().first().blocks()).blocks();
  }

  /** A backup does not contain nodes of a batch that is still open. */
  @ParameterizedTest
  @CsvSource({"buffered", "buffered:placement=home"})
  void anOpenBatchIsNotCopied(String device) {
    Random random = Seeds.random();
    Model model = new Model(random);
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:frames=16")
            .withDevice(device)
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 1_000);
      model.delete(store, 600); // some ids are free
      try (SpatialBatch batch = store.begin()) {
        for (int id = 10_000; id < 11_000; id++) {
          double x = random.nextDouble();
          batch.insert(id, x, x, x, x);
        }
        store.backup(directory.resolve("copy"), Backup.Progress.NONE);
      }
      model.requireSame(store);
    }
    try (SpatialStore copy = SpatialStore.open(directory.resolve("copy"))) {
      model.requireSame(copy);
    }
  }

  @Test
  void aSimulatedDeviceIsCopiedToAnother() {
    Model model = new Model(Seeds.random());
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("efind:buffer=64K")
            .withDevice("nand:chip=thesis,size=16M")
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 2_000);
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
    }
    try (SpatialStore copy = SpatialStore.open(directory.resolve("copy"))) {
      assertThat(copy.store().device(SimulatedDevice.class)).isNotNull();
      model.requireSame(copy);
    }
  }

  @Test
  void aTargetThatIsNotEmptyIsRefused() throws IOException {
    Path target = Files.createDirectory(directory.resolve("target"));
    Files.writeString(target.resolve("mine.txt"), "mine");
    StoreOptions options = StoreOptions.defaults().withDevice("buffered");
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      assertThatThrownBy(() -> store.backup(target, Backup.Progress.NONE))
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining("is not empty");
      store.insert(1, 0, 0, 1, 1);
    }
    assertThat(target.toFile().list()).containsExactly("mine.txt");
  }

  /**
   * A second backup at the same time fails and does not harm the first one. Closing the store ends
   * a running backup.
   */
  @Test
  void backupsThatCannotBeMadeLeaveNothing() {
    StoreOptions options = StoreOptions.defaults().withDevice("buffered").withPageSize(PAGE);
    Model model = new Model(Seeds.random());
    SpatialStore store = SpatialStore.create(directory.resolve("store"), options);
    model.insert(store, 5_000);
    AtomicReference<Throwable> second = new AtomicReference<>();
    Path first = directory.resolve("first");
    store.backup(
        first,
        (copied, total) -> {
          if (second.get() == null) {
            try {
              store.backup(directory.resolve("second"), Backup.Progress.NONE);
            } catch (IllegalStateException e) {
              second.set(e);
            }
          }
        });
    assertThat(second.get()).hasMessageContaining("another copy is running");
    assertThat(directory.resolve("second")).doesNotExist();
    assertThatThrownBy(
            () -> store.backup(directory.resolve("third"), (copied, total) -> store.close()))
        .isInstanceOf(StoreException.class);
    assertThat(directory.resolve("third")).doesNotExist();
    try (SpatialStore copy = SpatialStore.open(first)) {
      model.requireSame(copy);
    }
  }

  /** If the power fails during a backup, the copy is either not a store or it is complete. */
  @ParameterizedTest
  @CsvSource({
    "'rtree', 'efind:buffer=64K', 'buffered'",
    "'rtree', 'efind:buffer=64K', 'buffered:placement=home'",
    "'grove:domain=0/0/2000/2000,memory=64K,block=4K', 'none', 'buffered'",
  })
  void aTornCopyIsNoStore(String index, String flash, String device) {
    Random random = Seeds.random();
    Model model = new Model(random);
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice(device)
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    int[] counts = new int[2];
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      model.insert(store, 400);
      store.flush();
      model.insert(store, 100);
      CrashDisk disk = new CrashDisk();
      disk.afterEachCall(
          () ->
              PowerCuts.of(
                  disk, random, 8, true, state -> requireWholeOrNothing(state, model, counts)));
      store.store().backup(disk, Backup.Progress.NONE);
      disk.afterEachCall(null);
      requireWholeOrNothing(disk.durable(), model, counts);
    }
    assertThat(counts[0]).isGreaterThan(20);
    assertThat(counts[1]).isPositive();
    System.out.printf(
        "BackupTest: %d states without a store, %d with all of it%n", counts[0], counts[1]);
  }

  private static void requireWholeOrNothing(DiskState state, Model model, int[] counts) {
    if (!state.names().contains(StoreDescription.FILE)) {
      CrashDisk disk = new CrashDisk(state);
      assertThatThrownBy(() -> SpatialStore.open(disk))
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining("not a store");
      counts[0]++;
      return;
    }
    try (SpatialStore copy = SpatialStore.open(new CrashDisk(state))) {
      model.requireSame(copy);
    }
    counts[1]++;
  }
}
