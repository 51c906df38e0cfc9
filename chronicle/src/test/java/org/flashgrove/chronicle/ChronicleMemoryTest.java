package org.flashgrove.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.io.AbstractReferenceCounted;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.BufferMemories;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Stores whose buffers are in native memory of Chronicle, whose tracing says that all of it is
 * given back.
 */
class ChronicleMemoryTest {
  private static final int ENTRIES = 5_000;
  private static final int PATIENCE = 100;

  @TempDir private Path directory;

  /** All buffers of this process, from the first on. */
  @BeforeAll
  static void choose() {
    System.setProperty(BufferMemories.PROPERTY, "chronicle");
    assertThat(BufferMemories.chosen()).isInstanceOf(ChronicleMemory.class);
    assertThat(Jvm.isResourceTracing()).isTrue();
  }

  /** Waits until the collector and the cleaner have seen what is not reachable any more. */
  static void requireReleased() throws InterruptedException {
    AssertionError held = null;
    for (int i = 0; i < PATIENCE; i++) {
      System.gc();
      Thread.sleep(20);
      try {
        AbstractReferenceCounted.assertReferencesReleased();
        return;
      } catch (AssertionError e) {
        held = e;
      }
    }
    throw held;
  }

  private static void requireHeld() {
    assertThatThrownBy(AbstractReferenceCounted::assertReferencesReleased)
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aBufferKeepsItsMemoryWhileAPartOfItIsReachable() throws InterruptedException {
    requireReleased();
    AbstractReferenceCounted.enableReferenceTracing();
    ByteBuffer part = AlignedBuffers.allocate(3 * 4096).slice(4096, 4096);
    assertThat(part.isDirect()).isTrue();
    assertThat(part.alignmentOffset(0, AlignedBuffers.ALIGNMENT)).isZero();
    for (int i = 0; i < part.capacity(); i++) {
      assertThat(part.get(i)).isZero();
    }
    part.putLong(8, 42);
    for (int i = 0; i < 5; i++) {
      System.gc();
      Thread.sleep(20);
    }
    requireHeld();
    assertThat(part.getLong(8)).isEqualTo(42);
    part = null;
    requireReleased();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:domain=0/0/2/2"})
  void nothingOfAStoreIsLeftWhenItIsClosed(String index) throws InterruptedException {
    requireReleased();
    AbstractReferenceCounted.enableReferenceTracing();
    useStore(index);
    requireReleased();
  }

  private void useStore(String index) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none")
            .withDevice("direct")
            .withSync(SyncMode.CLOSE)
            .withMemory(256 << 10);
    Random random = Seeds.random();
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      for (int id = 0; id < ENTRIES; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
      }
      store.flush();
      requireHeld();
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(ENTRIES);
    }
  }

  @Test
  void nothingOfATableIsLeftWhenItIsClosed() throws InterruptedException {
    requireReleased();
    AbstractReferenceCounted.enableReferenceTracing();
    useTable();
    requireReleased();
  }

  private void useTable() {
    GeometryFactory geometries = new GeometryFactory();
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withIndex("geom", "rstar");
    try (Table table = Table.create(directory, options)) {
      for (int i = 0; i < ENTRIES / 10; i++) {
        table.insert(
            i, geometries.createPoint(new Coordinate(i, -i)), ByteBuffer.wrap(new byte[] {7}));
      }
      assertThat(TableQuery.of(table).count()).isEqualTo(ENTRIES / 10);
      requireHeld();
    }
  }

  @Test
  void memoryThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> BufferMemories.named("paper"))
        .hasMessageContaining("'paper' (allowed: direct")
        .hasMessageContaining("chronicle");
    assertThat(BufferMemories.named("direct").allocate(4096).isDirect()).isTrue();
  }
}
