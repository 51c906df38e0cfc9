package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.memory.MemoryBudget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Measures the threads, file handles and memory of many open stores in one JVM. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ManyStoresTest {
  private static final int ENTRIES = 20_000;
  private static final int SIDE = 1_000;
  private static final int HANDLES_OF_A_STORE = 3;
  private static final int HANDLES_OF_A_TABLE = 4;
  private static final Path HANDLES = Path.of("/proc/self/fd");

  @TempDir private Path directory;

  private final List<SpatialStore> stores = new ArrayList<>();

  @AfterEach
  void close() {
    stores.forEach(SpatialStore::close);
  }

  private void fill(int count, StoreOptions options) {
    Random random = Seeds.random();
    for (int i = 0; i < count; i++) {
      stores.add(SpatialStore.create(directory.resolve("store" + i), options));
      for (int id = 0; id < ENTRIES; id++) {
        double x = random.nextInt(SIDE);
        double y = random.nextInt(SIDE);
        stores.get(i).insert(id, x, y, x, y);
      }
    }
  }

  private static long syncThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("flashgrove-group-sync"))
        .count();
  }

  private long handles() {
    try (Stream<Path> open = Files.list(HANDLES)) {
      Path real = directory.toRealPath();
      return open.filter(each -> leadsInto(each, real)).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean leadsInto(Path link, Path directory) {
    try {
      return Files.readSymbolicLink(link).startsWith(directory);
    } catch (IOException e) {
      return false; // closed since
    }
  }

  /**
   * Waits until at most {@code most} file handles are open. The time limit of the test ends the
   * wait.
   */
  private void awaitHandles(long most) throws InterruptedException {
    Assumptions.assumeTrue(Files.isDirectory(HANDLES), "SKIPPED: no list of handles here");
    while (handles() > most) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** Returns the size of the used heap plus the direct buffers, in bytes. */
  private static long liveBytes() {
    System.gc();
    long bytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      bytes += pool.getMemoryUsed();
    }
    return bytes;
  }

  private void requireModest(int count, long mostBytes) throws InterruptedException {
    long before = liveBytes();
    fill(count, StoreOptions.defaults().withBudget(new MemoryBudget(96 << 20)));
    stores.forEach(store -> store.store().sync());
    assertThat(liveBytes() - before).isLessThanOrEqualTo(mostBytes);
    for (SpatialStore store : stores) {
      long all = store.count(EntryQuery.intersecting(0, 0, SIDE, SIDE));
      assertThat(all).isEqualTo(ENTRIES);
      store.insert(ENTRIES, 1, 1, 1, 1);
    }
    assertThat(liveBytes() - before).isLessThanOrEqualTo(mostBytes);
    awaitHandles((long) HANDLES_OF_A_STORE * count);
    while (syncThreads() > 1) { // more have helped if a sync was slow; they end
      TimeUnit.MILLISECONDS.sleep(100);
    }
    for (SpatialStore store : stores) { // opens the handles again
      assertThat(store.count(EntryQuery.intersecting(0, 0, SIDE, SIDE))).isEqualTo(ENTRIES + 1);
    }
  }

  @Test
  void eightStoresTakeAThreadAndFewHandles() throws InterruptedException {
    requireModest(8, 40 << 20);
  }

  @Test
  @Tag("long")
  void twoHundredStoresTakeAThreadFewHandlesAndLittleMemory() throws InterruptedException {
    requireModest(200, 250_000_000);
  }

  @Test
  void anOpenTableTakesFewHandles() throws InterruptedException {
    TableOptions options =
        TableOptions.defaults().withGeometryIndex("geom").withKeyIndex("key").withMemory(8 << 20);
    try (Table table = Table.create(directory.resolve("table"), options)) {
      table.insert(1, null, ByteBuffer.allocate(10));
      table.flush();
      awaitHandles(HANDLES_OF_A_TABLE);
      assertThat(table.size()).isOne();
      assertThat(table.check().problems()).isEmpty();
    }
    assertThat(handles()).isZero();
  }
}
