package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.junit.jupiter.api.Test;

/** Nodes that long scans announce are those they read next, in that order, and none besides. */
class AnnouncedNodesTest {
  private final Random random = Seeds.random();

  private static long announced(CountingStore store) {
    long all = 0;
    for (CountingStore.Announcement each : store.announcements) {
      assertThat(each.read).isEqualTo(each.nodeIds.length);
      assertThat(each.nodeIds.length).isGreaterThan(1);
      all += each.nodeIds.length;
    }
    return all;
  }

  private static void forget(CountingStore store) {
    store.announcements.clear();
    store.leafReads = 0;
    store.nodeReads = 0;
  }

  @Test
  void ofASearchThatReadsAhead() {
    RTree algorithm = new RTree(RTreeConfig.of(Spec.parse("rtree:capacity=6"), 1024));
    CountingStore store = new CountingStore(1024, algorithm.layout());
    SpatialTree tree = SpatialTree.open(store, algorithm);
    for (int id = 0; id < 2000; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      tree.insert(id, x, y, x, y);
    }
    long announced = 0;
    forget(store);
    for (int round = 0; round < 50; round++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      double side = random.nextDouble() / 2;
      List<Long> expected = new ArrayList<>();
      tree.search(x, y, x + side, y + side, (id, x1, y1, x2, y2) -> expected.add(id));
      assertThat(store.announcements).as("a plain search").isEmpty();
      long leaves = store.leafReads;
      forget(store);
      List<Long> found = new ArrayList<>();
      try (NodeReader reader = store.snapshot()) {
        new TreeSnapshot(tree, reader, true)
            .search(x, y, x + side, y + side, (id, x1, y1, x2, y2) -> found.add(id));
      }
      assertThat(found).isEqualTo(expected);
      assertThat(store.leafReads).isEqualTo(leaves);
      announced += announced(store);
      // nodes above the leaves, then the leaves below them, for each 64 of the former at most
      assertThat((long) store.announcements.size()).isLessThanOrEqualTo(2 + store.nodeReads / 32);
      forget(store);
    }
    assertThat(announced).isGreaterThan(100);
  }

  @Test
  void ofARangeOfKeys() {
    CountingStore store = new CountingStore(1024, BPlusTree.LAYOUT);
    BPlusTree tree = BPlusTree.open(store, BPlusConfig.of(Spec.parse("bplus:capacity=30"), 1024));
    for (int i = 0; i < 40_000; i++) {
      tree.insert(random.nextInt(100_000), i);
    }
    long announced = 0;
    int most = 0;
    for (int round = 0; round < 60; round++) {
      long from = random.nextInt(100_000);
      long to = from + random.nextInt(100_000);
      boolean ascending = random.nextBoolean();
      List<Long> expected = new ArrayList<>();
      tree.visit(from, to, ascending, (key, value) -> expected.add(value));
      forget(store);
      List<Long> found = new ArrayList<>();
      try (NodeReader reader = store.snapshot()) {
        LeafCursor cursor = tree.cursor(reader, from, to, ascending);
        while (cursor.nextLeaf()) {
          for (int i = 0; i < cursor.count(); i++) {
            found.add(cursor.value(i));
          }
          long leaves = store.leafReads;
          int last = store.announcements.isEmpty() ? 1 : last(store).nodeIds.length;
          assertThat((long) last).as("at most one more than were read").isLessThan(leaves + 2);
          most = Math.max(most, last);
        }
      }
      assertThat(found).isEqualTo(expected);
      announced += announced(store);
    }
    assertThat(announced).isGreaterThan(1000);
    assertThat(most).isGreaterThan(8);
  }

  private static CountingStore.Announcement last(CountingStore store) {
    return store.announcements.get(store.announcements.size() - 1);
  }
}
