package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.literature.buffer.pool.PooledPageStore;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.PoolStats;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PooledPageStoreTest {
  private static PooledPageStore pool(PageStore store, long bytes, String policy) {
    Spec spec = Spec.parse(policy);
    return new PooledPageStore(store, bytes, ReplacementPolicies.named(spec.name(), spec));
  }

  /** A crafted description may ask for any pool. */
  @Test
  void aPoolTakesMemoryAsPagesCome() {
    MemoryDirectory directory = new MemoryDirectory();
    PageStore store =
        FilePageStore.create(
            directory, "pages", RawFile.Caching.BUFFERED, AlignedBuffers.ALIGNMENT);
    long before = directBytes();
    try (PooledPageStore pool = pool(store, 1L << 30, "lru")) {
      pool.write(new long[] {0}, 1, AlignedBuffers.allocate(AlignedBuffers.ALIGNMENT));
      assertThat(directBytes() - before).isLessThan(16 << 20);
    }
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private abstract static class PooledContract extends FilePageStoreContract {
    private final StoreDirectory directory = new MemoryDirectory();
    private final String policy;
    private final int frames;

    PooledContract(String policy, int frames) {
      this.policy = policy;
      this.frames = frames;
    }

    @Override
    StoreDirectory directory() {
      return directory;
    }

    private PageStore pooled(PageStore store) {
      return pool(store, (long) frames * (store.pageSize() + 4), policy);
    }

    @Override
    protected PageStore create(int pageSize) {
      return pooled(super.create(pageSize));
    }

    @Override
    protected PageStore reopen(int pageSize) {
      return pooled(super.reopen(pageSize));
    }
  }

  /** Pages come and go. */
  @Nested
  class Lru extends PooledContract {
    Lru() {
      super("lru", 5);
    }
  }

  /** First accesses pass through. */
  @Nested
  class SimplifiedTwoQueue extends PooledContract {
    SimplifiedTwoQueue() {
      super("s2q", 7);
    }
  }

  /** Dirty pages leave in clusters. */
  @Nested
  class Fbarc extends PooledContract {
    Fbarc() {
      super("fbarc:cluster=4", 20);
    }
  }

  /** Dirty pages leave late. */
  @Nested
  class CleanFirstDirtyClustered extends PooledContract {
    CleanFirstDirtyClustered() {
      super("cfdc:cluster=4", 9);
    }
  }

  /** No room for any page. */
  @Nested
  class Bypassed extends PooledContract {
    Bypassed() {
      super("lru", 0);
    }
  }

  private static ByteBuffer page(long content) {
    ByteBuffer page = AlignedBuffers.allocate(512);
    for (int at = 0; at < 512; at += 8) {
      page.putLong(at, content + at);
    }
    return page;
  }

  @ParameterizedTest
  @ValueSource(strings = {"lru", "hlru", "s2q", "2q", "arc", "cflru", "cfdc", "forplus", "fbarc"})
  void countsAddUpAndDeviceHoldsAllAfterSync(String policy) {
    Random random = Seeds.random();
    IoCounters counters = new IoCounters();
    PageStore device =
        FilePageStore.create(new MemoryDirectory(), "pages", RawFile.Caching.BUFFERED, 512);
    PooledPageStore pool = pool(new CountingPageStore(device, counters), 30 * 516, policy);
    pool.extend(100);
    long[] model = new long[100];
    ByteBuffer read = AlignedBuffers.allocate(512);
    long accesses = 0;
    long readFaults = 0;
    for (int step = 1; step <= 6_000; step++) {
      int slot = random.nextInt(1 + random.nextInt(100));
      if (random.nextInt(3) == 0) {
        model[slot] = step * 1_000L;
        pool.write(new long[] {slot}, 1, page(model[slot]));
      } else {
        long before = pool.figures().faults();
        pool.read(new long[] {slot}, 1, read);
        readFaults += pool.figures().faults() - before;
        assertThat(read)
            .isEqualTo(model[slot] == 0 ? AlignedBuffers.allocate(512) : page(model[slot]));
      }
      accesses++;
      PoolStats figures = pool.figures();
      assertThat(figures.pages()).isLessThanOrEqualTo(30);
      assertThat(figures.hits() + figures.faults()).isEqualTo(accesses);
      if (random.nextInt(500) == 0) {
        pool.sync();
        for (int i = 0; i < 100; i++) {
          device.read(new long[] {i}, 1, read);
          assertThat(read).isEqualTo(model[i] == 0 ? AlignedBuffers.allocate(512) : page(model[i]));
        }
        assertThat(pool.figures().dirtyPages()).isZero();
      }
    }
    assertThat(counters.figures().pageReads()).isEqualTo(readFaults);
    assertThat(pool.figures().hits()).isPositive();
    pool.close();
  }

  @Test
  void syncWritesNeighboursTogetherAndKeepsThem() {
    IoCounters counters = new IoCounters();
    PageStore device =
        FilePageStore.create(new MemoryDirectory(), "pages", RawFile.Caching.BUFFERED, 512);
    PooledPageStore pool = pool(new CountingPageStore(device, counters), 40_000, "lru");
    for (int slot : new int[] {7, 3, 5, 4, 6, 20}) {
      pool.write(new long[] {slot}, 1, page(slot));
    }
    assertThat(counters.figures().pageWrites()).isZero();
    pool.sync();
    assertThat(counters.figures().pageWrites()).isEqualTo(6);
    assertThat(counters.figures().writeCalls()).isEqualTo(2);
    pool.read(new long[] {3, 20}, 2, AlignedBuffers.allocate(1024));
    assertThat(counters.figures().pageReads()).isZero();
    pool.close();
  }
}
