package org.flashgrove.storage.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flashgrove.storage.node.HeaderValues.change;
import static org.flashgrove.storage.node.HeaderValues.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers that outrun the device, and snapshots that stay: what they cost is bounded. */
class BackpressureTest {
  private static final int PAGE = 512;
  private static final int NODES = 40;
  private static final int LOG_BYTES = 8 << 10;
  private static final int BUDGET_IMAGES = 6;

  private final MemoryDirectory directory = new MemoryDirectory();

  private LoggedNodeStore open(Placement placement) {
    LoggedNodeStore store =
        new NodeStoreFiles(
                directory,
                placement,
                PAGE,
                TestLayouts.UNORDERED,
                LOG_BYTES,
                SyncMode.OP,
                (device, log) ->
                    PoolConfig.of(Spec.parse("none:frames=8")).pool(device, TestLayouts.UNORDERED))
            .open(BUDGET_IMAGES * PAGE);
    HeaderValues.create(store, NODES);
    return store;
  }

  @ParameterizedTest
  @EnumSource(Placement.class)
  void aSnapshotThatOutlivesTheBudgetExpiresAndNotTheWriter(Placement placement) {
    try (LoggedNodeStore store = open(placement)) {
      NodeReader old = store.snapshot();
      for (int node = 0; node < BUDGET_IMAGES; node++) {
        change(store, node, 1);
      }
      assertThat(store.snapshotBytes()).isEqualTo(BUDGET_IMAGES * PAGE);
      for (int node = 0; node < NODES; node++) {
        assertThat(read(old, node)).isZero();
      }
      for (int node = BUDGET_IMAGES; node < NODES; node++) {
        change(store, node, 1);
        assertThat(store.snapshotBytes()).isEqualTo(BUDGET_IMAGES * PAGE);
      }
      assertThatThrownBy(() -> read(old, 0)).isInstanceOf(SnapshotExpiredException.class);
      try (NodeReader now = store.snapshot()) {
        for (int node = 0; node < NODES; node++) {
          assertThat(read(now, node)).isEqualTo(1);
        }
      }
      old.close();
      assertThat(store.snapshotBytes()).isZero();
    }
  }

  /** Random commits beside snapshots that stay for some of them. */
  @ParameterizedTest
  @EnumSource(Placement.class)
  void logAndHistoryStayWithinTheirBounds(Placement placement) {
    Random random = Seeds.random();
    List<NodeReader> snapshots = new ArrayList<>();
    List<long[]> seen = new ArrayList<>();
    long[] values = new long[NODES];
    long mostLogBytes = 0;
    int expired = 0;
    try (LoggedNodeStore store = open(placement)) {
      for (int i = 1; i <= 4_000; i++) {
        int node = random.nextInt(NODES);
        change(store, node, i);
        values[node] = i;
        if (random.nextInt(8) == 0) {
          snapshots.add(store.snapshot());
          seen.add(values.clone());
        }
        if (!snapshots.isEmpty() && random.nextInt(8) == 0) {
          int which = random.nextInt(snapshots.size());
          try (NodeReader snapshot = snapshots.remove(which)) {
            long[] expected = seen.remove(which);
            assertThat(read(snapshot, node)).isEqualTo(expected[node]);
          } catch (SnapshotExpiredException e) {
            expired++;
          }
        }
        assertThat(store.snapshotBytes()).isLessThanOrEqualTo(BUDGET_IMAGES * PAGE);
        try (RawFile now = directory.open("store.log", RawFile.Caching.BUFFERED)) {
          mostLogBytes = Math.max(mostLogBytes, now.sizeBytes());
        }
      }
      snapshots.forEach(NodeReader::close);
      assertThat(store.snapshotBytes()).isZero();
    }
    System.out.printf(
        "BackpressureTest: %s: log of %d bytes: %d at most; %d snapshots expired%n",
        placement, LOG_BYTES, mostLogBytes, expired);
    assertThat(mostLogBytes).isLessThanOrEqualTo(3 * LOG_BYTES);
    assertThat(expired).isPositive();
  }
}
