package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that compactions in steps end, whatever the size of the commits that run the steps. */
class PacedCompactionTest {
  private static final int ENTRIES = 40_000;

  @TempDir private Path directory;

  /** A change needs about 40 bytes in the log. A compaction writes pieces of 512 bytes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 1_000})
  void aLogOfCommitsOfAnySizeIsCompacted(int changes) {
    String grove = "grove:domain=0/0/1000/1000,memory=64K,block=16K";
    StoreDesign design =
        StoreDesign.of(
            "nand:page=2K,block=16,blocks=1024",
            2048,
            "close",
            "none:frames=8,log=64K",
            Map.of("trees", grove));
    try (Store store = Store.create(directory.resolve("store"), design)) {
      SplittableRandom random = new SplittableRandom(changes);
      for (int id = 0; id < ENTRIES; id += changes) {
        try (WriteBatch batch = store.begin();
            SpatialBatch trees = store.entries("trees").begin(batch)) {
          for (int i = id; i < id + changes; i++) {
            double x = random.nextDouble(1000);
            double y = random.nextDouble(1000);
            trees.insert(i, x, y, x, y);
          }
          batch.commit();
        }
      }
      assertThat(store.stats().log().compactions()).isGreaterThan(3);
    }
  }
}
