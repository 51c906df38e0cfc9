package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In the steady state an insertion allocates next to nothing, splits and log frames included: what
 * is left are the images of new pages. Compactions of the log, which do allocate, are kept out.
 */
class InsertionAllocationTest {
  private static final int WARM = 60_000;
  private static final int MEASURED = 20_000;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rtree:split=quadratic",
        "hilbert:s=2,domain=0/0/1/1",
        "hilbert:s=3,objects=points,values=computed,blind=off,minfill=50%,domain=0/0/1/1"
      })
  void insertionsDoNotAllocate(String index) {
    assumeTrue(
        ManagementFactory.getThreadMXBean() instanceof ThreadMXBean,
        "this JVM does not count allocated bytes: left out");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Random random = Seeds.random(InsertionAllocationTest.class);
    StoreOptions options =
        new StoreOptions(index, "none:frames=8192,log=1G", "buffered", 4096, "close");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      insert(store, random, 0, WARM);
      long before = threads.getCurrentThreadAllocatedBytes();
      insert(store, random, WARM, MEASURED);
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      System.out.printf("%s: %.1f bytes an insertion%n", index, (double) bytes / MEASURED);
      assertThat(bytes / MEASURED).isLessThan(100);
    }
  }

  private static void insert(SpatialStore store, Random random, int first, int count) {
    for (int id = first; id < first + count; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      store.insert(id, x, y, x, y);
    }
  }
}
