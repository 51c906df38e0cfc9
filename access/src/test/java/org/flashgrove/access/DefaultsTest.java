package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the store that an application gets if it chooses no options. */
class DefaultsTest {
  private static final long MIB = 1L << 20;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"", "rstar"})
  void theReadCacheWarmsAtOnce(String index) {
    Random random = Seeds.random();
    Path place = directory.resolve("store");
    StoreOptions usual = StoreOptions.defaults();
    StoreOptions options = index.isEmpty() ? usual : usual.withIndex(index);
    try (SpatialStore store = SpatialStore.create(place, options)) {
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
    long before = store.stats().io().pageReads();
    for (double x = 0; x < 1; x += 0.1) {
      for (double y = 0; y < 1; y += 0.1) {
        store.count(EntryQuery.intersecting(x, y, x + 0.1, y + 0.1));
      }
    }
    return store.stats().io().pageReads() - before;
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

  /**
   * The default index is a grove, and its spec names no domain. The size in a flash spec becomes
   * the grove's memory. Only trees can have a flash-aware buffer.
   */
  @Test
  void theIndexIsAGrove() {
    StoreOptions usual = StoreOptions.defaults();
    assertThat(usual.index()).isEqualTo("grove:merges=worker,memory=" + StoreOptions.usualMemory());
    assertThat(TableOptions.defaults().withFlash("none:buffer=2M").withGeometryIndex("geom"))
        .hasToString(
            TableOptions.defaults()
                .withFlash("none:buffer=2M")
                .withIndex("geom", "grove:merges=worker,memory=" + 2 * MIB)
                .toString());
    assertThat(TableOptions.defaults().withGeometryIndex("geom").indices().get("geom"))
        .endsWith("memory=" + Math.max(16 * MIB, StoreOptions.usualMemory() / 4));
    assertThatThrownBy(() -> usual.withFlash("efind").design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("or another index, such as rstar");
    assertThat(usual.withIndex("rstar").withFlash("efind").isTree()).isTrue();
  }

  /** A store that was created when the default was an R*-tree states this in its description. */
  @Test
  void aStoreOfTheFormerDefaultIsOpenedAsItIs() {
    Path place = directory.resolve("store");
    StoreOptions former =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash(StoreMemory.pool(16 * MIB))
            .withDevice("auto");
    assertThat(StoreOptions.defaults().withMemory(16 * MIB).withIndex("rstar")).isEqualTo(former);
    try (SpatialStore store = SpatialStore.create(place, former)) {
      store.insert(1, 1, 2, 3, 4);
    }
    try (SpatialStore store = SpatialStore.open(place)) {
      assertThat(store.options()).isEqualTo(former);
      assertThat(store.isTree()).isTrue();
      store.insert(2, 1, 2, 3, 4);
      assertThat(store.count(EntryQuery.intersecting(1, 2))).isEqualTo(2);
    }
  }

  /**
   * The data lie far from any domain that could be guessed. They include oversized entries and
   * isolated points.
   */
  @ParameterizedTest
  @ValueSource(longs = {128 << 10, 1 << 20, 64 << 20})
  void anyMemoryHoldsAnyEntries(long memory) {
    Random random = Seeds.random();
    Path place = directory.resolve("store");
    StoreOptions options = StoreOptions.defaults().withMemory(memory).withIds();
    try (SpatialStore store = SpatialStore.create(place, options)) {
      for (int id = 0; id < 1_000; id++) {
        double x = 4.5e6 + 1e4 * random.nextDouble();
        double y = id % 400 == 0 ? -1e300 : -7e5 * random.nextDouble();
        double side = id % 100 == 0 ? 1e7 : 1;
        store.insert(id, x, y, x + side, y + side);
      }
      for (int id = 0; id < 1_000; id += 3) {
        assertThat(store.move(id, id, id, id, id)).isTrue();
      }
      store.compact();
      assertThat(store.store().check().problems()).isEmpty();
    }
    try (SpatialStore store = SpatialStore.open(place);
        SpatialSnapshot before = store.snapshot()) {
      assertThat(store.entry(3).minX()).isEqualTo(3);
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1_000, 1_000))).isEqualTo(334);
      for (int id = 0; id < 1_000; id++) {
        assertThat(store.remove(id)).isTrue();
      }
      assertThat(store.size()).isZero();
      assertThat(before.size()).isEqualTo(1_000);
      assertThat(store.store().check().problems()).isEmpty();
    }
  }

  @Test
  void tooLittleMemoryIsRefusedAndLeavesNothing() {
    Path place = directory.resolve("store");
    StoreOptions little = StoreOptions.defaults().withMemory(16 << 10);
    assertThatThrownBy(() -> SpatialStore.create(place, little))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("(allowed: 56K or more");
    SpatialStore.create(place, little.withMemory(56 << 10)).close();
  }

  @ParameterizedTest
  @CsvSource({
    "2048, grove",
    "4096, grove",
    "65536, grove",
    "4096, grove:block=1M",
    "4096, grove:block=16K",
    "4096, 'grove:columns=split,boxes=16,tile=32'",
    "4096, grove:merges=worker"
  })
  void theMinimumOfMemoryInTheMessageIsAccepted(int pageSize, String index) {
    StoreOptions memory =
        StoreOptions.defaults().withDevice("memory").withPageSize(pageSize).withIndex(index);
    long named = minimum(memory.withMemory(16 << 10));
    SpatialStore.create(directory, memory.withMemory(named << 10)).close();
    for (long less : new long[] {17, named / 2, named - 1}) {
      assertThat(minimum(memory.withMemory(less << 10))).isEqualTo(named);
    }
  }

  /** Returns the minimum in KiB that the message for too little memory names. */
  private long minimum(StoreOptions little) {
    Throwable refused = catchThrowable(() -> SpatialStore.create(directory, little));
    assertThat(refused).isInstanceOf(SpecException.class);
    Matcher named = Pattern.compile("\\(allowed: (\\d+)K or more").matcher(refused.getMessage());
    assertThat(named.find()).as(refused.getMessage()).isTrue();
    return Long.parseLong(named.group(1));
  }

  /** A store that has nothing to merge starts no thread. */
  @Test
  void smallStoresStartNoThread() {
    long threads = mergeThreads();
    List<SpatialStore> stores = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        Path place = directory.resolve("store" + i);
        SpatialStore store = SpatialStore.create(place, StoreOptions.defaults());
        stores.add(store);
        for (int id = 0; id < 1_000; id++) {
          store.insert(id, id, i, id, i);
        }
        store.sync();
      }
      assertThat(mergeThreads()).isEqualTo(threads);
    } finally {
      stores.forEach(SpatialStore::close);
    }
  }

  private static long mergeThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().equals("flashgrove-merges"))
        .count();
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
    assertThat(usual.withMemory(MIB).index()).isEqualTo("grove:merges=worker,memory=" + MIB);
    assertThatThrownBy(() -> usual.withFlash("none:frames=12").withMemory(MIB).flash())
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll("memory of " + MIB, "none:frames=12");
    StoreOptions tree = usual.withIndex("rstar");
    assertThat(tree.withMemory(MIB)).isEqualTo(usual.withMemory(MIB).withIndex("rstar"));
    assertThat(tree.withFlash("efind:policy=mha").withMemory(MIB).flash())
        .isEqualTo("efind:policy=mha,buffer=" + MIB);
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
      try (Stream<Path> files = Files.walk(place)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  @Test
  void aStoreOfDefaultsIsOpenedAgain() {
    use(directory.resolve("store"));
    assertThat(SpatialStore.optionsOf(directory.resolve("store")))
        .isEqualTo(StoreOptions.defaults());
  }

  @KindTest
  @KindSource({"rstar", "grove", "lsm"})
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
      assertThat(store.count(EntryQuery.intersecting(1, 2))).isEqualTo(2);
    }
  }
}
