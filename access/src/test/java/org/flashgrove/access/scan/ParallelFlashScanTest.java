package org.flashgrove.access.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures scans of a table on a flash model with several channels, for several queue depths of the
 * device.
 */
class ParallelFlashScanTest {
  private static final int RECORDS = 8_000;

  @TempDir private Path directory;

  private static List<Integer> keys() {
    List<Integer> keys =
        IntStream.range(0, RECORDS).boxed().collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(keys, new Random(42)); // shares of times and calls are statistics
    return keys;
  }

  private Path load(String name, String device, List<Integer> keys) {
    Path path = directory.resolve(name);
    TableOptions options =
        TableOptions.defaults()
            .withDevice("nand:size=16M,op=50%,channels=4,ways=2,timing=parallel," + device)
            .withSync(SyncMode.CLOSE)
            .withPageSize(4096)
            .withCache(64 << 10)
            .withIndex("key", "bplus");
    try (Table table = Table.create(path, options);
        TableLoader loader = table.loader(1 << 20, directory)) {
      ByteBuffer none = ByteBuffer.allocate(0);
      for (int key : keys) {
        loader.appendWkb(key, none, ByteBuffer.allocate(200));
      }
      loader.commit();
    }
    return path;
  }

  /**
   * Returns the duration of a scan for two of a hundred keys in virtual nanoseconds. The scan must
   * read the expected number of pages.
   */
  private static long nanos(Path path, AccessPath by, long expectedPages) {
    try (Table table = Table.openReadOnly(path)) {
      long start = table.store().device(SimulatedDevice.class).nowNanos();
      try (RecordCursor cursor =
          TableScan.open(table, ScanQuery.keys(0, RECORDS / 50 - 1), ScanConfig.of(by))) {
        int found = 0;
        while (cursor.next()) {
          found++;
        }
        assertThat(found).isEqualTo(RECORDS / 50);
        if (expectedPages > 0) {
          assertThat(cursor.figures().pagesRead()).isEqualTo(expectedPages);
        }
      }
      return table.store().device(SimulatedDevice.class).nowNanos() - start;
    }
  }

  private static long pages(Path path) {
    try (Table table = Table.openReadOnly(path)) {
      return table.pageCount();
    }
  }

  @Test
  void pagesAskedForTogetherAreReadSideBySide() {
    List<Integer> keys = keys();
    Path one = load("one", "depth=1", keys);
    Path many = load("many", "depth=16", keys);
    Path picking = load("picking", "depth=16,reorder=on", keys);
    long pages = pages(one);
    // one request for neighbours
    assertThat(nanos(many, AccessPath.FTS, pages)).isEqualTo(nanos(one, AccessPath.FTS, pages));
    // one record after the other; but leaves come together
    assertThat(nanos(many, AccessPath.IDX, 0)).isLessThanOrEqualTo(nanos(one, AccessPath.IDX, 0));
    long alone = nanos(one, AccessPath.SIDX, 0);
    assertThat(nanos(many, AccessPath.SIDX, 0)).isLessThan(alone * 3 / 4);
    assertThat(nanos(picking, AccessPath.SIDX, 0)).isLessThan(alone * 3 / 4);
  }

  @Test
  void leavesOfTheIndexComeManyAtATime() {
    Path path = load("leaves", "depth=1", keys());
    try (Table table = Table.openReadOnly(path)) {
      IoStats before = table.io();
      ScanStats figures;
      try (RecordCursor cursor =
          TableScan.open(table, ScanQuery.keys(0, RECORDS), ScanConfig.of(AccessPath.SIDX))) {
        while (cursor.next()) {
          assertThat(cursor.key()).isBetween(0L, (long) RECORDS);
        }
        figures = cursor.figures();
      }
      IoStats io = table.io().since(before);
      assertThat(figures.indexPages()).isGreaterThan(30);
      assertThat(io.pageReads()).isEqualTo(figures.indexPages() + figures.pagesRead());
      assertThat(io.readCalls()).isLessThan(figures.indexPages() / 2);
    }
  }
}
