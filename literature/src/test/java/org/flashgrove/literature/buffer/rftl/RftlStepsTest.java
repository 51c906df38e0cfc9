package org.flashgrove.literature.buffer.rftl;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.literature.buffer.ThreeLeaves;
import org.flashgrove.literature.buffer.units.UnitStore;
import org.junit.jupiter.api.Test;

/**
 * A hand-made example, each step computed beforehand. Pages of 512 bytes hold 61 words of units;
 * entries have 5 words, so a unit has 6 in the reservation buffer (4 the unit that empties a node),
 * and a section of n units has 2 + ceil(n / 16) words and those of the units.
 */
class RftlStepsTest extends ThreeLeaves {
  private static final int NODE_BYTES = 48;

  RftlStepsTest() {
    super(
        (device, log) ->
            new RftlBuffer(
                RftlConfig.of(Spec.parse("rftl:buffer=8K,pages=2")),
                device,
                TestLayouts.UNORDERED));
  }

  private UnitStore units() {
    return ((RftlBuffer) files.buffer()).units();
  }

  private int[] pagesOf(long nodeId) {
    int[] pages = new int[units().table().pageCount(nodeId)];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = units().table().page(nodeId, i);
    }
    return pages;
  }

  private long pagesRead(Runnable what) {
    long before = units().pagesRead();
    what.run();
    return units().pagesRead() - before;
  }

  @Test
  void unitsWaitInTheReservationBuffer() {
    // Three nodes of an emptying unit (1 + 3 words) and an insertion (1 + 5).
    assertThat(units().buffer().unitCount()).isEqualTo(6);
    assertThat(units().buffer().usedBytes()).isEqualTo(3 * (10 * 8 + NODE_BYTES));
    assertThat(files.counters().figures().pageWrites()).isZero();
    assertThat(pagesRead(() -> assertThat(read(0)).containsExactly(1L))).isZero();
  }

  @Test
  void aFlushWritesEverythingAndTheTableSaysWhere() {
    nodes.flush();
    // Sections of 2 + 1 + 3 + 5 = 11 words: all three on one page of 61.
    assertThat(units().buffer().unitCount()).isZero();
    assertThat(units().buffer().usedBytes()).isZero();
    assertThat(files.counters().figures().pageWrites()).isOne();
    assertThat(units().area().pageIds()).containsExactly(0);
    assertThat(pagesOf(0)).containsExactly(0);
    assertThat(pagesOf(1)).containsExactly(0);
    assertThat(pagesOf(2)).containsExactly(0);
    assertThat(units().table().nodesOf(0)).isEqualTo(3);
    assertThat(pagesRead(() -> assertThat(read(1)).containsExactly(2L))).isOne();
  }

  @Test
  void packingIsFirstFitDecreasing() {
    nodes.flush();
    // Words of sections: node 0: 3 + 7 * 5 = 38, node 1: 3 + 4 * 5 = 23, node 2: 3 + 6 * 5 = 33.
    add(0, 10, 11, 12, 13, 14, 15, 16);
    add(1, 20, 21, 22, 23);
    add(2, 30, 31, 32, 33, 34, 35);
    nodes.flush();
    // Decreasing: 38 opens page 1; 33 does not fit beside it and opens page 2; 23 goes to page 1
    // (38 + 23 = 61, which is exactly full).
    assertThat(files.counters().figures().pageWrites()).isEqualTo(1 + 2);
    assertThat(pagesOf(0)).containsExactly(0, 1);
    assertThat(pagesOf(1)).containsExactly(0, 1);
    assertThat(pagesOf(2)).containsExactly(0, 2);
    // A node is as many page reads as its list is long.
    assertThat(
            pagesRead(
                () -> assertThat(read(0)).containsExactly(1L, 10L, 11L, 12L, 13L, 14L, 15L, 16L)))
        .isEqualTo(2);
  }

  @Test
  void unitsAreReplayedInOrderAcrossPagesAndBuffer() {
    nodes.flush();
    add(0, 10);
    nodes.flush();
    remove(0, 10);
    add(0, 11);
    assertThat(pagesOf(0)).containsExactly(0, 1);
    assertThat(units().buffer().unitCount()).isEqualTo(2);
    assertThat(pagesRead(() -> assertThat(read(0)).containsExactly(1L, 11L))).isEqualTo(2);
    add(0, 10);
    assertThat(read(0)).containsExactlyInAnyOrder(1L, 10L, 11L);
  }

  @Test
  void aNodeOnTooManyPagesIsCompacted() {
    nodes.flush();
    add(0, 10);
    nodes.flush();
    assertThat(pagesOf(0)).containsExactly(0, 1);
    assertThat(units().compacted()).isZero();
    add(0, 11);
    add(1, 20);
    // Third page of node 0, and more than two: pages 0, 1, 2 are read and one is written for it.
    assertThat(pagesRead(nodes::flush)).isEqualTo(3);
    assertThat(units().compacted()).isOne();
    // Page 1 held units of node 0 alone and is free: its id is used again at once.
    assertThat(pagesOf(0)).containsExactly(1);
    assertThat(units().table().nodesOf(0)).as("nodes 1 and 2").isEqualTo(2);
    assertThat(pagesOf(1)).containsExactly(0, 2);
    assertThat(files.counters().figures().pageWrites()).isEqualTo(1 + 1 + 1 + 1);
    assertThat(pagesRead(() -> assertThat(read(0)).containsExactly(1L, 10L, 11L))).isOne();
  }

  @Test
  void aSplitIsTheRemovalOfWhatMovedAndTheNewNode() {
    add(0, 10, 11, 12);
    nodes.flush();
    assertThat(read(0)).containsExactly(1L, 10L, 11L, 12L);
    long before = units().pagesRead();
    try (NodeOperation operation = nodes.begin()) {
      NodeView node = operation.read(0, 0);
      operation.release(node);
      operation.replace(0, 0, null, entries(1, 10), 0, 2);
      operation.create(0, null, entries(11, 12), 0, 2);
      operation.commit();
    }
    // Two removals; the emptying unit and two insertions. The node was read once, by the tree.
    assertThat(units().buffer().unitCount()).isEqualTo(2 + 3);
    assertThat(units().pagesRead() - before).isOne();
    assertThat(read(0)).containsExactly(1L, 10L);
    assertThat(read(3)).containsExactly(11L, 12L);
  }

  @Test
  void aDeletedNodeIsForgottenAndItsIdDoesNotReviveIt() {
    nodes.flush();
    try (NodeOperation operation = nodes.begin()) {
      operation.delete(1, 0);
      operation.commit();
    }
    assertThat(pagesOf(1)).isEmpty();
    assertThat(units().table().nodesOf(0)).isEqualTo(2);
    create(7);
    assertThat(read(1)).containsExactly(7L);
    nodes.close();
    nodes = files.open();
    assertThat(read(1)).containsExactly(7L);
    nodes.flush();
    nodes.close();
    nodes = files.open();
    // The old section of node 1 on page 0 does not count.
    assertThat(pagesOf(1)).containsExactly(1);
    assertThat(read(1)).containsExactly(7L);
  }

  @Test
  void theTableIsRebuiltFromThePages() {
    nodes.flush();
    add(0, 10, 11);
    nodes.flush();
    add(2, 30);
    nodes.close();
    nodes = files.open();
    assertThat(units().pagesRead()).as("each page once").isEqualTo(2);
    assertThat(pagesOf(0)).containsExactly(0, 1);
    assertThat(pagesOf(1)).containsExactly(0);
    assertThat(units().buffer().unitCount()).as("the state of the checkpoint").isOne();
    assertThat(read(0)).containsExactly(1L, 10L, 11L);
    assertThat(read(2)).containsExactly(3L, 30L);
  }
}
