package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that FAST does not change a tree. After the same operations the tree has the same nodes as
 * over the plain pool, with the same ids and slots.
 */
class FastSameTreeTest {
  private static final int OPERATIONS = 1_500;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rtree:split=quadratic,blind=off | fast:buffer=16K",
        "rtree:split=linear | fast:buffer=8K,unit=3,policy=random",
        "rstar | fast:buffer=16K,policy=fast,memory=festival64",
        "hilbert:s=2,domain=0/0/1024/1024 | fast:buffer=16K,policy=fast*n",
        "xbr:domain=0/0/1024/1024 | fast:buffer=16K,policy=all,unit=2"
      })
  void nodesAreThoseOfThePlainTree(String index, String flash) {
    long seed = Seeds.random().nextLong();
    List<String> plain = nodes(seed, index, "none:frames=16");
    List<String> fast = nodes(seed, index, flash);
    assertThat(plain).hasSizeGreaterThan(20);
    assertThat(fast).isEqualTo(plain);
  }

  private static List<String> nodes(long seed, String index, String flash) {
    Random random = new Random(seed);
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    MemoryDirectory files = new MemoryDirectory();
    try (SpatialStore store = SpatialStore.create(files, options)) {
      List<double[]> present = new ArrayList<>();
      for (int i = 0; i < OPERATIONS; i++) {
        if (random.nextInt(4) == 0 && !present.isEmpty()) {
          double[] gone = present.remove(random.nextInt(present.size()));
          assertThat(store.delete((long) gone[0], gone[1], gone[2], gone[1], gone[2])).isTrue();
        } else {
          double[] point = {i, random.nextInt(1000), random.nextInt(1000)};
          store.insert(i, point[1], point[2], point[1], point[2]);
          present.add(point);
        }
      }
      store.flush();
    }
    List<String> nodes = new ArrayList<>();
    try (SpatialStore store = SpatialStore.open(files);
        NodeReader reader = Internals.nodes(store.index()).snapshot()) {
      describe(
          reader,
          reader.root(),
          reader.height(),
          Internals.nodes(store.index()).layout().leaf().words(),
          nodes);
    }
    return nodes;
  }

  private static void describe(
      NodeReader reader, long nodeId, int level, int leafWords, List<String> nodes) {
    NodeView node = reader.read(nodeId, level);
    StringBuilder text = new StringBuilder("node " + nodeId + " level " + level);
    List<Long> children = new ArrayList<>();
    for (int slot = 0; slot < node.count(); slot++) {
      text.append(" (");
      for (int word = 0; word < (level == 0 ? leafWords : 5); word++) {
        text.append(node.word(word, slot)).append(' ');
      }
      text.append(')');
      children.add(node.word(0, slot));
    }
    reader.release(node);
    nodes.add(text.toString());
    if (level > 0) {
      children.forEach(child -> describe(reader, child, level - 1, leafWords, nodes));
    }
  }
}
