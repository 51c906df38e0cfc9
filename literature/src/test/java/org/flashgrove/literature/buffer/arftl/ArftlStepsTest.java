package org.flashgrove.literature.buffer.arftl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A hand-made tree of a root (node 2) over two leaves, points whose values are their ids: leaf 0
 * has 1, 5 and 9 at x = 1, 5, 9; leaf 1 has 20 and 30 at x = 20, 30. Each step computed beforehand.
 */
class ArftlStepsTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));

  private final NodeStoreFiles files =
      new NodeStoreFiles(
          new MemoryDirectory(),
          Placement.FREE,
          512,
          LAYOUT,
          1 << 20,
          SyncMode.BARRIER,
          (device, log) ->
              new ArftlBuffer(
                  ArftlConfig.of(Spec.parse("arftl:buffer=16K,measure=id")), device, LAYOUT));
  private LoggedNodeStore nodes = files.open();

  @BeforeEach
  void twoLeaves() {
    try (NodeOperation operation = nodes.begin()) {
      EntryList left = new EntryList(5, 3);
      left.add(point(1), 0);
      left.add(point(5), 0);
      left.add(point(9), 0);
      EntryList right = new EntryList(5, 2);
      right.add(point(20), 0);
      right.add(point(30), 0);
      long leaf0 = operation.create(0, null, left, 0, 3);
      long leaf1 = operation.create(0, null, right, 0, 2);
      EntryList children = new EntryList(5, 2);
      children.add(box(leaf0, 1, 9), 0);
      children.add(box(leaf1, 20, 30), 0);
      operation.root(operation.create(1, null, children, 0, 2), 1);
      operation.commit();
    }
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private static long[] point(long id) {
    return box(id, id, id);
  }

  private static long[] box(long id, double from, double to) {
    return new long[] {
      id,
      Double.doubleToRawLongBits(from),
      Double.doubleToRawLongBits(0),
      Double.doubleToRawLongBits(to),
      Double.doubleToRawLongBits(0)
    };
  }

  private ArftlBuffer buffer() {
    return (ArftlBuffer) files.buffer();
  }

  private Aggregate between(double from, double to) {
    nodes.store().lock().lock();
    try {
      return buffer().aggregate(2, 1, from, -1, to, 1);
    } finally {
      nodes.store().lock().unlock();
    }
  }

  private void insert(long id) {
    try (NodeOperation operation = nodes.begin()) {
      operation.add(0, 0, point(id));
      operation.commit();
    }
  }

  private void delete(long nodeId, long id) {
    try (NodeOperation operation = nodes.begin()) {
      operation.remove(nodeId, 0, point(id));
      operation.commit();
    }
  }

  @Test
  void entriesCarryTheAggregatesOfTheirChildren() {
    assertThat(buffer().known(0)).isEqualTo(new Aggregate(3, 15, 1, 9));
    assertThat(buffer().known(1)).isEqualTo(new Aggregate(2, 50, 20, 30));
    assertThat(buffer().known(2)).isEqualTo(new Aggregate(5, 65, 1, 30));
    assertThat(between(0, 100)).isEqualTo(new Aggregate(5, 65, 1, 30));
    assertThat(between(5, 25)).isEqualTo(new Aggregate(3, 34, 5, 20));
    assertThat(between(40, 50)).isEqualTo(Aggregate.NONE);
  }

  @Test
  void whatIsWithinTheWindowIsNotDescendedInto() {
    nodes.flush();
    long before = files.counters().figures().pageReads();
    // Leaf 0 lies within: root and its aggregates are read. All units are on two pages of 61 words:
    // leaf 0 (2 + 1 + 3 + 15 = 21 words), leaf 1 (16), root (16), its aggregates (16).
    assertThat(between(0, 10)).isEqualTo(new Aggregate(3, 15, 1, 9));
    assertThat(files.counters().figures().pageReads() - before).isEqualTo(2);
    before = files.counters().figures().pageReads();
    // Leaf 0 is cut: root and leaf 0 are read.
    assertThat(between(2, 10)).isEqualTo(new Aggregate(2, 14, 5, 9));
    assertThat(files.counters().figures().pageReads() - before).isEqualTo(2);
  }

  @Test
  void anInsertionChangesTheEntryOfTheWholePath() {
    nodes.flush();
    insert(7); // within the leaf's rectangle: no entry of the root changes for the tree
    // The insertion, and the entry of leaf 0 in the root's aggregates.
    assertThat(nodes.bufferFigures().bufferedNodes()).isEqualTo(2);
    assertThat(buffer().known(2)).isEqualTo(new Aggregate(6, 72, 1, 30));
    assertThat(between(0, 10)).isEqualTo(new Aggregate(4, 22, 1, 9));
  }

  @Test
  void extremesAreLookedForAgainAfterADeletion() {
    delete(0, 5);
    assertThat(between(0, 100)).isEqualTo(new Aggregate(4, 60, 1, 30));
    delete(0, 1);
    assertThat(buffer().known(0)).isEqualTo(new Aggregate(1, 9, 9, 9));
    assertThat(between(0, 100)).isEqualTo(new Aggregate(3, 59, 9, 30));
    delete(1, 30);
    assertThat(between(0, 100)).isEqualTo(new Aggregate(2, 29, 9, 20));
    delete(0, 9);
    assertThat(between(0, 100)).isEqualTo(new Aggregate(1, 20, 20, 20));
  }

  @Test
  void aSplitMovesAggregatesWithTheEntries() {
    nodes.flush();
    try (NodeOperation operation = nodes.begin()) {
      EntryList all = new EntryList(5, 3);
      all.add(point(1), 0);
      all.add(point(5), 0);
      all.add(point(9), 0);
      operation.replace(0, 0, null, all, 0, 1);
      long added = operation.create(0, null, all, 1, 3);
      operation.change(2, 1, box(0, 1, 1));
      operation.add(2, 1, box(added, 5, 9));
      operation.commit();
    }
    assertThat(buffer().known(0)).isEqualTo(new Aggregate(1, 1, 1, 1));
    assertThat(buffer().known(3)).isEqualTo(new Aggregate(2, 14, 5, 9));
    assertThat(buffer().known(2)).isEqualTo(new Aggregate(5, 65, 1, 30));
    assertThat(between(4, 10)).isEqualTo(new Aggregate(2, 14, 5, 9));
  }

  @Test
  void aggregatesAreFoundAgainWhenAStoreIsOpened() {
    nodes.flush();
    insert(7);
    nodes.close();
    nodes = files.open();
    assertThat(buffer().known(0)).isEqualTo(new Aggregate(4, 22, 1, 9));
    assertThat(buffer().known(2)).isEqualTo(new Aggregate(6, 72, 1, 30));
    assertThat(between(0, 10)).isEqualTo(new Aggregate(4, 22, 1, 9));
    insert(8);
    assertThat(between(0, 10)).isEqualTo(new Aggregate(5, 30, 1, 9));
  }

  @Test
  void otherLayoutsAreRefused() {
    assertThat(ArftlBuffer.fits(LAYOUT)).isTrue();
    TreeLayout ordered = org.flashgrove.core.node.TestLayouts.ORDERED;
    assertThat(ArftlBuffer.fits(ordered)).isFalse();
    assertThatThrownBy(() -> new ArftlBuffer(ArftlConfig.of(Spec.parse("arftl")), null, ordered))
        .isInstanceOf(RuntimeException.class);
  }
}
