package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.simulator.device.NandSpec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.store.NodeOrigins;
import org.flashgrove.simulator.store.PageOrigins;
import org.flashgrove.simulator.store.SimulatedDirectory;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.pool.PoolConfig;
import org.junit.jupiter.api.Test;

/**
 * Tests that a simulated device counts the page writes of a heap file apart from the writes of
 * nodes and page maps.
 */
class HeapOriginTest {
  private static final int PAGE = 4096;

  @Test
  void pagesOfHeapFilesHaveAnOriginOfTheirOwn() {
    Random random = Seeds.random();
    SimulatedDevice device = NandSpec.parse("nand:page=4K,block=16,blocks=512").open();
    SimulatedDirectory directory =
        SimulatedDirectory.format(
            device,
            true,
            1,
            name ->
                name.equals("nodes.pages")
                    ? new NodeOrigins(PAGE, true)
                    : PageOrigins.always(Origin.LOG));
    RowStore.Make make =
        new RowStore.Make(
            PAGE,
            1 << 20,
            SyncMode.CLOSE,
            HeapFile.SNAPSHOT_BYTES,
            (nodes, log) -> PoolConfig.of(Spec.parse("none:frames=8")).pool(nodes, RTree.LAYOUT));
    try (RowStore store = new RowStore(directory, make)) {
      for (int batch = 0; batch < 20; batch++) {
        try (RowStore.Changes changes = store.begin()) {
          for (int i = 0; i < 30; i++) {
            double x = random.nextInt(1_000);
            changes.insert(
                new RowStore.Row(batch * 30 + i, new double[] {x, x, x + 1, x + 2}, new byte[99]));
          }
          changes.commit();
        }
      }
      store.store.flush();
      DeviceStats written = device.figures();
      long pages = store.heap.figures().pagesWritten();
      assertThat(pages).isPositive();
      assertThat(written.programs().of(Origin.HEAP)).isEqualTo(pages);
      assertThat(written.programs().of(Origin.LEAF)).isPositive();
      assertThat(written.programs().of(Origin.MAP)).isPositive();
      assertThat(written.programs().of(Origin.INDEX)).isZero();
      int records = 0;
      HeapScan scan = store.heap.scan(8);
      while (scan.next()) {
        records++;
      }
      assertThat(records).isEqualTo(600);
      assertThat(device.figures().reads().of(Origin.HEAP)).isPositive();
    }
  }
}
