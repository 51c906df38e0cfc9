package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapFileTest {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final StoreDirectory directory = new MemoryDirectory();

  private HeapTestFiles.HeapStore open() {
    return HeapTestFiles.open(directory, 512, HeapTestFiles.memory(16, "lru"), 1 << 20, false);
  }

  private static ByteBuffer filled(int length, int value) {
    byte[] bytes = new byte[length];
    java.util.Arrays.fill(bytes, (byte) value);
    return ByteBuffer.wrap(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "512, 8, lru, 16K",
    "512, 12, arc, 1M",
    "1024, 20, 2q, 4K",
    "4096, 8, 2q, 64K",
    "4096, 1000, arc, 1M",
    "65536, 8, arc, 1M"
  })
  void randomOperations(int pageSize, int frames, String policy, String logBytes) {
    Random random = Seeds.random();
    long log =
        Long.parseLong(logBytes.substring(0, logBytes.length() - 1))
            << (logBytes.endsWith("M") ? 20 : 10);
    HeapModel model = new HeapModel(random, Math.min(20_000, 6 * pageSize));
    HeapTestFiles.HeapStore store =
        HeapTestFiles.open(directory, pageSize, HeapTestFiles.memory(frames, policy), log, false);
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 12; i++) {
        model.operation(store.heap(), random.nextInt(5) > 0);
      }
      if (random.nextInt(4) == 0) {
        store.flush();
      }
      model.verify(store.heap());
      if (random.nextInt(3) == 0) {
        store.close();
        store =
            HeapTestFiles.open(
                directory, pageSize, HeapTestFiles.memory(frames, policy), log, false);
        model.verify(store.heap());
      }
    }
    assertThat(store.heap().figures().bufferedPages()).isLessThanOrEqualTo(frames);
    store.close();
  }

  @Test
  void ridStaysWhileTheRecordGrowsAndShrinks() {
    try (HeapTestFiles.HeapStore store = open()) {
      HeapFile file = store.heap();
      List<Long> rids = new ArrayList<>();
      try (HeapOperation operation = file.begin()) {
        for (int i = 0; i < 40; i++) {
          rids.add(operation.insert(i, filled(21, i), filled(5, i)));
        }
        operation.commit();
      }
      // forwarded, forwarded again, long, back home, long, forwarded
      for (int length : new int[] {100, 190, 3_000, 10, 10_000, 150, 0}) {
        try (HeapOperation operation = file.begin()) {
          for (int i = 0; i < 40; i++) {
            assertThat(operation.update(rids.get(i), i, filled(length, i), filled(3, 2 * i)))
                .isTrue();
          }
          operation.commit();
        }
        HeapRecord record = new HeapRecord();
        for (int i = 0; i < 40; i++) {
          assertThat(file.get(rids.get(i), record)).isTrue();
          assertThat(record.id()).isEqualTo(i);
          assertThat(record.wkb()).isEqualTo(filled(length, i));
          assertThat(record.attributes()).isEqualTo(filled(3, 2 * i));
        }
        assertThat(file.check().findings()).isEmpty();
      }
    }
  }

  @Test
  void movedRecordsReturnToTheirPageWhenItHasRoomAgain() {
    try (HeapTestFiles.HeapStore store = open()) {
      HeapFile file = store.heap();
      List<Long> rids = new ArrayList<>();
      try (HeapOperation operation = file.begin()) {
        for (int i = 0; i < 40; i++) {
          rids.add(operation.insert(i, filled(21, i), NOTHING));
        }
        for (int i = 0; i < 40; i += 2) {
          operation.update(rids.get(i), i, filled(100, i), NOTHING);
        }
        operation.commit();
      }
      // Half of the records leave their pages, so that the other half fits into these.
      long pages = new HashSet<>(rids.stream().map(Rid::page).toList()).size();
      try (HeapOperation operation = file.begin()) {
        for (int i = 1; i < 40; i += 2) {
          operation.delete(rids.get(i));
        }
        for (int i = 0; i < 40; i += 4) {
          operation.delete(rids.get(i));
        }
        operation.commit();
      }
      HeapRecord record = new HeapRecord();
      for (int i = 2; i < 40; i += 4) {
        assertThat(file.get(rids.get(i), record)).isTrue();
        assertThat(record.wkb()).isEqualTo(filled(100, i));
      }
      assertThat(file.check().findings()).isEmpty();
      assertThat(file.check().dataPages()).isLessThanOrEqualTo(pages);
    }
  }

  @Test
  void spaceOfDeletedRecordsIsUsedAgain() {
    try (HeapTestFiles.HeapStore store = open()) {
      HeapFile file = store.heap();
      long pages = 0;
      for (int round = 0; round < 30; round++) {
        List<Long> rids = new ArrayList<>();
        try (HeapOperation operation = file.begin()) {
          for (int i = 0; i < 50; i++) {
            rids.add(operation.insert(i, filled(i * 37 % 700, i), NOTHING));
          }
          operation.commit();
        }
        try (HeapOperation operation = file.begin()) {
          rids.forEach(operation::delete);
          operation.commit();
        }
        assertThat(file.check().findings()).isEmpty();
        pages = pages == 0 ? file.figures().pages() : pages;
      }
      assertThat(file.size()).isZero();
      assertThat(file.figures().pages()).isLessThanOrEqualTo(pages);
    }
  }

  @Test
  void operationThatIsNotCommittedLeavesNothing() {
    try (HeapTestFiles.HeapStore store = open()) {
      HeapFile file = store.heap();
      long kept;
      try (HeapOperation operation = file.begin()) {
        kept = operation.insert(1, filled(30, 1), NOTHING);
        operation.commit();
      }
      try (HeapOperation operation = file.begin()) {
        operation.delete(kept);
        long other = operation.insert(2, filled(5_000, 2), NOTHING);
        assertThat(operation.get(other, new HeapRecord())).isTrue();
        assertThat(operation.get(kept, new HeapRecord())).isEqualTo(kept == other);
        assertThat(operation.size()).isEqualTo(1);
        assertThat(file.get(kept, new HeapRecord())).as("outside").isTrue();
        assertThat(HeapModel.scanned(file, 4)).containsOnlyKeys(kept);
      }
      assertThat(file.size()).isEqualTo(1);
      assertThat(file.get(kept, new HeapRecord())).isTrue();
      assertThat(file.check().findings()).isEmpty();
      assertThat(file.check().overflowPages()).isZero();
    }
  }

  /** A page that came after one snapshot and changed after another is kept for the latter only. */
  @Test
  void snapshotsOfSeveralCommitsEachSeeTheirOwn() {
    Random random = Seeds.random();
    for (int round = 0; round < 20; round++) {
      HeapModel model = new HeapModel(random, 2_000);
      List<HeapSnapshot> snapshots = new ArrayList<>();
      List<TreeMap<Long, String>> contents = new ArrayList<>();
      try (HeapTestFiles.HeapStore store = open()) {
        for (int i = 0; i < 40; i++) {
          model.operation(store.heap(), random.nextInt(6) > 0);
          if (random.nextInt(3) == 0) {
            snapshots.add(store.heap().snapshot());
            contents.add(new TreeMap<>(model.committed()));
          }
          if (random.nextInt(8) == 0) {
            store.flush();
          }
          if (random.nextInt(6) == 0 && !snapshots.isEmpty()) {
            int closed = random.nextInt(snapshots.size());
            snapshots.remove(closed).close();
            contents.remove(closed);
          }
          for (int at = 0; at < snapshots.size(); at++) {
            HeapSnapshot snapshot = snapshots.get(at);
            assertThat(HeapModel.scanned(snapshot.scan(3))).isEqualTo(contents.get(at));
            assertThat(snapshot.size()).isEqualTo(contents.get(at).size());
          }
        }
        snapshots.forEach(HeapSnapshot::close);
        model.operation(store.heap(), true);
        assertThat(store.heap().snapshotBytes()).isZero();
      }
      directory.delete("store.log");
      directory.delete("nodes.pages");
    }
  }

  /** Another structure's commit may compact the log while an operation is open. */
  @Test
  void flushLeavesOutWhatAnOpenOperationHasChanged() {
    Random random = Seeds.random();
    for (int round = 0; round < 20; round++) {
      HeapModel model = new HeapModel(random, 2_000);
      HeapTestFiles.HeapStore store = open();
      for (int i = 0; i < 10; i++) {
        model.operation(store.heap(), true);
      }
      boolean commit = random.nextBoolean();
      try (HeapOperation operation = store.heap().begin()) {
        model.change(operation);
        store.flush();
        model.change(operation);
        if (commit) {
          operation.commit();
        }
        model.end(commit);
      }
      if (random.nextBoolean()) {
        store.flush();
      }
      model.verify(store.heap());
      store.close();
      store = open();
      model.verify(store.heap());
      store.close();
      directory.delete("store.log");
      directory.delete("nodes.pages");
    }
  }

  @Test
  void scanSeesEveryLastingRecordOnceWhileOthersChange() {
    Random random = Seeds.random();
    try (HeapTestFiles.HeapStore store = open()) {
      HeapFile file = store.heap();
      List<Long> rids = new ArrayList<>();
      try (HeapOperation operation = file.begin()) {
        for (int i = 0; i < 400; i++) {
          rids.add(operation.insert(i, filled(random.nextInt(80), i), NOTHING));
        }
        operation.commit();
      }
      for (int round = 0; round < 10; round++) {
        TreeMap<Long, Integer> seen = new TreeMap<>();
        HeapScan scan = file.scan(1 + random.nextInt(8));
        while (scan.next()) {
          seen.merge(scan.record().rid(), 1, Integer::sum);
          if (random.nextInt(4) == 0) {
            change(file, rids, random);
          }
        }
        assertThat(seen.values()).allMatch(times -> times == 1);
        assertThat(seen.keySet()).containsAll(rids.subList(0, 200));
      }
      assertThat(file.check().findings()).isEmpty();
    }
  }

  /** Updates one of the first 200 records; deletes and inserts others. */
  private static void change(HeapFile file, List<Long> rids, Random random) {
    try (HeapOperation operation = file.begin()) {
      long lasting = rids.get(random.nextInt(200));
      assertThat(operation.update(lasting, 7, filled(random.nextInt(900), 1), NOTHING)).isTrue();
      int other = 200 + random.nextInt(rids.size() - 200);
      operation.delete(rids.get(other));
      rids.set(other, operation.insert(8, filled(random.nextInt(300), 2), NOTHING));
      operation.commit();
    }
  }

  private static void fill(HeapTestFiles.HeapStore store, int records) {
    try (HeapOperation operation = store.heap().begin()) {
      for (int i = 0; i < records; i++) {
        operation.insert(i, filled(21, i), filled(20, i));
      }
      operation.commit();
    }
    store.flush();
  }

  private HeapTestFiles.HeapStore reopened(int frames) {
    return HeapTestFiles.open(directory, 512, HeapTestFiles.memory(frames, "arc"), 1 << 20, false);
  }

  @Test
  void rangesOfPagesHaveTheRecordsOfAScan() {
    try (HeapTestFiles.HeapStore store = open()) {
      Random random = Seeds.random();
      TreeMap<Long, ByteBuffer> expected = new TreeMap<>();
      try (HeapOperation operation = store.heap().begin()) {
        for (int i = 0; i < 300; i++) { // some fill several pages
          ByteBuffer wkb = filled(random.nextInt(random.nextInt(10) == 0 ? 2_000 : 80), i);
          expected.put(operation.insert(i, wkb, NOTHING), wkb);
        }
        operation.commit();
      }
      try (HeapSnapshot snapshot = store.heap().snapshot()) {
        HeapScan scan = snapshot.scan(3);
        TreeMap<Long, ByteBuffer> found = new TreeMap<>();
        int step = 1 + random.nextInt(9);
        int onPage = 0;
        for (long page = 0; page <= snapshot.lastPage(); page += step) {
          scan.restart(page, page + step - 1);
          while (scan.nextPage()) {
            for (int slot = 0; slot < scan.slotCount(); slot++) {
              long rid = scan.rid(slot);
              assertThat(Rid.page(rid)).isBetween(page, page + step - 1);
              int at = scan.wkbAt(slot);
              if (at >= 0) {
                onPage++;
                int length = scan.content().getInt(at - Integer.BYTES);
                assertThat(scan.content().slice(at, length)).isEqualTo(expected.get(rid));
              }
              if (scan.show(slot)) {
                byte[] wkb = new byte[scan.record().wkb().remaining()];
                scan.record().wkb().duplicate().get(wkb);
                assertThat(found.put(rid, ByteBuffer.wrap(wkb))).isNull();
              }
            }
          }
        }
        assertThat(found).isEqualTo(expected);
        assertThat(onPage).isBetween(200, 299);
      }
    }
  }

  private static long scan(HeapFile file) {
    HeapScan scan = file.scan(32);
    int records = 0;
    while (scan.next()) {
      records++;
    }
    assertThat(records).isEqualTo(2_000);
    return scan.pagesReadAhead();
  }

  @Test
  void aSecondScanOfAFileThatFitsInMemoryReadsNoPage() {
    try (HeapTestFiles.HeapStore store = reopened(8)) {
      fill(store, 2_000);
    }
    try (HeapTestFiles.HeapStore store = reopened(1_000)) {
      assertThat(scan(store.heap())).isBetween(200L, store.heap().figures().pages());
      assertThat(scan(store.heap())).isZero();
      assertThat(store.heap().figures().bufferedPages()).isGreaterThan(200);
    }
  }

  /** Pages that were used twice stay, however many pages scans read after that. */
  @Test
  void scansOfAFileLargerThanTheMemoryKeepPagesThatAreUsedAgain() {
    try (HeapTestFiles.HeapStore store = reopened(8)) {
      fill(store, 2_000);
    }
    try (HeapTestFiles.HeapStore store = reopened(60)) {
      HeapFile file = store.heap();
      assertThat(file.dataPageCount()).isGreaterThan(200);
      HeapRecord record = new HeapRecord();
      for (int round = 0; round < 2; round++) {
        for (long page = 100; page < 140; page++) {
          assertThat(file.get(Rid.of(page, 0), record)).isTrue();
        }
      }
      for (int i = 0; i < 3; i++) {
        assertThat(scan(file)).isGreaterThan(150);
      }
      try (HeapSnapshot snapshot =
          file.snapshot()) { // by windows, then record by record, as an order reads them
        HeapFetch fetch = snapshot.fetch(1);
        for (long page = 0; page < file.dataPageCount(); page++) {
          fetch.read(new long[] {page}, 1);
          fetch.show(0, Rid.of(page, 0));
        }
        for (long page = 0; page < file.dataPageCount(); page++) {
          for (int slot = 0; slot < 3; slot++) {
            snapshot.get(Rid.of(page, slot), record);
          }
        }
      }
      long misses = file.figures().misses();
      for (long page = 100; page < 140; page++) {
        assertThat(file.get(Rid.of(page, 0), record)).isTrue();
      }
      assertThat(file.figures().misses()).isEqualTo(misses);
    }
  }

  @Test
  void refusesMisuse() {
    HeapTestFiles.HeapStore store = open();
    HeapFile file = store.heap();
    assertThatThrownBy(() -> file.scan(0)).hasMessageContaining("1 to 1024");
    HeapOperation operation = file.begin();
    assertThatThrownBy(file::begin).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(file::check).isInstanceOf(IllegalStateException.class);
    ByteBuffer huge = ByteBuffer.allocate(HeapOperation.MAX_RECORD_BYTES + 1);
    assertThatThrownBy(() -> operation.insert(1, huge, NOTHING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("67108864");
    operation.commit();
    assertThatThrownBy(() -> operation.insert(1, NOTHING, NOTHING))
        .isInstanceOf(IllegalStateException.class);
    operation.close();
    store.close();
    assertThatThrownBy(file::begin).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> file.get(1, new HeapRecord()))
        .isInstanceOf(StoreClosedException.class);
  }

  @Test
  void operationTooLargeForOneFrameIsRefusedAndCanBeTakenBack() {
    try (HeapTestFiles.HeapStore store =
        HeapTestFiles.open(directory, 65_536, HeapTestFiles.memory(8, "lru"), 1 << 20, false)) {
      HeapFile file = store.heap();
      try (HeapOperation operation = file.begin()) {
        ByteBuffer large = ByteBuffer.allocate(HeapOperation.MAX_RECORD_BYTES);
        operation.insert(1, large, NOTHING);
        assertThatThrownBy(() -> operation.insert(2, large, NOTHING))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(operation::commit).isInstanceOf(IllegalStateException.class);
      }
      assertThat(file.size()).isZero();
      assertThat(file.check().findings()).isEmpty();
    }
  }
}
