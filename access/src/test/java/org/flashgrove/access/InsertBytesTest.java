package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Counts the bytes that a store with default options writes for 1,000,000 insertions of clustered
 * entries and a close. Also counts the bytes that opening the store reads. Prints the counts and
 * the processor time of openings.
 */
@Tag("long")
class InsertBytesTest {
  private static final int ENTRIES = 1_000_000;
  private static final int CLUSTERS = 125;
  private static final double SIGMA = 0.02;
  private static final int OPENINGS = 9;

  private long written;
  private long read;

  private final WatchedDirectory directory =
      new WatchedDirectory(new MemoryDirectory()) {
        @Override
        void reading(String file, long offset, int length) {
          read += length;
        }

        @Override
        synchronized void writing(String file, long offset, int length) {
          written += length;
        }
      };

  @ParameterizedTest
  @CsvSource({"points, 0, 30", "rectangles, 0.001, 58"})
  void insertionsAndACloseWriteFewBytes(String name, double mostSide, int bound) {
    Random random = Seeds.random();
    double[] x = centres(random);
    double[] y = centres(random);
    SpatialStore store = SpatialStore.create(directory, StoreOptions.defaults());
    for (int i = 0; i < ENTRIES; i++) {
      double minX;
      double minY;
      do {
        int cluster = random.nextInt(CLUSTERS);
        minX = x[cluster] + SIGMA * random.nextGaussian();
        minY = y[cluster] + SIGMA * random.nextGaussian();
      } while (minX < 0 || minY < 0 || minX >= 1 || minY >= 1);
      double maxX = minX + mostSide * random.nextDouble();
      store.insert(i + 1, minX, minY, maxX, minY + mostSide * random.nextDouble());
    }
    store.sync();
    long inserted = written;
    store.close();
    long closed = written - inserted;
    read = 0;
    SpatialStore.open(directory).close();
    long opened = read;
    System.out.printf(
        "InsertBytesTest: %s: %.2f bytes an insertion, and %.2f at a close: %.2f; opening reads"
            + " %.2f bytes an entry and takes %s ms of CPU%n",
        name,
        (double) inserted / ENTRIES,
        (double) closed / ENTRIES,
        (double) written / ENTRIES,
        (double) opened / ENTRIES,
        openings());
    assertThat((double) written / ENTRIES).isLessThan(bound);
    assertThat(opened).isLessThan(closed + closed / 50);
  }

  private static double[] centres(Random random) {
    return random.doubles(CLUSTERS).toArray();
  }

  /** Returns the times of openings, shortest first. */
  private String openings() {
    long[] times = new long[OPENINGS];
    for (int i = 0; i < OPENINGS; i++) {
      long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      SpatialStore store = SpatialStore.open(directory);
      times[i] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
      assertThat(store.size()).isEqualTo(ENTRIES);
      store.close();
    }
    Arrays.sort(times);
    return Arrays.stream(times).mapToObj(time -> time / 1_000_000 + "").toList() + "";
  }
}
