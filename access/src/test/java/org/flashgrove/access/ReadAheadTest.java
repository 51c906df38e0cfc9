package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that scans of whole trees read many leaves at a time, each leaf once, and never an old
 * version of a leaf.
 */
class ReadAheadTest {
  @TempDir Path path;

  private final Random random = Seeds.random();

  private static StoreOptions options(String flash) {
    return StoreOptions.defaults()
        .withIndex("rtree:split=quadratic")
        .withFlash(flash)
        .withDevice("buffered:depth=4")
        .withPageSize(512)
        .withSync(SyncMode.CLOSE);
  }

  private void insert(SpatialStore store, int from, int count) {
    for (int id = from; id < from + count; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      store.insert(id, x, y, x, y);
    }
  }

  private void load(SpatialStore store, int count) {
    BulkConfig config = new BulkConfig(BulkOrder.STR, path);
    try (BulkLoader loader = store.bulkLoader(config)) {
      for (int id = 0; id < count; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        loader.add(id, x, y, x, y);
      }
      store.load(loader);
    }
  }

  private static IoStats since(IoStats before, SpatialStore store) {
    return store.stats().io().since(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:frames=64", "efind:buffer=32K"})
  void eachNodeIsReadOnceAndManyAtATime(String flash) {
    try (SpatialStore store = SpatialStore.create(path, options(flash))) {
      load(store, 5000);
    }
    try (SpatialStore store = SpatialStore.open(path)) {
      IoStats before = store.stats().io();
      CheckReport report = Internals.tree(store.index()).check();
      assertThat(report.problems()).isEmpty();
      assertThat(since(before, store).pageReads()).isEqualTo(report.nodes());

      before = store.stats().io();
      Internals.tree(store.index()).structure();
      // Leaves of a parent, loaded one behind the other, come by one device call.
      IoStats structure = since(before, store);
      assertThat(structure.pageReads()).isLessThanOrEqualTo(report.nodes());
      assertThat(structure.readCalls()).isLessThan(structure.pageReads() / 2);
    }
  }

  /** Page transfers and number of results of window queries in a store that was just opened. */
  private record Cold(IoStats io, long found) {}

  private Cold coldWindows(String device, boolean mayStop) {
    Path own = path.resolve(device.replace(':', '-') + mayStop);
    StoreOptions options = options("none:frames=4096").withDevice(device);
    Random same = new Random(7);
    try (SpatialStore store = SpatialStore.create(own, options)) {
      for (int id = 0; id < 4_000; id++) {
        double x = same.nextDouble();
        double y = same.nextDouble();
        store.insert(id, x, y, x, y);
      }
      store.flush();
    }
    try (SpatialStore store = SpatialStore.open(own)) {
      IoStats before = store.stats().io();
      long found = 0;
      for (int i = 0; i < 20; i++) {
        double x = same.nextDouble();
        double y = same.nextDouble();
        found +=
            mayStop
                ? store.count(EntryQuery.intersecting(x, y, x + 0.2, y + 0.2).limit(1))
                : store.search(x, y, x + 0.2, y + 0.2, (id, x1, y1, x2, y2) -> {});
        long[] ids = {0};
        store.forEach(
            EntryQuery.intersecting(x, y, x + 0.1, y + 0.1).idsOnly(),
            (id, x1, y1, x2, y2) -> ids[0]++);
        assertThat(ids[0]).isEqualTo(store.count(EntryQuery.intersecting(x, y, x + 0.1, y + 0.1)));
      }
      return new Cold(since(before, store), found);
    }
  }

  @Test
  void windowsHandTheLeavesBelowANodeOverTogether() {
    Cold single = coldWindows("buffered:depth=1", false);
    Cold together = coldWindows("buffered:depth=4", false);
    assertThat(together.found).isEqualTo(single.found);
    assertThat(together.io.pageReads()).isEqualTo(single.io.pageReads());
    assertThat(together.io.readCalls()).isLessThan(single.io.readCalls());
  }

  @Test
  void windowsThatMayStopReadNoPageAheadOfNeed() {
    Cold single = coldWindows("buffered:depth=1", true);
    Cold together = coldWindows("buffered:depth=4", true);
    assertThat(together.found).isEqualTo(single.found);
    assertThat(together.io.pageReads()).isEqualTo(single.io.pageReads());
  }

  @Test
  void aNodeWrittenSinceItWasReadAheadIsReadAgain() {
    try (SpatialStore store = SpatialStore.create(path, options("none:frames=16"))) {
      insert(store, 0, 2000);
      store.flush();
      for (int round = 0; round < 20; round++) {
        List<Long> leaves = new ArrayList<>();
        Internals.tree(store.index()).visitNodes(new LeafIds(leaves));
        long[] ids = leaves.stream().mapToLong(Long::longValue).toArray();
        try (NodeReader announced = Internals.nodes(store.index()).snapshot()) {
          announced.willRead(ids, 0, ids.length);
          announced.release(announced.read(ids[0], 0)); // brings the window
          insert(store, 2000 + 50 * round, 50);
          store.flush();
          assertThat(entries(store, ids)).isEqualTo(2050 + 50 * round);
        }
      }
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    }
  }

  /**
   * Returns the number of entries in the known leaves and in the leaves that splits of these
   * created.
   */
  private static long entries(SpatialStore store, long[] known) {
    long entries = 0;
    try (NodeReader reader = Internals.nodes(store.index()).snapshot()) {
      List<Long> leaves = new ArrayList<>();
      for (long leaf : known) {
        leaves.add(leaf);
      }
      for (long id = 0; id <= Internals.nodes(store.index()).ids().last(); id++) {
        if (!leaves.contains(id) && isLeaf(reader, id)) {
          leaves.add(id);
        }
      }
      for (long leaf : leaves) {
        NodeView view = reader.read(leaf, 0);
        entries += view.count();
        reader.release(view);
      }
    }
    return entries;
  }

  private static boolean isLeaf(NodeReader reader, long id) {
    try {
      reader.release(reader.read(id, 0));
      return true;
    } catch (DamagedStoreException otherLevel) {
      return false;
    }
  }

  private record LeafIds(List<Long> ids) implements NodeVisitor {
    @Override
    public void node(
        int level,
        long nodeId,
        long parentId,
        int count,
        double minX,
        double minY,
        double maxX,
        double maxY) {
      if (level == 0) {
        ids.add(nodeId);
      }
    }
  }
}
