package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.EfindBuffer;
import org.flashgrove.efind.EfindConfig;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.file.FaultyDirectory;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.node.NodeBuffer;
import org.flashgrove.storage.node.NodeDevice;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.PoolConfig;
import org.flashgrove.storage.node.StoreLog;
import org.flashgrove.storage.node.SyncMode;
import org.junit.jupiter.api.Test;

/**
 * Stores whose process ends, or whose device fails, at the n-th changing device call, for every n
 * of a workload and again while the store recovers: reopened, a store holds every acknowledged
 * operation and at most the one that was under way.
 */
class KilledStoreTest {
  private static final int PAGE = 512;
  private static final int OPERATIONS = 260;
  private static final RTreeConfig TREE = RTreeConfig.of(Spec.parse("rtree"), PAGE);

  @Test
  void thePlainPoolSurvives() {
    survives(
        (device, log) -> PoolConfig.of(Spec.parse("none:frames=8")).pool(device, RTree.LAYOUT));
  }

  @Test
  void efindSurvives() {
    EfindConfig config = EfindConfig.of(Spec.parse("efind:buffer=16K,unit=3"));
    survives((device, log) -> new EfindBuffer(config, device, RTree.LAYOUT, log));
  }

  @Test
  void efindWithTheMemoryOfTheCImplementationSurvives() {
    EfindConfig config =
        EfindConfig.of(Spec.parse("efind:buffer=16K,memory=festival64,readpolicy=lru,tc=none"));
    survives((device, log) -> new EfindBuffer(config, device, RTree.LAYOUT, log));
  }

  /** What the store must hold: rectangles by id, after some operations. */
  private static final class Model {
    private final Map<Long, double[]> boxes = new HashMap<>();
    private long nextId = 1;

    /** Draws and runs one operation on a tree, which may be null, and on the model. */
    void step(Random random, SpatialTree tree) {
      int what = random.nextInt(10);
      Long[] ids = boxes.keySet().toArray(new Long[0]);
      Arrays.sort(ids);
      double[] box = {random.nextInt(100), random.nextInt(100), 0, 0};
      box[2] = box[0] + random.nextInt(5);
      box[3] = box[1] + random.nextInt(5);
      if (what < 6 || ids.length == 0) {
        if (tree != null) {
          tree.insert(nextId, box[0], box[1], box[2], box[3]);
        }
        boxes.put(nextId++, box);
        return;
      }
      long id = ids[random.nextInt(ids.length)];
      double[] old = boxes.get(id);
      if (what < 9) {
        if (tree != null) {
          assertThat(tree.delete(id, old[0], old[1], old[2], old[3])).isTrue();
        }
        boxes.remove(id);
      } else {
        if (tree != null) {
          assertThat(tree.update(id, old, box)).isTrue();
        }
        boxes.put(id, box);
      }
    }

    static Model after(long seed, int operations) {
      Model model = new Model();
      Random random = new Random(seed);
      for (int i = 0; i < operations; i++) {
        model.step(random, null);
      }
      return model;
    }

    boolean equalsContent(SpatialTree tree) {
      if (tree.size() != boxes.size()) {
        return false;
      }
      int[] same = {0};
      tree.search(
          -1,
          -1,
          200,
          200,
          (id, minX, minY, maxX, maxY) -> {
            double[] box = boxes.get(id);
            if (box != null && Arrays.equals(box, new double[] {minX, minY, maxX, maxY})) {
              same[0]++;
            }
            return true;
          });
      return same[0] == boxes.size();
    }
  }

  private void survives(BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    long seed = Seeds.random(KilledStoreTest.class).nextLong();
    long states = 0;
    boolean reachedTheEnd = false;
    for (long calls = 0; !reachedTheEnd; calls += 1 + calls / 40) {
      MemoryDirectory disk = new MemoryDirectory();
      FaultyDirectory faulty = new FaultyDirectory(disk);
      open(faulty, buffers).close();
      faulty.failAfter(calls);
      int acknowledged = run(faulty, buffers, seed);
      reachedTheEnd = acknowledged == OPERATIONS;
      states += recover(disk, buffers, seed, acknowledged, calls);
    }
    System.out.println("KilledStoreTest: " + states + " states");
    assertThat(states).isGreaterThan(200);
  }

  private static SpatialTree open(
      org.flashgrove.storage.file.StoreDirectory disk,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    return RTree.open(
        new NodeStoreFiles(disk, PAGE, RTree.LAYOUT, 8 << 10, SyncMode.OP, buffers).open(), TREE);
  }

  /** Runs the workload until the device fails; returns how many operations were acknowledged. */
  private static int run(
      FaultyDirectory faulty, BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers, long seed) {
    int acknowledged = 0;
    try {
      SpatialTree tree = open(faulty, buffers);
      Model model = new Model();
      Random random = new Random(seed);
      try {
        for (; acknowledged < OPERATIONS; acknowledged++) {
          model.step(random, tree);
        }
      } catch (StoreException e) {
        assertThatThrownBy(() -> tree.insert(-1, 0, 0, 0, 0))
            .as("after a failure the store refuses work")
            .isInstanceOf(StoreClosedException.class);
      }
    } catch (StoreException e) {
      // the device failed while the store was opened
    }
    return acknowledged;
  }

  /** Reopens what the device holds, with one more failure during recovery first. */
  private static long recover(
      MemoryDirectory disk,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers,
      long seed,
      int acknowledged,
      long calls) {
    FaultyDirectory again = new FaultyDirectory(disk);
    again.failAfter(calls % 7);
    long states = 1;
    try {
      SpatialTree half = open(again, buffers);
      half.flush();
      half.close();
    } catch (StoreException e) {
      states++;
    }
    SpatialTree tree = open(disk, buffers);
    Model before = Model.after(seed, acknowledged);
    boolean equal = before.equalsContent(tree);
    if (!equal && acknowledged < OPERATIONS) {
      equal = Model.after(seed, acknowledged + 1).equalsContent(tree);
    }
    assertThat(equal)
        .as("seed %d, failing after %d calls, %d acknowledged", seed, calls, acknowledged)
        .isTrue();
    assertThat(tree.check(true).problems()).isEmpty();
    tree.close();
    return states;
  }
}
