package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that insertions into a warm store allocate nothing on the heap, including splits and forced
 * reinsertions. The exceptions are new nodes (page objects and growing maps), with at most 320
 * bytes each, and the log. A single object or boxed number per entry would take at least 16 bytes.
 */
@Tag("optimized")
class InsertAllocationTest {
  private static final int WARM = 30_000;
  private static final int MEASURED = 20_000;

  @TempDir private Path directory;

  @KindTest
  @KindSource({
    "rstar",
    "rstar:order=far,blind=off",
    "rtree:split=linear",
    "rtree:split=quadratic",
    "rtree:split=exponential,capacity=16",
    "rtree:split=greene",
    "rtree:split=angtan",
    "rtree:split=rstar",
    "hilbert:s=2,domain=0/0/1/1",
    "hilbert:s=3,values=computed,blind=off,minfill=50%,domain=0/0/1/1",
    "fortree:mergeback=even",
    "xbr:domain=0/0/1/1",
    "xbr:blind=off,domain=0/0/1/1"
  })
  void aWarmInsertionAllocatesNothing(String index) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none:buffer=32M,log=1G")
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Random random = Seeds.random();
    double extent = index.startsWith("xbr") ? 0 : 0.001; // it holds points only
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      long before = 0;
      long splitsBefore = 0;
      for (int i = 0; i < WARM + MEASURED; i++) {
        if (i == WARM) {
          splitsBefore = splits(store);
          before = threads.getCurrentThreadAllocatedBytes();
        }
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(i, x, y, x + extent, y + extent);
      }
      double bytes = (threads.getCurrentThreadAllocatedBytes() - before) / (double) MEASURED;
      double nodes = (splits(store) - splitsBefore) / (double) MEASURED;
      System.out.printf("%s: %.2f bytes and %.3f nodes an insertion%n", index, bytes, nodes);
      // A new node brings a page object with views of its bytes and boxes of its blocks.
      assertThat(bytes).isLessThan(4 + 800 * nodes);
    }
  }

  private static long splits(SpatialStore store) {
    TreeStats figures = store.stats().first().tree();
    return figures.leafSplits() + figures.internalSplits() + figures.mergeBacks();
  }
}
