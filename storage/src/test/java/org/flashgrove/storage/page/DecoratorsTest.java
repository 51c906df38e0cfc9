package org.flashgrove.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.page.RecordingPageStore.Kind;
import org.flashgrove.storage.page.RecordingPageStore.Operation;
import org.junit.jupiter.api.Test;

class DecoratorsTest {
  private static PageStore memory() {
    return FilePageStore.create(new MemoryDirectory(), "p", RawFile.Caching.BUFFERED, 512);
  }

  private static void traffic(PageStore store) {
    store.write(new long[] {0, 1, 2, 5, 7}, 5, AlignedBuffers.allocate(5 * 512));
    store.read(new long[] {1, 2, 1, 0, 7}, 5, AlignedBuffers.allocate(5 * 512));
    store.extend(20);
    store.trim(3, 2);
    store.sync();
  }

  @Test
  void countsPagesCallsBytesAndSyncs() {
    CountingPageStore store = new CountingPageStore(memory(), new IoCounters());
    traffic(store);
    assertThat(store.counters().figures())
        .isEqualTo(new IoStats(5, 5, 4, 3, 0, 5 * 512, 5 * 512, 1));
  }

  @Test
  void failuresAreNotCounted() {
    CountingPageStore store = new CountingPageStore(memory(), new IoCounters());
    assertThatThrownBy(() -> store.read(new long[] {0}, 1, AlignedBuffers.allocate(512)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(store.counters().figures()).isEqualTo(new IoStats(0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void recordsRuns() {
    RecordingPageStore store = new RecordingPageStore(memory(), 100);
    traffic(store);
    assertThat(store.operations())
        .containsExactly(
            new Operation(Kind.WRITE, 0, 3),
            new Operation(Kind.WRITE, 5, 1),
            new Operation(Kind.WRITE, 7, 1),
            new Operation(Kind.READ, 1, 2),
            new Operation(Kind.READ, 1, 1),
            new Operation(Kind.READ, 0, 1),
            new Operation(Kind.READ, 7, 1),
            new Operation(Kind.EXTEND, 20, 0),
            new Operation(Kind.TRIM, 3, 2),
            new Operation(Kind.SYNC, 0, 0));
    assertThat(store.unrecorded()).isZero();
  }

  @Test
  void theRecordIsBounded() {
    RecordingPageStore store = new RecordingPageStore(memory(), 2);
    traffic(store);
    assertThat(store.operations()).hasSize(2);
    assertThat(store.unrecorded()).isEqualTo(8);
    store.clear();
    store.sync();
    assertThat(store.operations()).containsExactly(new Operation(Kind.SYNC, 0, 0));
  }
}
