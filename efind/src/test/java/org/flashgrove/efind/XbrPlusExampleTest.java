package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.BufferedNode.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The example of the thesis, section 8.3, figures 34 and 35: a stored xBR+-tree, the insertion of
 * p16 and p17; the second splits L4. Points and addresses are ours where the text gives none; an
 * entry is (id, x, y) in leaves, ordered by x, and (child, rectangle, address) in internal nodes,
 * ordered by address. The header is the origin and side of a node's region.
 */
class XbrPlusExampleTest extends StepExample<EfindBuffer> {
  private static final TreeLayout LAYOUT =
      new TreeLayout(
          new NodeLayout(
              3, 3, 1, 2, 20, (node, slot, words, at) -> compareReals(node, slot, words, at)),
          new NodeLayout(
              6,
              1,
              1,
              4,
              45,
              (node, slot, words, at) -> Long.compare(node.word(5, slot), words[at + 5])));

  private static final long R = 0;
  private static final long I1 = 1;
  private static final long I2 = 2;
  private static final long L1 = 3;
  private static final long L2 = 4;
  private static final long L3 = 5;
  private static final long L4 = 6;
  private static final long L5 = 7;
  private static final long N1 = 8;

  private static int compareReals(NodeView node, int slot, long[] words, int at) {
    return Double.compare(node.real(1, slot), Double.longBitsToDouble(words[at + 1]));
  }

  @BeforeEach
  void buildTheStoredTree() {
    EfindConfig config =
        EfindConfig.of(Spec.parse("efind:readpolicy=lru,memory=festival64,policy=mh"));
    start(LAYOUT, config.logBytes(), (device, log) -> new EfindBuffer(config, device, LAYOUT, log));
    try (NodeOperation operation = store.begin()) {
      create(operation, R, 2, region(0, 0, 200), child(I1, 0, 1), child(I2, 100, 2));
      create(
          operation,
          I1,
          1,
          region(0, 0, 200),
          child(L1, 0, 10),
          child(L2, 0, 20),
          child(L3, 0, 30));
      create(operation, I2, 1, region(0, 100, 100), child(L4, 0, 0), child(L5, 0, 3));
      create(operation, L1, 0, null, point(3, 120), point(11, 130));
      create(operation, L2, 0, null, point(2, 10), point(4, 30), point(9, 40));
      create(operation, L3, 0, null, point(10, 110), point(12, 120), point(15, 130));
      create(operation, L4, 0, null, point(5, 10), point(6, 20), point(7, 30), point(8, 40));
      create(operation, L5, 0, null, point(14, 60), point(13, 70), point(1, 80));
      operation.root(R, 2);
      operation.commit();
    }
    store.flush();
    reopen();
    try (NodeReader reader = store.snapshot()) {
      // figure 35b: R, I2 and L5 are cached
      reader.release(reader.read(R, 2));
      reader.release(reader.read(I2, 1));
      reader.release(reader.read(L5, 0));
    }
    for (long nodeId : new long[] {R, I2, L5}) {
      buffer.readQueue().remove(nodeId);
    }
    for (long nodeId : new long[] {I1, L1, L3}) {
      buffer.readQueue().add(nodeId);
    }
    for (long nodeId : new long[] {L3, L2, L5}) {
      buffer.writeQueue().add(nodeId);
    }
    insertBoth();
  }

  private static long[] region(long x, long y, long side) {
    return new long[] {x, y, side};
  }

  private static long[] point(long id, double x) {
    return new long[] {id, Double.doubleToRawLongBits(x), Double.doubleToRawLongBits(id)};
  }

  private static long[] child(long nodeId, double version, long address) {
    long box = Double.doubleToRawLongBits(version);
    return new long[] {nodeId, box, box, box, box, address};
  }

  private static void create(
      NodeOperation operation, long expected, int level, long[] header, long[]... entries) {
    assertThat(operation.create(level, header, list(entries), 0, entries.length))
        .isEqualTo(expected);
  }

  private static EntryList list(long[]... entries) {
    EntryList list = new EntryList(entries[0].length, entries.length);
    for (long[] entry : entries) {
      list.add(entry, 0);
    }
    return list;
  }

  /** p16 goes to L1; p17 goes to L4, which is split: its quadrant 02* becomes N1. */
  private void insertBoth() {
    try (NodeOperation operation = store.begin()) {
      operation.add(L1, 0, point(16, 110));
      operation.change(I1, 1, child(L1, 1, 10));
      operation.change(R, 2, child(I1, 1, 1));
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      EntryList rest = list(point(7, 30), point(8, 40));
      operation.replace(L4, 0, null, rest, 0, 2);
      create(operation, N1, 0, null, point(5, 10), point(17, 15), point(6, 20));
      operation.change(I2, 1, child(L4, 1, 0));
      operation.add(I2, 1, child(N1, 1, 2));
      operation.change(R, 2, child(I2, 101, 2));
      operation.commit();
    }
  }

  private void assertRow(long nodeId, int height, int changes, Status status, int entries) {
    BufferedNode node = buffer.writeBuffer().get(nodeId);
    assertThat(node).as("node %d", nodeId).isNotNull();
    assertThat(node.level()).isEqualTo(height);
    assertThat(node.changes).isEqualTo(changes);
    assertThat(node.status).isEqualTo(status);
    assertThat(node.count()).isEqualTo(entries);
  }

  @Test
  void theWriteBufferHoldsTheRowsOfFigure35() {
    assertThat(buffer.writeBuffer().size()).isEqualTo(6);
    assertRow(R, 2, 2, Status.MOD, 2);
    assertRow(I1, 1, 1, Status.MOD, 1);
    assertRow(I2, 1, 2, Status.MOD, 2);
    assertRow(L1, 0, 1, Status.MOD, 1);
    assertRow(L4, 0, 4, Status.NEW, 2); // deleted, created, two entries
    assertRow(N1, 0, 4, Status.NEW, 3);
    assertThat(buffer.readQueue().toArray()).containsExactly(I1, L1, L3);
    assertThat(buffer.writeQueue().toArray()).containsExactly(L3, L2, L5);
  }

  @Test
  void aMergeKeepsTheOrderOfEntries() {
    IoStats before = figures();
    assertThat(idsOf(R, 2)).containsExactly(I1, I2);
    assertThat(idsOf(I2, 1)).as("02* between 00* and 03*").containsExactly(L4, N1, L5);
    assertThat(idsOf(N1, 0)).as("by x").containsExactly(5L, 17L, 6L);
    assertThat(idsOf(L4, 0)).containsExactly(7L, 8L);
    assertThat(figures().since(before).pageReads()).as("cached or new").isZero();
    assertThat(idsOf(L1, 0)).containsExactly(16L, 3L, 11L);
    assertThat(figures().since(before).pageReads()).isEqualTo(1);
  }

  @Test
  void regionsAreInRowsOfNewNodesAndComeBackAfterARestart() {
    try (NodeOperation operation = store.begin()) {
      EntryList entries = list(child(L2, 3, 20), child(L3, 3, 30));
      assertThat(operation.create(1, region(100, 0, 100), entries, 0, 2)).isEqualTo(9);
      operation.commit();
    }
    long bytes = buffer.writeBuffer().usedBytes();
    // logical bytes: rows 25, leaf entries 52, internal entries 77, a region 24
    assertThat(bytes).isEqualTo(7 * 25 + 6 * 52 + 7 * 77 + 24);
    assertThat(buffer.writeBuffer().get(9).header).containsExactly(100, 0, 100);
    reopen();
    assertThat(buffer.writeBuffer().usedBytes()).isEqualTo(bytes);
    assertRow(L4, 0, 4, Status.NEW, 2);
    assertRow(R, 2, 2, Status.MOD, 2);
    assertThat(idsOf(I2, 1)).containsExactly(L4, N1, L5);
    store.flush();
    reopen();
    assertThat(idsOf(9, 1)).containsExactly(L2, L3);
    assertThat(idsOf(L1, 0)).containsExactly(16L, 3L, 11L);
    try (NodeReader reader = store.snapshot()) {
      NodeView node = reader.read(9, 1);
      assertThat(node.header(2)).isEqualTo(100);
      reader.release(node);
    }
  }
}
