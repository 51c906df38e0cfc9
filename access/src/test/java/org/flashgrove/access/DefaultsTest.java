package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.DiskDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an application gets that says nothing. */
class DefaultsTest {
  private static final long MIB = 1L << 20;

  @TempDir private Path directory;

  @Test
  void theReadCacheWarmsAtOnce() {
    Random random = Seeds.random();
    Path place = directory.resolve("store");
    try (SpatialStore store = SpatialStore.create(place, StoreOptions.defaults())) {
      for (int id = 0; id < 20_000; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
      }
      store.flush();
    }
    try (SpatialStore store = SpatialStore.open(place)) {
      long cold = ask(store);
      assertThat(cold).isPositive();
      assertThat(ask(store)).isZero(); // the same windows again: every page is in memory
    }
  }

  private static long ask(SpatialStore store) {
    long before = store.metrics().io().pageReads();
    for (double x = 0; x < 1; x += 0.1) {
      for (double y = 0; y < 1; y += 0.1) {
        store.count(x, y, x + 0.1, y + 0.1);
      }
    }
    return store.metrics().io().pageReads() - before;
  }

  @Test
  void memoryIsAShareOfTheMachine() {
    long jvm = 4096 * MIB;
    assertThat(StoreMemory.usual(8192 * MIB, jvm)).isEqualTo(512 * MIB);
    assertThat(StoreMemory.usual(64 * MIB, jvm)).isEqualTo(16 * MIB);
    assertThat(StoreMemory.usual(1L << 40, 1L << 40)).isEqualTo(1024 * MIB);
    assertThat(StoreMemory.usual(1L << 40, 256 * MIB)).isEqualTo(64 * MIB);
    assertThat(StoreMemory.usual(0, 1024 * MIB)).isEqualTo(256 * MIB);
    assertThat(StoreOptions.usualMemory()).isBetween(16 * MIB, 1024 * MIB);
    assertThat(StoreOptions.defaults().flash())
        .startsWith("none:buffer=" + StoreOptions.usualMemory());
  }

  @Test
  void memoryIsSetByItsNumberWhateverHoldsIt() {
    StoreOptions usual = StoreOptions.defaults();
    assertThat(usual.withMemory(MIB).flash())
        .isEqualTo(
            "none:buffer="
                + MIB
                + ",log="
                + 10 * MIB
                + ",logform=packed,behind=64,warm="
                + 2 * MIB);
    assertThat(usual.withMemory(100 * MIB).flash()).contains("log=" + 200 * MIB);
    assertThat(usual.withFlash("none:frames=12").withMemory(MIB).flash())
        .isEqualTo("none:buffer=" + MIB);
    assertThat(usual.withFlash("efind:policy=mha").withMemory(MIB).flash())
        .isEqualTo("efind:policy=mha,buffer=" + MIB);
    assertThat(usual.withFlash("efind+pool:buffer=64K").withMemory(MIB).flash())
        .isEqualTo("efind:buffer=" + MIB + "+pool:buffer=64K");
    StoreOptions grove = usual.withIndex("grove:domain=0/0/1/1");
    assertThat(grove.withMemory(MIB).index()).isEqualTo("grove:domain=0/0/1/1,memory=" + MIB);
    assertThatThrownBy(() -> usual.withMemory(5))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed");
  }

  @Test
  void aFileSystemWithoutDirectInputAndOutputIsNoReasonToRefuse() throws IOException {
    Path memory = Path.of("/dev/shm");
    assumeTrue(Files.isWritable(memory), "no file system in memory here");
    Path place = Files.createTempDirectory(memory, "flashgrove-defaults");
    try {
      assumeTrue(!DiskDirectory.takesDirect(place), "file systems in memory take direct I/O here");
      assertThat(place).isEmptyDirectory();
      use(place.resolve("store"));
    } finally {
      StoreFiles.removeContent(place.resolve("store"), false);
      Files.deleteIfExists(place);
    }
  }

  @Test
  void aStoreOfDefaultsIsOpenedAgain() {
    use(directory.resolve("store"));
    assertThat(SpatialStore.optionsOf(directory.resolve("store")))
        .isEqualTo(StoreOptions.defaults());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove", "lsm"})
  void pagesOfAllSizesDo(String index) {
    Random random = Seeds.random();
    StoreOptions options =
        StoreOptions.defaults().withIndex(index).withMemory(4 << 20).withDevice("buffered");
    for (int pageSize = 512; pageSize <= 65_536; pageSize *= 2) {
      Model model = new Model(random);
      Path place = directory.resolve("store-" + pageSize);
      try (SpatialStore store = SpatialStore.create(place, options.withPageSize(pageSize))) {
        model.insert(store, 2_000);
        store.flush();
        model.requireSame(store);
      }
    }
  }

  private static void use(Path place) {
    try (SpatialStore store = SpatialStore.create(place, StoreOptions.defaults())) {
      store.insert(1, 1, 2, 3, 4);
    }
    try (SpatialStore store = SpatialStore.openReadOnly(place)) {
      assertThat(store.size()).isEqualTo(1);
    }
    try (SpatialStore store = SpatialStore.open(place)) {
      store.insert(2, 1, 2, 3, 4);
      assertThat(store.count(1, 2)).isEqualTo(2);
    }
  }
}
