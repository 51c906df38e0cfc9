package org.flashgrove.indexes.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.structure.LevelStructure;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.core.structure.OverflowStructure;
import org.flashgrove.core.structure.TreeStructure;
import org.junit.jupiter.api.Test;

class StructureWalkTest {
  private static EntryList list(double[]... entries) {
    EntryList list = new EntryList(5, entries.length);
    for (double[] entry : entries) {
      long[] words = new long[5];
      words[0] = (long) entry[0];
      for (int i = 1; i < 5; i++) {
        words[i] = Double.doubleToRawLongBits(entry[i]);
      }
      list.add(words, 0);
    }
    return list;
  }

  @Test
  void figuresOfASmallTree() {
    NodeStore store = new MemoryNodeStore(512, TestLayouts.UNORDERED);
    try (NodeOperation operation = store.begin()) {
      double[] a = {1, 0, 0, 2, 2};
      double[] b = {2, 1, 1, 3, 3};
      double[] c = {3, 2, 2, 6, 4};
      operation.create(0, null, list(a, b), 0, 2);
      operation.create(0, null, list(c), 0, 1);
      double[] left = {0, 0, 0, 3, 3};
      double[] right = {1, 2, 2, 6, 4};
      operation.root(operation.create(1, null, list(left, right), 0, 2), 1);
      operation.entries(3);
      operation.commit();
    }
    try (NodeReader reader = store.snapshot()) {
      TreeStructure structure = StructureWalk.of(reader, TestLayouts.UNORDERED, 4, 4);
      assertThat(structure.height()).isEqualTo(1);
      assertThat(structure.internalNodes()).isEqualTo(1);
      assertThat(structure.leafNodes()).isEqualTo(2);
      assertThat(structure.entries()).isEqualTo(3);
      assertThat(structure.levels())
          .containsExactly(
              new LevelStructure(0, 2, 3, OverflowStructure.NONE, 0.375, 9 + 8, 1, 2),
              new LevelStructure(1, 1, 2, OverflowStructure.NONE, 0.5, 24, 1, 24 - (9 + 8 - 1)));
      assertThat(structure.internalEntries()).isEqualTo(2);
      assertThat(structure.averageEntries()).isEqualTo(5 / 3.0);
      assertThat(structure.averageCoverageArea()).isEqualTo((9 + 8 + 24) / 3.0);
      assertThat(structure.averageOverlapArea()).isEqualTo(2 / 3.0);
      assertThat(structure.averageDeadSpaceArea()).isEqualTo((2 + 8) / 3.0);
      assertThat(structure.levels().get(0).averageCoverageArea()).isEqualTo(8.5);
      List<String> visited = new ArrayList<>();
      NodeWalk.run(
          reader,
          TestLayouts.UNORDERED,
          new NodeVisitor() {
            @Override
            public void node(
                int level,
                long nodeId,
                long parentId,
                int entryCount,
                double minX,
                double minY,
                double maxX,
                double maxY) {
              visited.add(
                  String.format(
                      Locale.ROOT,
                      "%d %d<%d %d %.0f %.0f %.0f %.0f",
                      level,
                      nodeId,
                      parentId,
                      entryCount,
                      minX,
                      minY,
                      maxX,
                      maxY));
            }

            @Override
            public void entry(long id, double minX, double minY, double maxX, double maxY) {
              visited.add("entry " + id);
            }
          });
      assertThat(visited)
          .containsExactly(
              "1 2<-1 2 0 0 6 4",
              "0 0<2 2 0 0 3 3",
              "entry 1",
              "entry 2",
              "0 1<2 1 2 2 6 4",
              "entry 3");
    }
  }

  @Test
  void anEmptyStoreHasNoLevels() {
    try (NodeReader reader = new MemoryNodeStore(512, TestLayouts.UNORDERED).snapshot()) {
      assertThat(StructureWalk.of(reader, TestLayouts.UNORDERED, 4, 4).levels()).isEmpty();
    }
  }
}
