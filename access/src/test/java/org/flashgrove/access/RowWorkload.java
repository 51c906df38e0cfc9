package org.flashgrove.access;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.flashgrove.access.RowStore.Row;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;

/**
 * Workload of seeded batches that insert, delete and update rows. There are also batches that are
 * not committed, changes of the heap file alone, flushes and syncs. For each prefix of the workload
 * it knows the expected content of the store.
 */
final class RowWorkload {
  private static final int SPACE = 100;
  private static final int MOST_SIDE = 5;
  private static final int MOST_CHANGES = 4;

  /** Kinds of steps. */
  private enum Kind {
    BATCH,
    TAKEN_BACK,
    FLUSH,
    SYNC
  }

  /**
   * A change of one row.
   *
   * @param from the row before the change, or null for an insertion
   * @param to the row after the change, or null for a deletion
   */
  private record Change(Row from, Row to) {}

  private record Step(Kind kind, List<Change> changes) {}

  private final List<Step> steps = new ArrayList<>();
  private final long[] expected;
  private final boolean apart;

  /**
   * Creates {@code count} steps from a seed. With {@code apart}, each structure commits the changes
   * of a batch for itself.
   */
  RowWorkload(long seed, int count, int flushEvery, boolean apart) {
    this.apart = apart;
    Random random = new Random(seed);
    List<Row> present = new ArrayList<>();
    long[] nextId = {1};
    expected = new long[count + 1];
    expected[0] = digest(present);
    for (int i = 0; i < count; i++) {
      int what = random.nextInt(100);
      if (random.nextInt(flushEvery) == 0) {
        steps.add(new Step(Kind.FLUSH, List.of()));
      } else if (what < 4) {
        steps.add(new Step(Kind.SYNC, List.of()));
      } else {
        List<Row> after = new ArrayList<>(present);
        List<Change> changes = new ArrayList<>();
        for (int change = random.nextInt(MOST_CHANGES); change >= 0; change--) {
          changes.add(change(random, after, nextId, i % 120 < 75));
        }
        boolean kept = what >= 12;
        steps.add(new Step(kept ? Kind.BATCH : Kind.TAKEN_BACK, changes));
        present = kept ? after : present;
      }
      expected[i + 1] = digest(present);
    }
  }

  private static Change change(Random random, List<Row> rows, long[] nextId, boolean growing) {
    Row old = rows.isEmpty() ? null : rows.get(random.nextInt(rows.size()));
    if (old == null || random.nextInt(100) < (growing ? 60 : 25)) {
      Row row = row(random, nextId[0]++);
      rows.add(row);
      return new Change(null, row);
    }
    rows.remove(old);
    if (random.nextInt(3) == 0) {
      return new Change(old, null);
    }
    Row row = row(random, old.id());
    rows.add(row);
    return new Change(old, row);
  }

  private static Row row(Random random, long id) {
    double x = random.nextInt(SPACE);
    double y = random.nextInt(SPACE);
    double[] box = {x, y, x + random.nextInt(MOST_SIDE), y + random.nextInt(MOST_SIDE)};
    byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 1_500 : 50)];
    random.nextBytes(bytes);
    return new Row(id, box, bytes);
  }

  int steps() {
    return steps.size();
  }

  /** Returns the value that {@link #digest(RowStore)} must have after {@code count} steps. */
  long expected(int count) {
    return expected[count];
  }

  boolean isSync(int number) {
    return steps.get(number).kind == Kind.SYNC;
  }

  /** Runs a step. */
  void run(int number, RowStore store) {
    Step step = steps.get(number);
    switch (step.kind) {
      case FLUSH:
        store.store.flush();
        break;
      case SYNC:
        store.store.sync();
        break;
      default:
        try (RowStore.Changes changes = apart ? store.beginApart() : store.begin()) {
          step.changes.forEach(change -> apply(changes, change));
          if (step.kind == Kind.BATCH) {
            changes.commit();
          }
        }
    }
  }

  private static void apply(RowStore.Changes changes, Change change) {
    if (change.from == null) {
      changes.insert(change.to);
    } else if (change.to == null) {
      changes.delete(change.from);
    } else {
      changes.update(change.from, change.to);
    }
  }

  /** Returns the digest of a store that contains these rows in the heap file and in both trees. */
  private static long digest(List<Row> rows) {
    long heap = 0;
    long trees = 0;
    for (Row row : rows) {
      heap += digest(row.id(), row.box(), row.bytes());
      trees += digest(row.id(), row.box(), null) + 3 * digest(row.id(), row.mirrored(), null);
    }
    return mix(heap + mix(trees + mix(rows.size())));
  }

  /**
   * Returns a digest of a store. Reads the heap file by a scan, and then by the RIDs in the trees.
   */
  static long digest(RowStore store) {
    long heap = 0;
    long count = 0;
    try (HeapScan scan = store.heap.scan(3)) {
      while (scan.next()) {
        heap += digest(scan.record().id(), box(scan.record()), bytes(scan.record()));
        count++;
      }
    }
    long trees = byTree(store, 0) + 3 * byTree(store, 1);
    boolean sizes =
        count == store.heap.size()
            && count == store.trees[0].size()
            && count == store.trees[1].size();
    return mix(heap + mix(trees + mix(sizes ? count : ~count)));
  }

  private static long byTree(RowStore store, int which) {
    SpatialTree tree = store.trees[which];
    HeapRecord record = new HeapRecord();
    long[] sum = {0};
    tree.search(
        -2 * SPACE,
        -2 * SPACE,
        2 * SPACE,
        2 * SPACE,
        (rid, minX, minY, maxX, maxY) -> {
          boolean there = store.heap.get(rid, record);
          double[] box = {minX, minY, maxX, maxY};
          sum[0] += digest(there ? record.id() : ~rid, box, null);
        });
    return sum[0];
  }

  /** Returns the box that the attributes of a record contain. */
  static double[] box(HeapRecord record) {
    double[] box = new double[4];
    record.attributes().duplicate().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(box);
    return box;
  }

  private static byte[] bytes(HeapRecord record) {
    ByteBuffer wkb = record.wkb().duplicate();
    byte[] bytes = new byte[wkb.remaining()];
    wkb.get(bytes);
    return bytes;
  }

  private static long digest(long id, double[] box, byte[] bytes) {
    long digest = mix(id);
    for (double side : box) {
      digest = mix(digest + Double.doubleToLongBits(side + 0.0)); // trees know no -0.0
    }
    return bytes == null ? digest : mix(digest + Arrays.hashCode(bytes));
  }

  /** Returns a hash of a number, by the finalizer of SplitMix64. */
  private static long mix(long value) {
    return new SplittableRandom(value).nextLong();
  }
}
