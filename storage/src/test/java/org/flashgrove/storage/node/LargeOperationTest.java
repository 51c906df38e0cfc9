package org.flashgrove.storage.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations of many thousand changes: their work grows as their changes do. */
class LargeOperationTest {
  private static final int ENTRIES = 10;

  /** Of the nodes: there an entry is known by its first word alone. */
  private static final int LEVEL = 1;

  private static LoggedNodeStore open() {
    return new NodeStoreFiles(
            new MemoryDirectory(),
            Placement.FREE,
            1024,
            TestLayouts.UNORDERED,
            64 << 20,
            SyncMode.CLOSE,
            (device, log) ->
                PoolConfig.of(Spec.parse("none:frames=4000")).pool(device, TestLayouts.UNORDERED))
        .open();
  }

  private static long[] entry(long id, long value) {
    return new long[] {id, value, 0, 0, 0};
  }

  private static long[] create(NodeOperation operation, int nodes) {
    EntryList entries = new EntryList(5, ENTRIES);
    for (int i = 0; i < ENTRIES; i++) {
      entries.add(entry(i, 0), 0);
    }
    long[] ids = new long[nodes];
    for (int i = 0; i < nodes; i++) {
      ids[i] = operation.create(LEVEL, null, entries, 0, ENTRIES);
    }
    return ids;
  }

  /** Changes looked at by an operation that reads and counts a node before each of its changes. */
  private static long visited(int nodes, int changes, boolean fresh) {
    Random random = new Random(42); // the work of each change is a statistic
    try (LoggedNodeStore store = open()) {
      long[] ids = null;
      if (!fresh) {
        try (NodeOperation operation = store.begin()) {
          ids = create(operation, nodes);
          operation.commit();
        }
      }
      try (NodeOperation operation = store.begin()) {
        ids = fresh ? create(operation, nodes) : ids;
        for (int i = 1; i <= changes; i++) {
          long node = ids[random.nextInt(nodes)];
          NodeView view = operation.read(node, LEVEL);
          assertThat(view.count()).isEqualTo(ENTRIES);
          operation.release(view);
          operation.remove(node, LEVEL, entry(i % ENTRIES, 0));
          operation.add(node, LEVEL, entry(i % ENTRIES, i));
          assertThat(operation.entryCount(node, LEVEL)).isEqualTo(ENTRIES);
        }
        operation.commit();
        return ((StagedOperation) operation).changesVisited();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 40, 1_000})
  void workGrowsAsChangesDo(int nodes) {
    for (boolean fresh : new boolean[] {false, true}) {
      long some = visited(nodes, 2_000, fresh);
      long more = visited(nodes, 16_000, fresh);
      System.out.println(
          "LargeOperationTest: "
              + nodes
              + " nodes, changes looked at for 4,000: "
              + some
              + ", for 32,000: "
              + more);
      assertThat(more).isLessThan(32_000L * 70);
    }
  }

  /** What such an operation leaves, images made from its start and kept ones alike. */
  @Test
  void imagesAreRightHoweverTheyAreMade() {
    Random random = Seeds.random();
    try (LoggedNodeStore store = open()) {
      int nodes = 60;
      long[][] values = new long[nodes][ENTRIES];
      long[] ids;
      try (NodeOperation operation = store.begin()) {
        ids = create(operation, nodes);
        for (int i = 1; i <= 12_000; i++) {
          int node = random.nextInt(random.nextInt(3) == 0 ? nodes : 3);
          int slot = random.nextInt(ENTRIES);
          values[node][slot] = i;
          operation.change(ids[node], LEVEL, entry(slot, i));
          if (random.nextInt(4) == 0) {
            NodeView held = operation.read(ids[node], LEVEL);
            requireEntries(held, values[node]);
            NodeView again = operation.read(ids[node], LEVEL);
            requireEntries(again, values[node]);
            operation.release(random.nextBoolean() ? held : again);
            int other = random.nextInt(nodes);
            NodeView view = operation.read(ids[other], LEVEL);
            requireEntries(view, values[other]);
            operation.release(view);
          }
        }
        operation.commit();
      }
      try (NodeReader reader = store.snapshot()) {
        for (int node = 0; node < nodes; node++) {
          NodeView view = reader.read(ids[node], LEVEL);
          requireEntries(view, values[node]);
          reader.release(view);
        }
      }
    }
  }

  private static void requireEntries(NodeView view, long[] values) {
    assertThat(view.count()).isEqualTo(ENTRIES);
    for (int slot = 0; slot < ENTRIES; slot++) {
      assertThat(view.word(1, slot)).isEqualTo(values[(int) view.word(0, slot)]);
    }
  }
}
