package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.proof.MergingMap;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.PowerCuts;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.heap.HeapMemory;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Test;

/** A heap file and an index of components of one store, which commit together. */
class ComponentBesideHeapTest {
  private static final int HEAP = 2;

  /** A store of both. Each record's id is the key at which the map has its RID. */
  private static final class Both implements AutoCloseable {
    private final ComponentFiles.Closed closed;
    private final HeapFile heap;
    private final MergingMap map;

    Both(StoreDirectory directory) {
      closed = ComponentFiles.besideSlots(SyncMode.OP).over(directory);
      HeapMemory memory = new HeapMemory(8, ReplacementPolicies.lru());
      heap =
          new HeapFile(
              closed.store(),
              HEAP,
              closed.slots(),
              ComponentFiles.TAG,
              memory,
              HeapFile.SNAPSHOT_BYTES);
      map = new MergingMap(closed.file(), 10);
      closed.store().open();
    }

    TreeMap<Long, Long> records() {
      TreeMap<Long, Long> records = new TreeMap<>();
      try (HeapScan scan = heap.scan(2)) {
        while (scan.next()) {
          records.put(scan.record().id(), scan.record().rid());
        }
      }
      assertThat(heap.check().findings()).isEmpty();
      return records;
    }

    @Override
    public void close() {
      closed.store().close();
    }
  }

  private static void failAfter(CrashDisk disk, int calls) {
    int[] left = {calls};
    disk.afterEachCall(
        () -> {
          if (--left[0] <= 0) {
            throw new StoreIoException("power is lost, on purpose");
          }
        });
  }

  @Test
  void bothCommitOrNone() {
    Random random = Seeds.random();
    int merges = 0;
    for (int round = 0; round < 60; round++) {
      CrashDisk disk = new CrashDisk();
      new Both(disk).close();
      failAfter(disk, random.nextInt(400));
      List<TreeMap<Long, Long>> commits = new ArrayList<>(List.of(new TreeMap<>()));
      int durable = 0;
      try (Both both = new Both(disk)) {
        for (long id = 1; true; id++) {
          commits.add(insert(both, commits.get(commits.size() - 1), id, random));
          durable = commits.size() - 1;
          merges += both.map.merges() > 0 ? 1 : 0;
        }
      } catch (StoreException e) {
        // power is lost now
      }
      try (Both both = new Both(new CrashDisk(PowerCuts.any(disk, random)))) {
        TreeMap<Long, Long> records = both.records();
        assertThat(both.map.content()).isEqualTo(records);
        assertThat(both.map.problems()).isEmpty();
        // the insertion that was cut may be there, too
        records.keySet().removeIf(id -> id > commits.size() - 1);
        assertThat(commits.subList(durable, commits.size())).contains(records);
      }
    }
    assertThat(merges).isPositive();
  }

  private static TreeMap<Long, Long> insert(
      Both both, TreeMap<Long, Long> before, long id, Random random) {
    TreeMap<Long, Long> after = new TreeMap<>(before);
    try (WriteBatch batch = both.closed.store().begin()) {
      HeapOperation records = batch.begin(both.heap);
      ComponentOperation words = batch.begin(both.closed.file());
      long rid =
          records.insert(
              id, ByteBuffer.allocate(random.nextInt(40)), ByteBuffer.allocate(random.nextInt(9)));
      MergingMap.stagePut(words, id, rid);
      assertThatThrownBy(words::commit).isInstanceOf(IllegalStateException.class);
      batch.commit();
      after.put(id, rid);
    }
    return after;
  }

  @Test
  void aSnapshotOfBothSeesOneCommit() {
    try (Both both = new Both(new CrashDisk())) {
      Random random = Seeds.random();
      TreeMap<Long, Long> content = new TreeMap<>();
      for (long id = 1; id <= 30; id++) {
        content = insert(both, content, id, random);
      }
      try (StoreSnapshot snapshot = both.closed.store().snapshot(both.heap, both.closed.file())) {
        for (long id = 31; id <= 80; id++) {
          insert(both, content, id, random);
        }
        assertThat(snapshot.of(both.heap).size()).isEqualTo(30);
        assertThat(both.map.content(snapshot.of(both.closed.file()))).isEqualTo(content);
      }
      assertThat(both.map.content()).hasSize(80);
    }
  }

  @Test
  void aCopyKeepsBlocksAndFilesAreCompacted() {
    CrashDisk disk = new CrashDisk();
    TreeMap<Long, Long> content = new TreeMap<>();
    Random random = Seeds.random();
    try (Both both = new Both(disk)) {
      for (long id = 1; id <= 200; id++) {
        content = insert(both, content, id, random);
      }
      List<Block> copied = new ArrayList<>();
      ComponentFile file = both.closed.file();
      both.closed.store().capture((commit, last, log) -> copied.addAll(file.startCopy()));
      assertThat(copied).hasSize(file.figures().liveBlocks());
      for (long key = 1; key <= 200; key++) {
        both.map.remove(key);
      }
      both.closed.store().compactFiles();
      assertThat(file.figures().liveBlocks()).isZero();
      long most = copied.stream().mapToLong(Block::number).max().orElseThrow();
      assertThat(file.figures().fileBlocks()).isGreaterThan(most);
      assertThatThrownBy(file::startCopy).isInstanceOf(IllegalStateException.class);
      file.endCopy();
      long before = file.figures().fileBlocks();
      both.closed.store().compactFiles();
      assertThat(both.closed.file().figures().liveBlocks()).isZero();
      assertThat(both.closed.file().figures().fileBlocks()).isZero().isLessThan(before);
      both.map.put(7, 8);
    }
    try (Both both = new Both(disk)) {
      assertThat(both.records()).isEqualTo(content);
      assertThat(both.map.content()).isEqualTo(new TreeMap<>(Map.of(7L, 8L)));
    }
  }
}
