package org.flashgrove.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.locationtech.jts.geom.Envelope;

/**
 * Windows of a grove and of an R*-tree in files that were just opened, by direct I/O, with the same
 * memory for both: the pages that a window needs come from the device. Both took the same points
 * one by one and were flushed. In each turn the two are opened anew, one after the other, and
 * answer the same {@value #WINDOWS} windows, which are others in each turn; what they find is
 * compared.
 */
final class ColdWindows {
  private static final int WINDOWS = 100;
  private static final int TURNS = 7;
  private static final String[] NAMES = {"grove", "R*-tree"};

  private final PeerPoints points;
  private final String tree;
  private final Path[] directories;

  /**
   * Creates both sides.
   *
   * @param mebibytes memory of each
   * @param directory with a grove in it, closed
   */
  ColdWindows(PeerPoints points, int mebibytes, Path directory, Path treeDirectory) {
    this.points = points;
    tree = "none:buffer=" + mebibytes + "M";
    directories = new Path[] {directory, treeDirectory};
  }

  /** Builds the R*-tree, and compares. */
  void run(double[] percents) throws IOException {
    BenchmarkFiles files = new BenchmarkFiles(directories[1]);
    files.empty();
    try {
      long start = System.nanoTime();
      StoreOptions options = new StoreOptions("rstar", tree, "direct", 4096, "close");
      try (SpatialStore store = SpatialStore.create(directories[1], options)) {
        for (int i = 0; i < points.count(); i++) {
          store.insert(i + 1, points.x(i), points.y(i), points.x(i), points.y(i));
        }
        store.flush();
      }
      System.out.printf(
          Locale.ROOT,
          "R*-tree with %s: %,d points one by one in %.0f s, files %,d MiB%n",
          tree,
          points.count(),
          (System.nanoTime() - start) / 1e9,
          files.bytes() >> 20);
      for (double percent : percents) {
        compare(percent);
      }
    } finally {
      files.empty();
    }
  }

  private void compare(double percent) {
    double[] best = {Double.MAX_VALUE, Double.MAX_VALUE};
    double[] sum = new double[2];
    double[] opening = new double[2];
    for (int turn = -1; turn < TURNS; turn++) { // the first one is for the compiler
      Envelope[] windows = points.windows(percent, WINDOWS, turn);
      PeerWindows[] sides = new PeerWindows[2];
      for (int side = 0; side < 2; side++) {
        long start = System.nanoTime();
        try (SpatialStore store = SpatialStore.open(directories[side])) {
          double opened = (System.nanoTime() - start) / 1e3;
          sides[side] = PeerWindows.of(store);
          double each = sides[side].run(windows);
          best[side] = turn < 0 ? best[side] : Math.min(best[side], each);
          sum[side] += turn < 0 ? 0 : each;
          opening[side] += turn < 0 ? 0 : opened;
        }
      }
      sides[0].requireSame(sides[1]);
    }
    System.out.printf(
        Locale.ROOT,
        "cold windows of %5s %%: %.2f times (%.2f in the mean)",
        percent,
        best[0] / best[1],
        sum[0] / sum[1]);
    for (int side = 0; side < 2; side++) {
      System.out.printf(
          Locale.ROOT,
          "; %s %.1f us (mean %.1f, opened in %.0f)",
          NAMES[side],
          best[side],
          sum[side] / TURNS,
          opening[side] / TURNS);
    }
    System.out.println();
  }
}
