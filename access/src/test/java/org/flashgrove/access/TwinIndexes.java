package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.log.WriteBatch;

/**
 * Stores with the indexes "trees" and "roads", which have the same entries: rectangles of the
 * square from 0 to 1000, by id.
 */
final class TwinIndexes {
  private static final int IDS = 3_000;

  private TwinIndexes() {}

  static double[] box(Random random) {
    double x = random.nextInt(980);
    double y = random.nextInt(980);
    return new double[] {x, y, x + random.nextInt(20), y + random.nextInt(20)};
  }

  /** Returns a sum of the sides of each entry. */
  static Map<Long, Double> contents(Store store, String index) {
    Map<Long, Double> found = new HashMap<>();
    store
        .entries(index)
        .entries()
        .search(
            0,
            0,
            1000,
            1000,
            (id, minX, minY, maxX, maxY) -> {
              assertThat(found.put(id, minX + 3 * maxY)).isNull();
            });
    return found;
  }

  static Map<Long, Double> contents(Map<Long, double[]> model) {
    Map<Long, Double> expected = new HashMap<>();
    model.forEach((id, box) -> expected.put(id, box[0] + 3 * box[3]));
    return expected;
  }

  /** Inserts entries, or deletes the ones that exist, in both indexes and the model. */
  static void change(Store store, Map<Long, double[]> model, Random random) {
    try (WriteBatch batch = store.begin();
        SpatialBatch trees = store.entries("trees").begin(batch);
        SpatialBatch roads = store.entries("roads").begin(batch)) {
      for (int i = 0; i < 10; i++) {
        long id = random.nextInt(IDS);
        double[] old = model.remove(id);
        if (old != null) {
          assertThat(trees.delete(id, old[0], old[1], old[2], old[3])).isTrue();
          assertThat(roads.delete(id, old[0], old[1], old[2], old[3])).isTrue();
        } else {
          double[] box = box(random);
          model.put(id, box);
          trees.insert(id, box[0], box[1], box[2], box[3]);
          roads.insert(id, box[0], box[1], box[2], box[3]);
        }
      }
      batch.commit();
    }
  }

  static void requireSame(Store store, Map<Long, double[]> model) {
    assertThat(store.check().problems()).isEmpty();
    assertThat(contents(store, "trees").equals(contents(model))).as("trees").isTrue();
    assertThat(contents(store, "roads").equals(contents(model))).as("roads").isTrue();
  }

  /** Changes a store until its power is cut. Then {@code before} has the acknowledged entries. */
  static int changeUntilCut(
      Store store, Map<Long, double[]> before, Map<Long, double[]> model, Random random) {
    int commits = 0;
    try {
      while (true) {
        before.clear();
        before.putAll(model);
        change(store, model, random);
        commits++;
      }
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining("power");
    }
    return commits;
  }

  /** Opens a store whose power was cut. */
  static Store reopened(Store store, Path path) {
    try {
      store.close();
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining("power");
    }
    return Store.open(path);
  }

  /** Requires the entries of the model, or those before its last change, and sets the model. */
  static void settle(Store store, Map<Long, double[]> before, Map<Long, double[]> model) {
    if (!contents(store, "trees").equals(contents(model))) {
      model.clear();
      model.putAll(before);
    }
    requireSame(store, model);
  }
}
