package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures how many bytes and pages a reader reads when it follows the writer by refreshes. */
class RefreshTest {
  private static final String LOG = "store.log";

  /** Size of a window in bytes. A reader searches a log for new frames window by window. */
  private static final long WINDOW_BYTES = 1 << 18;

  private final Random random = Seeds.random();
  private final Set<Model.Entry> entries = new HashSet<>();
  private long logBytesRead;
  private long logBytesWritten;
  private long nextId;

  private final WatchedDirectory directory =
      new WatchedDirectory(new MemoryDirectory()) {
        @Override
        void reading(String file, long offset, int length) {
          logBytesRead += file.startsWith(LOG) ? length : 0;
        }

        @Override
        void writing(String file, long offset, int length) {
          logBytesWritten += file.startsWith(LOG) ? length : 0;
        }
      };

  private void insert(SpatialStore store, int commits) {
    for (int i = 0; i < commits; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      try (SpatialBatch batch = store.begin()) {
        batch.insert(nextId, x, y, x, y);
        batch.commit();
      }
      entries.add(new Model.Entry(nextId++, x, y, x, y));
    }
    store.sync();
  }

  @TempDir private Path files;

  @Test
  void readersOfGrovesReadOnlyTheTailOfTheLog() {
    StoreOptions options =
        StoreOptions.defaults().withIndex("grove:memory=16M").withDevice("buffered");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      insert(store, 60_000);
      SpatialStore reader = SpatialStore.openReadOnly(directory);
      for (int round = 0; round < 5; round++) {
        Set<Model.Entry> before = new HashSet<>(entries);
        logBytesWritten = 0;
        insert(store, 1_000);
        logBytesRead = 0;
        SpatialStore now = reader.refresh();
        assertThat(logBytesRead).isLessThan(12 * logBytesWritten).isLessThan(WINDOW_BYTES);
        assertThat(Model.read(now)).isEqualTo(entries);
        assertThat(now.store().check().problems()).isEmpty();
        assertThat(Model.read(reader)).isEqualTo(before);
        reader.close();
        reader = now;
      }
      reader.close();
    }
  }

  /**
   * A refreshed reader keeps the catalog and node ids of a tree. It only reads changes that are on
   * no page yet.
   */
  @ParameterizedTest
  @ValueSource(strings = {"none:log=64M,buffer=256K,behind=64", "efind:buffer=64K,log=64M"})
  void readersOfTreesReadOnlyTheTailOfTheLog(String flash) {
    StoreOptions options =
        StoreOptions.defaults().withIndex("rstar").withFlash(flash).withDevice("buffered");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      insert(store, 40_000);
      long whole = logBytesWritten;
      SpatialStore reader = SpatialStore.openReadOnly(directory);
      for (int round = 0; round < 5; round++) {
        insert(store, 300);
        logBytesRead = 0;
        SpatialStore now = reader.refresh();
        assertThat(logBytesRead).as("of %d bytes", whole).isLessThan(whole / 2);
        assertThat(Model.read(now)).isEqualTo(entries);
        assertThat(now.store().check().problems()).isEmpty();
        reader.close();
        reader = now;
      }
      reader.close();
    }
  }

  /** A refreshed reader copies pages that the writer has not written yet, and reads no more. */
  @Test
  void readersCopyUnwrittenPagesOfTrees() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:frames=8192,log=64M")
            .withDevice("buffered");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      insert(store, 20_000);
      SpatialStore reader = SpatialStore.openReadOnly(directory);
      for (int round = 0; round < 5; round++) {
        Set<Model.Entry> before = new HashSet<>(entries);
        insert(store, 100);
        logBytesRead = 0;
        SpatialStore now = reader.refresh();
        assertThat(logBytesRead).isLessThan(4 * WINDOW_BYTES);
        assertThat(Model.read(now)).isEqualTo(entries);
        assertThat(now.store().check().problems()).isEmpty();
        assertThat(Model.read(reader)).isEqualTo(before);
        reader.close();
        reader = now;
      }
      reader.close();
    }
  }

  /** Compares a chain of refreshed readers with new readers. The logs restart sometimes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rstar; none:frames=8,log=64K",
        "rstar; none:frames=8,log=1M",
        "rstar; none:frames=60,log=1M",
        "rstar; none:frames=4096,log=256K",
        "hilbert:domain=0/0/1000/1000; none:frames=4096,log=4M,logform=packed",
        "rstar; none:log=1M,buffer=64K",
        "rtree; efind:buffer=16K,log=64K",
        "rtree; efind:buffer=16K,log=1M",
        "hilbert:domain=0/0/1000/1000; efind:buffer=32K,log=256K,logform=packed",
        "rtree; fast:buffer=8K,unit=5,log=256K",
        "grove:memory=64K,block=4K; none:log=256K"
      })
  void readersAgreeWithFreshOnes(String index, String flash) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(512);
    Model model = new Model(random);
    SpatialStore store = SpatialStore.create(files.resolve("store"), options);
    model.insert(store, 300);
    store.sync();
    SpatialStore reader = SpatialStore.openReadOnly(files.resolve("store"));
    for (int round = 0; round < 60; round++) {
      Set<Model.Entry> before = Model.read(reader);
      model.insert(store, random.nextInt(60));
      model.delete(store, random.nextInt(Math.min(50, model.size())));
      switch (random.nextInt(12)) {
        case 0:
          store.flush();
          break;
        case 1:
          store.compact();
          break;
        case 2:
          store.close();
          store = SpatialStore.open(files.resolve("store"));
          break;
        default:
          break;
      }
      store.sync();
      SpatialStore now = reader.refresh();
      try (SpatialStore fresh = SpatialStore.openReadOnly(files.resolve("store"))) {
        assertThat(Model.read(now)).isEqualTo(Model.read(fresh));
      }
      model.requireSame(now);
      if (now != reader) {
        assertThat(Model.read(reader)).isEqualTo(before);
        reader.close();
      }
      reader = now;
    }
    reader.close();
    store.close();
  }
}
