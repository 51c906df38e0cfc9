package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;
import org.junit.jupiter.api.Test;

/** Tests of record pages that readers find in memory without the store lock. */
class UnlockedRecordsTest {
  private static final int PAGE_SIZE = 512;
  private static final int MOST_SECONDS = 60; // far more than the reads take

  private static HeapTestFiles.HeapStore open(int frames, String policy) {
    return HeapTestFiles.open(
        new MemoryDirectory(), PAGE_SIZE, HeapTestFiles.memory(frames, policy), 1 << 20, false);
  }

  private static ByteBuffer body(long id, long round) {
    ByteBuffer body = ByteBuffer.allocate(64);
    while (body.hasRemaining()) {
      body.putLong(id).putLong(round);
    }
    return body.flip();
  }

  private static List<Long> insert(HeapFile file, int records) {
    List<Long> rids = new ArrayList<>();
    try (HeapOperation operation = file.begin()) {
      for (int id = 0; id < records; id++) {
        rids.add(operation.insert(id, body(id, 0), body(id, 0)));
      }
      operation.commit();
    }
    return rids;
  }

  private static void update(HeapFile file, long rid, long id, long round) {
    try (HeapOperation operation = file.begin()) {
      assertThat(operation.update(rid, id, body(id, round), body(id, round))).isTrue();
      operation.commit();
    }
  }

  /** Runs a reader while this thread holds the store lock. */
  private static <T> T besideTheLock(HeapFile file, Callable<T> reader) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    file.lock().lock();
    try {
      return thread.submit(reader).get(MOST_SECONDS, TimeUnit.SECONDS);
    } finally {
      file.lock().unlock();
      thread.shutdownNow();
    }
  }

  @Test
  void recordsInMemoryAreReadWithoutTheStoreLock() throws Exception {
    try (HeapTestFiles.HeapStore store = open(200, "arc")) {
      HeapFile file = store.heap();
      List<Long> rids = insert(file, 300);
      int found =
          besideTheLock(
              file,
              () -> {
                int records = 0;
                HeapRecord record = new HeapRecord();
                try (HeapSnapshot snapshot = file.snapshot()) {
                  HeapFetch fetch = snapshot.fetch(4);
                  for (int id = 0; id < rids.size(); id++) {
                    long rid = rids.get(id);
                    records += snapshot.get(rid, record) ? 1 : 0;
                    assertThat(record.wkb()).isEqualTo(body(id, 0));
                    fetch.read(new long[] {Rid.page(rid)}, 1);
                    records += fetch.show(0, rid) ? 1 : 0;
                    assertThat(fetch.record().attributes()).isEqualTo(body(id, 0));
                  }
                }
                return records;
              });
      assertThat(found).isEqualTo(2 * rids.size());
    }
  }

  /** Commits and evictions give up the memory of a page only after its readers have released it. */
  @Test
  void anOpenImageDoesNotChange() {
    try (HeapTestFiles.HeapStore store = open(8, "lru")) {
      HeapFile file = store.heap();
      List<Long> rids = insert(file, 300);
      store.flush();
      HeapImages images = file.images();
      long first = Rid.page(rids.get(0));
      long last = Rid.page(rids.get(299));
      try (HeapSnapshot snapshot = file.snapshot()) {
        HeapPage replaced = images.open(first, snapshot.frame(), snapshot);
        HeapPage evicted = images.open(last, snapshot.frame(), snapshot);
        byte[] replacedBefore = content(replaced);
        byte[] evictedBefore = content(evicted);
        for (int round = 1; round < 10; round++) {
          update(file, rids.get(0), 0, round);
        }
        for (int id = 0; id < 150; id++) {
          update(file, rids.get(id), id, 100);
        }
        assertThat(content(replaced)).isEqualTo(replacedBefore);
        assertThat(content(evicted)).isEqualTo(evictedBefore);
        images.close(replaced);
        images.close(evicted);
      }
      HeapRecord record = new HeapRecord();
      assertThat(file.get(rids.get(0), record)).isTrue();
      assertThat(record.wkb()).isEqualTo(body(0, 100));
    }
  }

  private static byte[] content(HeapPage page) {
    byte[] bytes = new byte[PAGE_SIZE - HeapPage.HEADER_BYTES];
    page.bytes().get(HeapPage.HEADER_BYTES, bytes);
    return bytes;
  }

  /** Also touches records and pages that do not exist, and pages that are not in memory. */
  @Test
  void touchedRecordsAreReadAsBefore() throws Exception {
    Random random = Seeds.random();
    try (HeapTestFiles.HeapStore store = open(20, "lru")) {
      HeapFile file = store.heap();
      List<Long> rids = insert(file, 300);
      store.flush();
      HeapStats before = file.figures();
      try (HeapSnapshot snapshot = file.snapshot()) {
        HeapFetch fetch = snapshot.fetch(4);
        long[] touched = new long[100];
        for (int i = 0; i < touched.length; i++) {
          touched[i] =
              i % 3 == 0
                  ? Rid.of(random.nextInt(5_000), random.nextInt(1_000))
                  : rids.get(random.nextInt(rids.size()));
        }
        besideTheLock(
            file,
            () -> {
              for (int from = 0; from < touched.length; from += 10) {
                fetch.touch(touched, from, from + 10);
              }
              return null;
            });
        HeapStats after = file.figures();
        assertThat(after.hits()).isEqualTo(before.hits());
        assertThat(after.misses()).isEqualTo(before.misses());
        for (int id = 0; id < rids.size(); id++) {
          long rid = rids.get(id);
          fetch.read(new long[] {Rid.page(rid)}, 1);
          fetch.touch(new long[] {rid}, 0, 1);
          assertThat(fetch.show(0, rid)).isTrue();
          assertThat(fetch.record().wkb()).isEqualTo(body(id, 0));
        }
      }
    }
  }

  /** An access without the lock counts as used before the next eviction. */
  @Test
  void theLeastRecentlyUsedPageIsEvicted() {
    try (HeapTestFiles.HeapStore store = open(8, "lru")) {
      HeapFile file = store.heap();
      List<Long> rids = insert(file, 300);
      store.flush();
      long[] pages = rids.stream().mapToLong(Rid::page).distinct().toArray();
      HeapRecord record = new HeapRecord();
      for (int page = 0; page < 8; page++) {
        assertThat(file.get(Rid.of(pages[page], 0), record)).isTrue();
      }
      assertThat(file.get(Rid.of(pages[0], 0), record)).isTrue(); // in memory
      assertThat(file.get(Rid.of(pages[8], 0), record)).isTrue(); // evicts page 1
      long misses = file.figures().misses();
      long hits = file.figures().hits();
      assertThat(file.get(Rid.of(pages[0], 0), record)).isTrue();
      assertThat(file.figures().misses()).isEqualTo(misses);
      assertThat(file.figures().hits()).isEqualTo(hits + 1);
      assertThat(file.get(Rid.of(pages[1], 0), record)).isTrue();
      assertThat(file.figures().misses()).isEqualTo(misses + 1);
    }
  }

  /** Pages are evicted, changed and reused all the time while several threads read them. */
  @Test
  void readersSeeTheirCommitWhileMemoryIsReused() throws Exception {
    Random random = Seeds.random();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    AtomicBoolean isDone = new AtomicBoolean();
    try (HeapTestFiles.HeapStore store = open(12, "arc")) {
      HeapFile file = store.heap();
      List<Long> rids = insert(file, 100);
      long round = 0;
      update(file, rids.get(0), 0, round);
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Random own = new Random(random.nextLong());
        readers.add(threads.submit(() -> readUntil(isDone, file, rids, own)));
      }
      while (round < 3_000) {
        round++;
        try (HeapOperation operation = file.begin()) {
          operation.update(rids.get(0), 0, body(0, round), body(0, round));
          for (int i = 0; i < 4; i++) {
            int id = 1 + random.nextInt(99);
            operation.update(rids.get(id), id, body(id, round), body(id, round));
          }
          operation.commit();
        }
        if (random.nextInt(50) == 0) {
          store.flush();
        }
      }
      isDone.set(true);
      for (Future<?> reader : readers) {
        reader.get(MOST_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      isDone.set(true);
      threads.shutdownNow();
    }
  }

  /** Reads records. Record 0 of a snapshot contains the number of the snapshot's round. */
  private static void readUntil(
      AtomicBoolean isDone, HeapFile file, List<Long> rids, Random random) {
    HeapRecord record = new HeapRecord();
    while (!isDone.get()) {
      try (HeapSnapshot snapshot = file.snapshot()) {
        assertThat(snapshot.get(rids.get(0), record)).isTrue();
        long newest = round(record);
        for (int i = 0; i < 50; i++) {
          int id = random.nextInt(rids.size());
          assertThat(snapshot.get(rids.get(id), record)).isTrue();
          assertThat(record.id()).isEqualTo(id);
          long round = round(record);
          assertThat(round).isLessThanOrEqualTo(newest);
          assertThat(record.wkb()).isEqualTo(body(id, round));
          assertThat(record.attributes()).isEqualTo(body(id, round));
        }
      }
    }
  }

  private static long round(HeapRecord record) {
    ByteBuffer wkb = record.wkb().slice(); // big-endian, as in body()
    return wkb.getLong(Long.BYTES);
  }
}
