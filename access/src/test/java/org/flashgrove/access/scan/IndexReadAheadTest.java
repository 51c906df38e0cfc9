package org.flashgrove.access.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.indexes.bplus.RidSource;
import org.flashgrove.storage.heap.page.Rid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests scans in index order that read the records of several entries together, page by page. */
class IndexReadAheadTest {
  private static final int PAGE = 1024;

  /**
   * Options with which the cache keeps its size, although other structures of the store could give
   * it memory.
   */
  private static final OpenOptions SMALL = OpenOptions.defaults().withFixedMemory();

  @TempDir private Path directory;

  private static TableOptions options() {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withPageSize(PAGE)
        .withCache(8 * PAGE)
        .withFlash("none")
        .withIndex("key", "bplus");
  }

  private static ByteBuffer body(long key, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) key);
    return ByteBuffer.wrap(bytes);
  }

  /** Inserts records with keys from 0 in random order. Returns the RIDs by key. */
  private static TreeMap<Long, Long> fill(Table table, Random random, int count, int mostBytes) {
    List<Long> keys = new ArrayList<>();
    LongStream.range(0, count).forEach(keys::add);
    Collections.shuffle(keys, random);
    TreeMap<Long, Long> rids = new TreeMap<>();
    try (TableBatch batch = table.begin()) {
      for (long key : keys) {
        rids.put(key, batch.insert(key, null, body(key, lengthOf(key, mostBytes))));
      }
      batch.commit();
    }
    table.flush();
    return rids;
  }

  private TreeMap<Long, Long> create(int count) {
    try (Table table = Table.create(directory, options())) {
      return fill(table, Seeds.random(), count, 1);
    }
  }

  private static int lengthOf(long key, int mostBytes) {
    return (int) (key * 7919 % mostBytes);
  }

  private static void requireRecord(RecordCursor at, long key, int mostBytes) {
    assertThat(at.key()).isEqualTo(key);
    ByteBuffer record = at.record();
    ByteBuffer bytes = record.slice(record.position() + 4, record.remaining() - 4);
    assertThat(bytes).isEqualTo(body(key, lengthOf(key, mostBytes)));
  }

  private static LongSupplier supplier(List<Long> rids) {
    int[] at = {0};
    return () -> {
      assertThat(at[0]).as("calls after the end").isLessThanOrEqualTo(rids.size());
      return at[0] < rids.size() ? rids.get(at[0]++) : end(at);
    };
  }

  private static RecordCursor inGivenOrder(TableSnapshot snapshot, List<Long> rids) {
    RidSource source = TableScan.source(supplier(rids));
    return new IndexScan(snapshot, false, new ScanMeter(null), source, true);
  }

  private static long end(int[] at) {
    at[0]++;
    return TableScan.NO_RID;
  }

  /** Some records are longer than a page. A repeated RID returns its record again. */
  @Test
  void recordsOfRandomRidsComeInTheGivenOrder() {
    Random random = Seeds.random();
    int mostBytes = 3_000;
    try (Table table = Table.create(directory, options())) {
      TreeMap<Long, Long> rids = fill(table, random, 400, mostBytes);
      List<Long> keys = random.longs(3_000, 0, 400).boxed().toList();
      List<Long> asked = keys.stream().map(rids::get).toList();
      try (TableSnapshot snapshot = table.snapshot();
          RecordCursor found = inGivenOrder(snapshot, asked)) {
        for (int i = 0; i < asked.size(); i++) {
          assertThat(found.next()).isTrue();
          assertThat(found.rid()).isEqualTo(asked.get(i));
          requireRecord(found, keys.get(i), mostBytes);
        }
        assertThat(found.next()).isFalse();
        assertThat(found.figures().records()).isEqualTo(asked.size());
      }
    }
  }

  /** The 256 records of 6,000 bytes exceed the memory for copies. */
  @Test
  void recordsBeyondTheMemoryForCopiesAreReadAgain() {
    int mostBytes = 30_000;
    try (Table table = Table.create(directory, options())) {
      fill(table, Seeds.random(), 2_500, mostBytes);
      try (TableSnapshot snapshot = table.snapshot();
          RecordCursor found =
              TableScan.inOrder(snapshot, ScanQuery.ALL, snapshot.indices().keys(), false, null)) {
        for (long key = 0; key < 2_500; key++) {
          assertThat(found.next()).isTrue();
          requireRecord(found, key, mostBytes);
        }
      }
    }
  }

  /**
   * Returns the number of pages that a scan in key order reads from the device for its first
   * records.
   */
  private static long reads(Table table, boolean isAhead, long most) {
    long before = table.records().io().pageReads();
    try (TableSnapshot snapshot = table.snapshot();
        RecordCursor found =
            isAhead
                ? TableScan.inOrder(snapshot, ScanQuery.ALL, snapshot.indices().keys(), false, null)
                : TableScan.open(
                    snapshot, ScanQuery.ALL, ScanConfig.of(AccessPath.IDX).withIndex("key"))) {
      for (long i = 0; i < most && found.next(); i++) {
        assertThat(found.key()).isEqualTo(i);
      }
    }
    return table.records().io().pageReads() - before;
  }

  /**
   * The table has about 60 pages, and the cache has 8. Without read-ahead nearly each record reads
   * a page.
   */
  @Test
  void aScanInTheOrderOfKeysReadsAPageOnceForSeveralRecords() {
    TreeMap<Long, Long> rids = create(3_000);
    try (Table table = Table.open(directory, SMALL)) {
      long most = 0;
      for (int from = 0; from < 3_000; ) {
        int to = Math.min(3_000, from + Math.min(256, 1 + from / 8));
        most += LongStream.range(from, to).map(key -> Rid.page(rids.get(key))).distinct().count();
        from = to;
      }
      long oneByOne = reads(table, false, Long.MAX_VALUE);
      assertThat(oneByOne).isGreaterThan(2_000);
      assertThat(most).isLessThan(2_000);
      assertThat(reads(table, true, Long.MAX_VALUE)).isBetween(table.pageCount(), most);
    }
  }

  @Test
  void aScanThatEndsEarlyHasReadLittleAhead() {
    create(3_000);
    try (Table table = Table.open(directory, SMALL)) {
      for (long most : new long[] {1, 8, 10, 100, 1_000}) {
        assertThat(reads(table, true, most))
            .as("%d records", most)
            .isLessThanOrEqualTo(most + 1 + most / 8);
      }
    }
  }

  @Test
  void aMissingRecordIsReportedInItsTurn() {
    try (Table table = Table.create(directory, options())) {
      TreeMap<Long, Long> rids = fill(table, Seeds.random(), 100, 30);
      List<Long> asked = new ArrayList<>(rids.values());
      table.delete(90);
      try (TableSnapshot snapshot = table.snapshot();
          RecordCursor found = inGivenOrder(snapshot, asked)) {
        for (long key = 0; key < 90; key++) {
          assertThat(found.next()).isTrue();
          requireRecord(found, key, 30);
        }
        assertThatThrownBy(found::next)
            .isInstanceOf(DamagedStoreException.class)
            .hasMessageContaining(String.valueOf(rids.get(90L)));
      }
    }
  }
}
