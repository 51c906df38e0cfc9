package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

/**
 * Compares joins of stores by distances in metres with nested loops. Rectangles lie at the poles,
 * at the 180th meridian and between.
 */
class EarthStoreJoinTest {
  private final Random random = Seeds.random();

  private double[] rectangle() {
    double longitude = random.nextInt(3) == 0 ? 358 * random.nextInt(2) - 180 : around(175);
    double latitude = random.nextInt(3) == 0 ? 179 * random.nextInt(2) - 90 : around(85);
    boolean isPoint = random.nextBoolean();
    return new double[] {
      longitude,
      latitude,
      longitude + (isPoint ? 0 : 2 * random.nextDouble()),
      latitude + (isPoint ? 0 : random.nextDouble())
    };
  }

  private double around(double most) {
    return most * (2 * random.nextDouble() - 1);
  }

  private static SpatialStore store(List<double[]> rectangles) {
    SpatialStore store =
        SpatialStore.create(
            Path.of("unused"),
            StoreOptions.defaults()
                .withIndex("rstar:capacity=6")
                .withMetric("geodesic")
                .withDevice("memory")
                .withSync(SyncMode.CLOSE));
    for (int i = 0; i < rectangles.size(); i++) {
      double[] of = rectangles.get(i);
      store.insert(i, of[0], of[1], of[2], of[3]);
    }
    return store;
  }

  private List<double[]> rectangles(int count) {
    List<double[]> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(rectangle());
    }
    return all;
  }

  @Test
  void pairsWithinADistanceInMetresAreThoseOfNestedLoops() {
    List<double[]> left = rectangles(150);
    List<double[]> right = rectangles(200);
    try (SpatialStore one = store(left);
        SpatialStore two = store(right)) {
      Metric metric = two.metric();
      for (double metres : new double[] {0, 100_000, 900_000, 5_000_000}) {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
          double[] from = left.get(i);
          for (int j = 0; j < right.size(); j++) {
            double[] to = right.get(j);
            double distance =
                metric.from(from[0], from[1], from[2], from[3]).to(to[0], to[1], to[2], to[3]);
            if (distance <= metres) {
              expected.add(i + " " + j);
            }
          }
        }
        List<String> found = new ArrayList<>();
        JoinQuery join = JoinQuery.of(one).with(two).within(metres);
        join.threads(2).forEach((a, b) -> found.add(a + " " + b));
        assertThat(found).as("%s m", metres).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(expected).as("%s m", metres).isNotEmpty();
        assertThat(join.count()).isEqualTo(expected.size());
      }
    }
  }
}
