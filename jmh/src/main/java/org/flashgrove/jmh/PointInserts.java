package org.flashgrove.jmh;

import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Base class of benchmarks that insert 200,000 points in 125 clusters, one by one. */
@State(Scope.Thread)
public abstract class PointInserts {
  static final int COUNT = 200_000;

  private static final double SIGMA = 0.01;
  private static final long SEED = 42;

  private final double[] xs = new double[COUNT];
  private final double[] ys = new double[COUNT];

  /** Generates the points. */
  @Setup(Level.Trial)
  public void generate() {
    new ClusteredPoints(COUNT, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED)
        .generate(
            (id, minX, minY, maxX, maxY) -> {
              xs[(int) id - 1] = minX;
              ys[(int) id - 1] = minY;
            });
  }

  static SpatialStore create(StoreOptions options) {
    return SpatialStore.create(Path.of("unused"), options.withDevice("memory"));
  }

  final void insertAll(SpatialStore store) {
    for (int i = 0; i < COUNT; i++) {
      store.insert(i + 1, xs[i], ys[i], xs[i], ys[i]);
    }
  }
}
