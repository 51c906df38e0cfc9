package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flashgrove.access.RowStore.Row;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.HeapSnapshot;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.junit.jupiter.api.Test;

/**
 * Tests batches over two trees and a heap file. Every reader must see a batch completely or not at
 * all.
 */
class RowBatchTest {
  private static final int PAGE = 512;

  private static RowStore open(StoreDirectory directory, long snapshotBytes) {
    return new RowStore(
        directory,
        new RowStore.Make(
            PAGE,
            32 << 10,
            SyncMode.CLOSE,
            snapshotBytes,
            (device, log) ->
                PoolConfig.of(Spec.parse("none:frames=32")).pool(device, RTree.LAYOUT)));
  }

  private static Row row(Random random, long id) {
    double x = random.nextInt(1_000);
    double y = random.nextInt(1_000);
    byte[] bytes = new byte[random.nextInt(random.nextInt(15) == 0 ? 2_000 : 60)];
    random.nextBytes(bytes);
    return new Row(id, new double[] {x, y, x + random.nextInt(9), y + 1}, bytes);
  }

  private static List<Row> fill(RowStore store, Random random, int count) {
    List<Row> rows = new ArrayList<>();
    try (RowStore.Changes changes = store.begin()) {
      for (int i = 0; i < count; i++) {
        rows.add(row(random, i + 1));
        changes.insert(rows.get(i));
      }
      changes.commit();
    }
    return rows;
  }

  /** Returns the RIDs and boxes at a commit, for the heap file and for each tree. */
  private static List<Map<Long, String>> content(RowStore store, StoreSnapshot snapshot) {
    Map<Long, String> records = new HashMap<>();
    HeapSnapshot heap = snapshot.of(store.heap);
    HeapScan scan = heap.scan(4);
    while (scan.next()) {
      records.put(scan.record().rid(), Arrays.toString(RowWorkload.box(scan.record())));
    }
    assertThat(heap.size()).isEqualTo(records.size());
    List<Map<Long, String>> content = new ArrayList<>();
    content.add(records);
    for (int i = 0; i < 2; i++) {
      NodeReader reader = snapshot.of(store.nodes[i]);
      Map<Long, String> entries = new HashMap<>();
      collect(reader, reader.root(), reader.height(), i == 1, entries);
      assertThat(reader.entries()).isEqualTo(entries.size());
      content.add(entries);
    }
    return content;
  }

  private static void collect(
      NodeReader reader, long nodeId, int level, boolean mirrored, Map<Long, String> into) {
    NodeView node = reader.read(nodeId, level);
    List<Long> children = new ArrayList<>();
    for (int slot = 0; slot < node.count(); slot++) {
      if (level > 0) {
        children.add(node.word(0, slot));
        continue;
      }
      double[] box = new double[4];
      for (int side = 0; side < 4; side++) {
        int from = mirrored ? (side + 2) % 4 : side;
        double value = Double.longBitsToDouble(node.word(1 + from, slot));
        box[side] = (mirrored ? -value : value) + 0.0;
      }
      into.put(node.word(0, slot), Arrays.toString(box));
    }
    reader.release(node);
    children.forEach(child -> collect(reader, child, level - 1, mirrored, into));
  }

  private static StoreSnapshot snapshot(RowStore store) {
    return store.store.snapshot(store.heap, store.nodes[0], store.nodes[1]);
  }

  private static List<Map<Long, String>> agreed(RowStore store, StoreSnapshot snapshot) {
    List<Map<Long, String>> content = content(store, snapshot);
    assertThat(content.get(1)).isEqualTo(content.get(0));
    assertThat(content.get(2)).isEqualTo(content.get(0));
    return content;
  }

  @Test
  void aBatchThatIsNotCommittedRestoresEverything() {
    Random random = Seeds.random();
    MemoryDirectory directory = new MemoryDirectory();
    long lastFrame;
    List<Map<Long, String>> before;
    try (RowStore store = open(directory, HeapFile.SNAPSHOT_BYTES)) {
      List<Row> rows = fill(store, random, 200);
      try (StoreSnapshot snapshot = snapshot(store)) {
        before = agreed(store, snapshot);
      }
      lastFrame = store.store.committedFrame();
      long[] ids = {store.nodes[0].ids().last(), store.nodes[1].ids().last()};
      try (RowStore.Changes changes = store.begin()) {
        for (int i = 0; i < 100; i++) {
          changes.insert(row(random, 1_000 + i));
          changes.delete(rows.get(i));
          Row updated = row(random, rows.get(100 + i).id());
          changes.update(rows.get(100 + i), updated);
          changes.find(updated);
        }
        assertThat(store.heap.size()).as("outside").isEqualTo(200);
        try (StoreSnapshot snapshot = snapshot(store)) {
          assertThat(content(store, snapshot)).isEqualTo(before);
        }
      }
      assertThat(store.store.committedFrame()).isEqualTo(lastFrame);
      assertThat(store.nodes[0].ids().last()).isEqualTo(ids[0]);
      assertThat(store.nodes[1].ids().last()).isEqualTo(ids[1]);
      try (StoreSnapshot snapshot = snapshot(store)) {
        assertThat(content(store, snapshot)).isEqualTo(before);
      }
      assertThat(store.heap.check().findings()).isEmpty();
      assertThat(store.trees[0].check().problems()).isEmpty();
    }
    try (RowStore store = open(directory, HeapFile.SNAPSHOT_BYTES);
        StoreSnapshot snapshot = snapshot(store)) {
      assertThat(content(store, snapshot)).isEqualTo(before);
    }
  }

  @Test
  void aBatchIsOneFrame() {
    try (RowStore store = open(new MemoryDirectory(), HeapFile.SNAPSHOT_BYTES)) {
      long before = store.store.committedFrame();
      fill(store, Seeds.random(), 20);
      assertThat(store.store.committedFrame()).isEqualTo(before + 1);
    }
  }

  /** Readers read all three structures at one commit each, while a writer commits and compacts. */
  @Test
  void snapshotsSeeAllOfABatchOrNothing() throws Exception {
    Random random = Seeds.random();
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try (RowStore store = open(new MemoryDirectory(), HeapFile.SNAPSHOT_BYTES)) {
      List<Row> rows = fill(store, random, 150);
      AtomicBoolean writing = new AtomicBoolean(true);
      List<Future<Integer>> looks = new ArrayList<>();
      for (int reader = 0; reader < 2; reader++) {
        looks.add(readers.submit(() -> look(store, writing)));
      }
      for (int batch = 0; batch < 250; batch++) {
        write(store, random, rows, batch);
      }
      writing.set(false);
      int snapshots = 0;
      for (Future<Integer> look : looks) {
        snapshots += look.get();
      }
      System.out.println("RowBatchTest: " + snapshots + " snapshots beside 250 batches");
      assertThat(store.heap.snapshotBytes()).isZero();
      assertThat(store.heap.check().findings()).isEmpty();
      assertThat(store.store.frames().compactions()).isPositive();
      try (StoreSnapshot snapshot = snapshot(store)) {
        assertThat(agreed(store, snapshot).get(0)).hasSize(rows.size());
      }
    } finally {
      readers.shutdownNow();
    }
  }

  private static void write(RowStore store, Random random, List<Row> rows, int batch) {
    try (RowStore.Changes changes = store.begin()) {
      for (int i = 0; i < 3; i++) {
        int which = random.nextInt(rows.size());
        Row updated = row(random, rows.get(which).id());
        changes.update(rows.get(which), updated);
        rows.set(which, updated);
      }
      Row added = row(random, 10_000 + batch);
      changes.insert(added);
      changes.delete(rows.remove(random.nextInt(rows.size())));
      rows.add(added);
      changes.commit();
    }
  }

  private static int look(RowStore store, AtomicBoolean writing) {
    int snapshots = 0;
    do {
      try (StoreSnapshot snapshot = snapshot(store)) {
        List<Map<Long, String>> first = agreed(store, snapshot);
        assertThat(first.get(0)).hasSize(150);
        assertThat(content(store, snapshot)).as("a second time").isEqualTo(first);
        snapshots++;
      }
    } while (writing.get());
    return snapshots;
  }

  @Test
  void aSnapshotThatOutlivesItsBudgetSaysSo() {
    Random random = Seeds.random();
    try (RowStore store = open(new MemoryDirectory(), 4 * PAGE)) {
      List<Row> rows = fill(store, random, 100);
      try (HeapSnapshot snapshot = store.heap.snapshot()) {
        for (int batch = 0; batch < 30; batch++) {
          write(store, random, rows, batch);
        }
        assertThat(store.heap.snapshotBytes()).isLessThanOrEqualTo(4 * PAGE);
        assertThatThrownBy(
                () -> {
                  HeapScan scan = snapshot.scan(4);
                  while (scan.next()) {
                    assertThat(scan.record().rid()).isPositive();
                  }
                })
            .isInstanceOf(SnapshotExpiredException.class);
      }
      write(store, random, rows, 99);
      assertThat(store.heap.snapshotBytes()).isZero();
    }
  }

  @Test
  void partsOfABatchCommitWithItOnly() {
    ByteBuffer bytes = ByteBuffer.allocate(3);
    try (RowStore store = open(new MemoryDirectory(), HeapFile.SNAPSHOT_BYTES);
        RowStore other = open(new MemoryDirectory(), HeapFile.SNAPSHOT_BYTES)) {
      try (WriteBatch batch = store.store.begin()) {
        assertThatThrownBy(store.store::begin).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> batch.begin(other.heap)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> batch.add(store.heap)).isInstanceOf(IllegalStateException.class);
        HeapOperation records = batch.begin(store.heap);
        NodeOperation nodes = batch.begin(store.nodes[1]);
        records.insert(1, bytes, bytes);
        nodes.entries(7);
        assertThatThrownBy(records::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(nodes::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> batch.add(store.heap)).isInstanceOf(IllegalStateException.class);
        nodes.close();
        assertThatThrownBy(batch::commit)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("were closed before the commit");
      }
      assertThat(store.heap.size()).isZero();
      try (WriteBatch batch = store.store.begin()) {
        HeapOperation records = batch.begin(store.heap);
        records.insert(1, bytes, bytes);
        batch.commit();
        assertThatThrownBy(batch::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> records.insert(2, bytes, bytes))
            .isInstanceOf(IllegalStateException.class);
      }
      assertThat(store.heap.size()).isEqualTo(1);
      HeapRecord record = new HeapRecord();
      try (HeapOperation alone = store.heap.begin()) {
        long rid = alone.insert(2, bytes, bytes);
        alone.commit();
        assertThat(store.heap.get(rid, record)).isTrue();
      }
    }
  }

  @Test
  void batchesOfSeveralThreadsTakeTurns() throws Exception {
    Random random = Seeds.random();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try (RowStore store = open(new MemoryDirectory(), HeapFile.SNAPSHOT_BYTES)) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        long first = 1_000L * thread;
        Random own = new Random(random.nextLong());
        all.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < 25; i++) {
                    try (RowStore.Changes changes = store.begin()) {
                      changes.insert(row(own, first + i));
                      changes.commit();
                    }
                  }
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      try (StoreSnapshot snapshot = snapshot(store)) {
        assertThat(agreed(store, snapshot).get(0)).hasSize(100);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void figuresOfTheTreesAreKeptByTheBatchsCommitOnly() {
    Random random = Seeds.random();
    try (RowStore store = open(new MemoryDirectory(), HeapFile.SNAPSHOT_BYTES)) {
      fill(store, random, 100);
      var figures = store.trees[0].figures();
      assertThat(figures.leafSplits()).isPositive();
      try (RowStore.Changes changes = store.begin()) {
        for (int i = 0; i < 100; i++) {
          changes.insert(row(random, 500 + i));
        }
      }
      fill(store, random, 1);
      assertThat(store.trees[0].figures().leafSplits()).isLessThan(figures.leafSplits() + 2);
    }
  }
}
