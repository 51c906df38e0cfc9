package org.flashgrove.storage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.placement.FreePages;
import org.junit.jupiter.api.Test;

/** Two heap files of one store, whose changes commit together. */
class TwoHeapFilesTest {
  private static final int PAGE_SIZE = 512;
  private static final int[] NUMBERS = {2, 5};

  /** A store of two heap files. */
  private static final class TwoFiles implements AutoCloseable {
    private final LoggedStore store;
    private final List<HeapFile> heaps = new ArrayList<>();

    TwoFiles(StoreDirectory directory) {
      FileDevice files = FileDevice.over(directory, RawFile.Caching.BUFFERED);
      boolean there = directory.exists("store.log");
      PageStore pages =
          there
              ? files.openPages("nodes.pages", PAGE_SIZE)
              : files.createPages("nodes.pages", PAGE_SIZE);
      FreePages slots =
          there
              ? FreePages.open(pages, HeapTestFiles.TAG)
              : FreePages.create(pages, HeapTestFiles.TAG);
      AppendLog log =
          there
              ? files.openLog("store.log", HeapTestFiles.TAG, PAGE_SIZE)
              : files.createLog("store.log", HeapTestFiles.TAG, PAGE_SIZE);
      store = new LoggedStore(log, new StoreLog(log), slots, 16_000, SyncMode.OP);
      for (int number : NUMBERS) {
        HeapMemory memory = HeapTestFiles.memory(8, "lru");
        heaps.add(
            new HeapFile(store, number, pages, HeapTestFiles.TAG, memory, HeapFile.SNAPSHOT_BYTES));
      }
      store.open();
    }

    @Override
    public void close() {
      store.close();
    }
  }

  private static ByteBuffer bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 2_000 : 60)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  /** Each record with the number of the commit that wrote it last, in both files. */
  private static TreeMap<Long, Long> content(HeapFile heap) {
    TreeMap<Long, Long> content = new TreeMap<>();
    HeapScan scan = heap.scan(4);
    while (scan.next()) {
      content.put(scan.record().rid(), scan.record().id());
    }
    assertThat(heap.check().findings()).isEmpty();
    return content;
  }

  @Test
  void filesCommitTogetherOrNotAtAll() {
    Random random = Seeds.random();
    for (int round = 0; round < 60; round++) {
      CrashDisk disk = new CrashDisk();
      new TwoFiles(disk).close();
      HeapTestFiles.failAfter(disk, random.nextInt(300));
      List<List<TreeMap<Long, Long>>> commits = new ArrayList<>();
      commits.add(List.of(new TreeMap<>(), new TreeMap<>()));
      int durable = work(disk, random, commits);
      try (TwoFiles store = new TwoFiles(new CrashDisk(PowerCuts.any(disk, random)))) {
        List<TreeMap<Long, Long>> found =
            List.of(content(store.heaps.get(0)), content(store.heaps.get(1)));
        assertThat(commits.subList(durable, commits.size())).contains(found);
      }
    }
  }

  /** Works until a device call fails; index of the last commit that was acknowledged. */
  private static int work(
      StoreDirectory directory, Random random, List<List<TreeMap<Long, Long>>> commits) {
    int durable = 0;
    try (TwoFiles store = new TwoFiles(directory)) {
      for (long commit = 1; true; commit++) {
        try (WriteBatch batch = store.store.begin()) {
          HeapOperation first = batch.begin(store.heaps.get(0));
          HeapOperation second = batch.begin(store.heaps.get(1));
          List<TreeMap<Long, Long>> before = commits.get(commits.size() - 1);
          List<TreeMap<Long, Long>> after =
              List.of(
                  change(first, before.get(0), commit, random),
                  change(second, before.get(1), commit, random));
          if (random.nextInt(5) > 0) {
            commits.add(after);
            batch.commit();
            durable++;
          }
        }
      }
    } catch (StoreException e) {
      return durable; // power is lost now
    }
  }

  private static TreeMap<Long, Long> change(
      HeapOperation operation, TreeMap<Long, Long> before, long commit, Random random) {
    TreeMap<Long, Long> after = new TreeMap<>(before);
    for (int i = 0; i < 3; i++) {
      Long rid = after.ceilingKey((long) random.nextInt(1 << 20));
      if (rid == null || random.nextInt(3) == 0) {
        after.put(operation.insert(commit, bytes(random), bytes(random)), commit);
      } else if (random.nextInt(3) == 0) {
        operation.delete(rid);
        after.remove(rid);
      } else {
        operation.update(rid, commit, bytes(random), bytes(random));
        after.put(rid, commit);
      }
    }
    return after;
  }
}
