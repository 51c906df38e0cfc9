package org.flashgrove.access.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.indexes.bplus.RidSource;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a spool returns all RIDs in the requested order, even if it spills them. */
class RidSpoolTest {
  private static PageStore memory(int pageSize) {
    return FileDevice.over(new MemoryDirectory(), RawFile.Caching.BUFFERED)
        .createPages("spill", pageSize);
  }

  private static long[] drain(RidSpool spool, int count) {
    long[] out = LongStream.range(0, count).map(i -> spool.next()).toArray();
    assertThat(spool.next()).isEqualTo(RidSource.END);
    assertThat(spool.next()).isEqualTo(RidSource.END);
    return out;
  }

  @Test
  void whatGoesInComesOut() {
    Random random = Seeds.random();
    for (int round = 0; round < 60; round++) {
      // 4 KiB with pages of 512 bytes: 256 RIDs in memory, merges of 4 runs at most
      int count = random.nextInt(round % 3 == 0 ? 300 : 9000);
      long[] in = random.longs(count, 0, 1L << 40).toArray();
      boolean sorted = random.nextBoolean();
      ScanMeter meter = new ScanMeter(null);
      try (RidSpool spool = new RidSpool(4 << 10, sorted, () -> memory(512), meter)) {
        for (long rid : in) {
          spool.add(rid);
        }
        long[] expected = sorted ? LongStream.of(in).sorted().toArray() : in;
        assertThat(drain(spool, count)).isEqualTo(expected);
      }
      assertThat(meter.figures().spilledBytes() > 0).isEqualTo(count > 256);
    }
  }

  /**
   * The 1,000 RIDs form runs of 256, 256, 256 and 232 RIDs. Each run has four pages of 64 RIDs. One
   * merge suffices.
   */
  @Test
  void pagesSpilledAreCounted() {
    ScanMeter meter = new ScanMeter(null);
    try (RidSpool spool = new RidSpool(4 << 10, true, () -> memory(512), meter)) {
      for (long rid = 1000; rid > 0; rid--) {
        spool.add(rid);
      }
      assertThat(drain(spool, 1000)).isEqualTo(LongStream.rangeClosed(1, 1000).toArray());
    }
    assertThat(meter.figures().spilledBytes()).isEqualTo(4 * 4 * 512);
  }

  @Test
  void memoryTooSmallForPagesIsRefused() {
    try (RidSpool spool = new RidSpool(4 << 10, true, () -> memory(4096), new ScanMeter(null))) {
      for (int i = 0; i < 256; i++) {
        spool.add(i);
      }
      assertThatThrownBy(() -> spool.add(1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("24576");
    }
  }

  /**
   * Any memory size that a configuration accepts suffices for the whole scan, also with the default
   * spill files.
   */
  @ParameterizedTest
  @ValueSource(longs = {ScanConfig.LEAST_RID_MEMORY, 4_097, 6_143, 6_144, 12_288, 24_575, 24_576})
  void anyMemoryAllowedIsEnough(long memoryBytes, @TempDir Path directory) {
    ScanConfig config =
        ScanConfig.of(AccessPath.SIDX)
            .withRidMemory(memoryBytes)
            .withSpill(SpillPages.in(directory));
    long[] in = LongStream.range(0, 9_000).map(i -> i * 7919L % 9_000).toArray();
    for (boolean sorted : new boolean[] {true, false}) {
      ScanMeter meter = new ScanMeter(null);
      try (RidSpool spool = new RidSpool(config.ridMemoryBytes(), sorted, config.spill(), meter)) {
        for (long rid : in) {
          spool.add(rid);
        }
        long[] expected = sorted ? LongStream.of(in).sorted().toArray() : in;
        assertThat(drain(spool, in.length)).isEqualTo(expected);
      }
      assertThat(meter.figures().spilledBytes()).isPositive();
    }
  }

  @Test
  void filesAreGoneAfterwards(@TempDir Path directory) throws IOException {
    try (RidSpool spool =
        new RidSpool(32 << 10, true, SpillPages.in(directory), new ScanMeter(null))) {
      for (int i = 0; i < 10_000; i++) {
        spool.add(i * 7919L % 10_000);
      }
      assertThat(drain(spool, 10_000)).isEqualTo(LongStream.range(0, 10_000).toArray());
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files).hasSize(1);
      }
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }
}
