package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.BufferedNode.Status;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The running example of the thesis, section 6.4, figures 21 to 24, step by step: write buffer,
 * queues, log, the flush and the restart.
 */
class ThesisRunningExampleTest extends StepExample<EfindBuffer> {
  // Ids in the order the example needs: I1 < L2 < N1 < L3.
  private static final long I2 = 0;
  private static final long R = 1;
  private static final long I1 = 2;
  private static final long L2 = 3;
  private static final long N1 = 4;
  private static final long L3 = 5;
  private static final long L4 = 6;
  private static final long L5 = 7;
  private static final long L6 = 8;
  private static final long L1 = 9;

  @BeforeEach
  void buildTheStoredTree() {
    EfindConfig config =
        EfindConfig.of(
            Spec.parse("efind:unit=2,wq=2,p=60%,readpolicy=lru,memory=festival64,policy=mh"));
    start(
        RECTANGLES,
        config.logBytes(),
        (device, log) -> new EfindBuffer(config, device, RECTANGLES, log));
    try (NodeOperation operation = store.begin()) {
      create(operation, I2, 1, L4, L5, L6);
      create(operation, R, 2, I1, I2);
      create(operation, I1, 1, L1, L2, L3);
      create(operation, L2, 0, 4, 5);
      create(operation, N1, 0, 99);
      create(operation, L3, 0, 6, 7);
      create(operation, L4, 0, 8, 9);
      create(operation, L5, 0, 10, 11, 12);
      create(operation, L6, 0, 14);
      create(operation, L1, 0, 1, 2, 3);
      operation.root(R, 2);
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.delete(N1, 0); // so that its id is the next one given out
      operation.commit();
    }
    store.flush();
    reopen();
    setUpBuffersAndQueues();
  }

  /** Figures 22b and 23a: I2, R and I1 are cached; RQ and WQ hold earlier reads and writes. */
  private void setUpBuffersAndQueues() {
    try (NodeReader reader = store.snapshot()) {
      for (long nodeId : new long[] {I2, R, I1}) {
        reader.release(reader.read(nodeId, nodeId == R ? 2 : 1));
        assertThat(buffer.readQueue().remove(nodeId)).isTrue();
      }
    }
    for (long nodeId : new long[] {R, L2, L3, L4}) {
      buffer.readQueue().add(nodeId);
    }
    for (long nodeId : new long[] {L3, L4, I2, L2}) {
      buffer.writeQueue().add(nodeId);
    }
  }

  /** The modifications of figure 21, which the log of figure 23b lists as 12 records. */
  private void modify() {
    try (NodeOperation operation = store.begin()) {
      operation.add(L2, 0, entry(15, 1));
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.add(L2, 0, entry(16, 1));
      operation.change(I1, 1, entry(L2, 1));
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.add(L3, 0, entry(17, 1));
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      create(operation, N1, 0, 18, 19, 20);
      operation.add(I1, 1, entry(N1, 1));
      operation.change(R, 2, entry(I1, 1));
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.delete(L6, 0);
      operation.remove(I2, 1, new long[] {L6});
      operation.commit();
    }
  }

  private void assertRow(long nodeId, int height, long changes, Status status, int entries) {
    BufferedNode node = buffer.writeBuffer().get(nodeId);
    assertThat(node).as("node %d", nodeId).isNotNull();
    assertThat(node.level()).isEqualTo(height);
    assertThat(node.changes).isEqualTo(changes);
    assertThat(node.status).isEqualTo(status);
    assertThat(node.count()).isEqualTo(entries);
  }

  @Test
  void theWriteBufferHoldsTheRowsOfFigure22() {
    long before = store.store().frames().records();
    modify();
    assertThat(store.store().frames().records() - before).isEqualTo(12);
    assertThat(buffer.writeBuffer().size()).isEqualTo(7);
    assertRow(R, 2, 1, Status.MOD, 1);
    assertRow(I1, 1, 2, Status.MOD, 2);
    assertRow(I2, 1, 1, Status.MOD, 1);
    assertRow(L2, 0, 2, Status.MOD, 2);
    assertRow(L3, 0, 1, Status.MOD, 1);
    assertRow(L6, 0, 1, Status.DEL, 0);
    assertRow(N1, 0, 4, Status.NEW, 3);
    assertThat(buffer.writeBuffer().get(I2).removedCount()).isEqualTo(1);
    // Logical bytes: 7 rows of 25, 9 entries of 68, one removed entry of 36.
    assertThat(buffer.writeBuffer().usedBytes()).isEqualTo(7 * 25 + 9 * 68 + 36);
    // Insertion and deletion of entries read nothing: the queues are as they were.
    assertThat(buffer.readQueue().toArray()).containsExactly(R, L2, L3, L4);
    assertThat(buffer.writeQueue().toArray()).containsExactly(L3, L4, I2, L2);
  }

  @Test
  void theFlushPicksI1AndL2() {
    modify();
    long[] oldest = new long[4];
    buffer.writeBuffer().oldest(oldest, 4);
    assertThat(oldest).containsExactly(L2, L3, N1, I1);
    FlushPolicy policy = FlushPolicies.named("mh", RECTANGLES);
    assertThat(weight(policy, I1) + weight(policy, L2)).isEqualTo(6);
    assertThat(weight(policy, N1) + weight(policy, L3)).isEqualTo(5);

    IoStats before = figures();
    long records = store.store().frames().records();
    buffer.flushSome();
    IoStats flush = figures().since(before);
    assertThat(flush.pageReads()).as("only L2 was not cached").isEqualTo(1);
    assertThat(flush.pageWrites()).isEqualTo(2);
    assertThat(flush.writeRuns()).as("neighbours in one run").isEqualTo(1);
    assertThat(store.store().frames().records() - records).as("record 13: FLUSH").isEqualTo(1);
    assertThat(buffer.writeQueue().toArray()).containsExactly(I2, L2, I1, L2);

    assertThat(buffer.writeBuffer().get(I1)).isNull();
    assertThat(buffer.writeBuffer().get(L2)).isNull();
    assertThat(buffer.readBuffer().contains(L2)).as("its id was in RQ").isTrue();
    assertThat(buffer.readBuffer().get(I1).count()).as("the new version").isEqualTo(4);
    assertThat(idsOf(L2, 0)).containsExactly(4L, 5L, 15L, 16L);
    assertThat(idsOf(I1, 1)).containsExactly(L2, N1, L3, L1);
    assertThat(figures().since(before).pageReads())
        .as("both are read from the read buffer")
        .isEqualTo(1);
  }

  private double weight(FlushPolicy policy, long nodeId) {
    return policy.degree(new BufferedNode[] {buffer.writeBuffer().get(nodeId)}, 1);
  }

  @Test
  void theCompactedLogHasTheEightRecordsOfFigure24() {
    modify();
    buffer.flushSome();
    List<String> records = new ArrayList<>();
    buffer.unflushed(
        (kind, nodeId, level, words, at, count) -> {
          if (kind == ChangeKind.CREATE) {
            records.add("NEW " + nodeId);
            for (int i = 0; i < count; i++) {
              records.add("MOD " + nodeId + " O" + words[at + NodeView.HEADER_WORDS + 5 * i]);
            }
          } else if (kind == ChangeKind.DELETE) {
            records.add("DEL " + nodeId);
          } else if (!kind.isRemark()) {
            boolean gone = kind == ChangeKind.REMOVE;
            records.add("MOD " + nodeId + " " + words[at] + (gone ? " gone" : ""));
          }
        });
    assertThat(records)
        .containsExactly(
            "MOD " + L3 + " 17",
            "NEW " + N1,
            "MOD " + N1 + " O18",
            "MOD " + N1 + " O19",
            "MOD " + N1 + " O20",
            "MOD " + R + " " + I1,
            "DEL " + L6,
            "MOD " + I2 + " " + L6 + " gone");
  }

  @Test
  void aRestartRebuildsTheSameTable() {
    modify();
    buffer.flushSome();
    long bytes = buffer.writeBuffer().usedBytes();
    reopen();
    // Records 1, 2, 3 and 9 of figure 24 are on the device; record 5 to 8 are one change here.
    assertThat(store.store().recovery().changesOnDevice()).isEqualTo(4);
    assertThat(store.store().recovery().changesApplied()).isEqualTo(5);
    assertThat(buffer.writeBuffer().size()).isEqualTo(5);
    assertRow(L3, 0, 1, Status.MOD, 1);
    assertRow(N1, 0, 4, Status.NEW, 3);
    assertRow(R, 2, 1, Status.MOD, 1);
    assertRow(L6, 0, 1, Status.DEL, 0);
    assertRow(I2, 1, 1, Status.MOD, 1);
    assertThat(buffer.writeBuffer().usedBytes()).isEqualTo(bytes);
    long[] byAge = new long[5];
    buffer.writeBuffer().oldest(byAge, 5);
    assertThat(byAge).containsExactly(L3, N1, R, L6, I2);
    assertThat(idsOf(L3, 0)).containsExactly(6L, 7L, 17L);
    assertThat(idsOf(I2, 1)).containsExactly(L4, L5);
  }

  @Test
  void searchingForO17ReadsOneNode() {
    modify();
    IoStats before = figures();
    idsOf(R, 2);
    idsOf(I1, 1);
    assertThat(idsOf(L3, 0)).contains(17L);
    assertThat(figures().since(before).pageReads()).isEqualTo(1);
  }

  @Test
  void pagesOnTheDeviceAreInOrderOfIdentity() {
    modify();
    store.flush();
    reopen();
    try (NodeReader reader = store.snapshot()) {
      NodePage page = (NodePage) reader.read(I1, 1);
      for (int slot = 1; slot < page.count(); slot++) {
        assertThat(page.word(0, slot)).isGreaterThan(page.word(0, slot - 1));
      }
      reader.release(page);
    }
  }
}
