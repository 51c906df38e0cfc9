package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Counts the pages that nearest-neighbour searches read from a simulated device under either
 * metric. The difference shows how exact the bounds of distances on the earth are. The column
 * radius is a search within the distance of the last neighbour. Any search for this neighbour must
 * read the pages that this search reads.
 */
@Tag("long")
class GeodesicPagesTest {
  private static final int POINTS = 100_000;
  private static final int QUERIES = 300;

  private static SpatialStore store(String index, String metric) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none:frames=16")
            .withDevice("nand:chip=thesis")
            .withPageSize(2048)
            .withSync(SyncMode.CLOSE)
            .withMetric(metric);
    SpatialStore store = SpatialStore.create(new MemoryDirectory(), options);
    Random random = new Random(20);
    for (int id = 0; id < POINTS; id++) {
      double[] p = place(random);
      store.insert(id, p[0], p[1], p[0], p[1]);
    }
    store.flush();
    return store;
  }

  /** Returns a point from a uniform distribution on the sphere. */
  private static double[] place(Random random) {
    double y = Math.toDegrees(Math.asin(2 * random.nextDouble() - 1));
    return new double[] {360 * random.nextDouble() - 180, y};
  }

  @Test
  void pagesReadByEitherMetric() {
    System.out.println(
        "index   latitude      k    planar  geodesic    radius  (pages read a query)");
    for (String index : List.of("rstar", "grove:memory=256K,domain=-180/-90/180/90")) {
      try (SpatialStore planar = store(index, "planar");
          SpatialStore geodesic = store(index, "geodesic")) {
        for (int band = 0; band < 90; band += 30) {
          for (int k : new int[] {1, 10, 100}) {
            print(planar, geodesic, index, band, k);
          }
        }
      }
    }
  }

  private static void print(
      SpatialStore planar, SpatialStore geodesic, String index, int band, int k) {
    Random random = new Random(band + k);
    List<double[]> queries = new ArrayList<>();
    while (queries.size() < QUERIES) {
      double[] p = place(random);
      if (Math.abs(p[1]) >= band && Math.abs(p[1]) < band + 30) {
        queries.add(p);
      }
    }
    double[] farthest = new double[QUERIES];
    long planarPages =
        pages(planar, queries, q -> planar.nearest(q[0], q[1], k, (i, a, b, c, d, e) -> {}));
    int[] at = {0};
    long geodesicPages =
        pages(
            geodesic,
            queries,
            q ->
                geodesic.nearest(
                    q[0], q[1], k, (i, a, b, c, d, distance) -> farthest[at[0]++ / k] = distance));
    at[0] = 0;
    EntryVisitor none = (i, a, b, c, d) -> {};
    long radiusPages =
        pages(
            geodesic,
            queries,
            q -> geodesic.forEach(EntryQuery.withinDistance(farthest[at[0]++], q[0], q[1]), none));
    System.out.printf(
        "%-6s %2d to %2d %7d %9.2f %9.2f %9.2f%n",
        index.substring(0, 5),
        band,
        band + 30,
        k,
        planarPages / (double) QUERIES,
        geodesicPages / (double) QUERIES,
        radiusPages / (double) QUERIES);
    assertThat(geodesicPages).isPositive();
  }

  private interface Query {
    long run(double[] q);
  }

  private static long pages(SpatialStore store, List<double[]> queries, Query query) {
    long before = store.stats().io().pageReads();
    queries.forEach(query::run);
    return store.stats().io().pageReads() - before;
  }
}
