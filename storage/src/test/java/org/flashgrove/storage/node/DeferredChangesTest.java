package org.flashgrove.storage.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flashgrove.storage.node.HeaderValues.change;
import static org.flashgrove.storage.node.HeaderValues.read;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Test;

/** Changes of nodes that are not in the pool wait, and everybody sees them. */
class DeferredChangesTest {
  private static final int PAGE = 512;
  private static final int NODES = 60;
  private static final int FRAMES = 32;
  private static final int TOGETHER = 8;

  private final FaultyDisk disk = new FaultyDisk(new CrashDisk());
  private final NodeStoreFiles files =
      new NodeStoreFiles(
              disk,
              Placement.FREE,
              PAGE,
              TestLayouts.UNORDERED,
              1 << 20,
              SyncMode.CLOSE,
              (device, log) ->
                  PoolConfig.of(Spec.parse("none:frames=" + FRAMES + ",behind=" + TOGETHER))
                      .pool(device, TestLayouts.UNORDERED))
          .readingTogether(true);

  private LoggedNodeStore open() {
    LoggedNodeStore store = files.open();
    if (store.ids().last() < 0) {
      HeaderValues.create(store, NODES);
      store.flush();
    }
    return store;
  }

  private long reads() {
    return files.counters().figures().pageReads();
  }

  @Test
  void nodesAreReadWhenSoManyHaveChanged() {
    try (LoggedNodeStore store = open()) {
      long before = reads(); // the pool holds the newest nodes
      for (int node = 0; node < TOGETHER - 1; node++) {
        change(store, node, 1);
        change(store, node, 2);
      }
      assertThat(reads()).isEqualTo(before);
      assertThat(store.bufferFigures().bufferedNodes()).isEqualTo(TOGETHER - 1);
      change(store, TOGETHER, 1);
      change(store, TOGETHER + 1, 1);
      assertThat(reads() - before).isBetween(TOGETHER - 1L, (long) TOGETHER);
      store.flush();
      assertThat(store.bufferFigures().bufferedNodes()).isZero();
    }
  }

  @Test
  void aNodeThatIsAskedForIsReadByItself() {
    try (LoggedNodeStore store = open()) {
      try (NodeReader early = store.snapshot()) {
        change(store, 3, 7); // what a snapshot may see is read and kept
        assertThat(read(early, 3)).isZero();
      }
      change(store, 1, 5);
      change(store, 2, 6);
      long before = reads();
      try (NodeReader now = store.snapshot()) {
        assertThat(read(now, 1)).isEqualTo(5);
        assertThat(read(now, 3)).isEqualTo(7);
      }
      assertThat(reads() - before).isEqualTo(1);
    }
    try (LoggedNodeStore store = open();
        NodeReader reader = store.snapshot()) {
      assertThat(read(reader, 2)).isEqualTo(6);
    }
  }

  @Test
  void aPageThatCannotBeReadLeavesNoCommitHalfDone() {
    LoggedNodeStore store = open();
    for (int node = 0; node < TOGETHER - 1; node++) {
      change(store, node, 1);
    }
    disk.arm(FaultKind.READ_FAILS, 0, true);
    assertThatThrownBy(
            () -> {
              change(store, TOGETHER, 1);
              change(store, TOGETHER + 1, 1);
            })
        .isInstanceOf(StoreException.class);
    disk.disarm();
    try (NodeReader reader = store.snapshot()) {
      for (int node = 0; node < TOGETHER - 1; node++) {
        assertThat(read(reader, node)).isEqualTo(1);
      }
      assertThat(read(reader, TOGETHER + 1)).isZero();
    }
    assertThatThrownBy(() -> change(store, NODES - 1, 1)).isInstanceOf(StoreException.class);
    store.close();
    try (LoggedNodeStore again = open();
        NodeReader reader = again.snapshot()) {
      for (int node = 0; node < TOGETHER - 1; node++) {
        assertThat(read(reader, node)).isEqualTo(1);
      }
      assertThat(read(reader, TOGETHER + 1)).isZero();
    }
  }

  /** Random changes, many in a commit, queries and reopenings, against an array. */
  @Test
  void everyNodeHasItsNewestValue() {
    Random random = Seeds.random();
    long[] values = new long[NODES];
    LoggedNodeStore store = open();
    for (int step = 1; step <= 3_000; step++) {
      try (NodeOperation operation = store.begin()) {
        for (int i = random.nextInt(12) == 0 ? 3 * TOGETHER : random.nextInt(3); i >= 0; i--) {
          int node = random.nextInt(NODES);
          long[] header = {step, 0, 0};
          if (random.nextInt(20) == 0) {
            operation.replace(node, 0, header, new EntryList(5, 1), 0, 0);
          } else {
            operation.header(node, 0, header);
          }
          values[node] = step;
        }
        operation.commit();
      }
      if (random.nextInt(4) == 0) {
        int node = random.nextInt(NODES);
        try (NodeReader reader = store.snapshot()) {
          assertThat(read(reader, node)).isEqualTo(values[node]);
        }
      }
      if (random.nextInt(100) == 0) {
        store.flush();
      } else if (random.nextInt(100) == 0) {
        store.close();
        store = open();
      }
    }
    try (NodeReader reader = store.snapshot()) {
      for (int node = 0; node < NODES; node++) {
        assertThat(read(reader, node)).isEqualTo(values[node]);
      }
    }
    store.close();
  }
}
