package org.flashgrove.efind.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.efind.StepExample;
import org.flashgrove.efind.fast.ModifiedNode.Status;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.junit.jupiter.api.Test;

/**
 * A small R-tree under FAST, step by step: table, lists, units, log, each policy's choice, flushes,
 * a restart. Units of two nodes:
 *
 * <pre>
 * unit 0: L1 {1 2 3}  L2 {4 5}
 * unit 1: R {L1 L2 L3 L4}  L3 {6 7}
 * unit 2: L4 {8 9}  and what is created next
 * </pre>
 */
class FastRunningExampleTest extends StepExample<FastBuffer> {
  private static final long L1 = 0;
  private static final long L2 = 1;
  private static final long R = 2;
  private static final long L3 = 3;
  private static final long L4 = 4;
  private static final long L5 = 5;

  private void buildTheStoredTree(String policy) {
    FastConfig config = FastConfig.of(Spec.parse("fast:unit=2,memory=festival64,policy=" + policy));
    start(
        RECTANGLES,
        config.logBytes(),
        (device, log) -> new FastBuffer(config, device, RECTANGLES, log));
    try (NodeOperation operation = store.begin()) {
      create(operation, L1, 0, 1, 2, 3);
      create(operation, L2, 0, 4, 5);
      create(operation, R, 1, L1, L2, L3, L4);
      create(operation, L3, 0, 6, 7);
      create(operation, L4, 0, 8, 9);
      operation.root(R, 1);
      operation.commit();
    }
    store.flush();
    reopen();
    assertThat(buffer.table().size()).isZero();
    assertThat(buffer.table().usedBytes()).isZero();
  }

  /** Five operations; 14 records of the log of FAST. */
  private void modify() {
    try (NodeOperation operation = store.begin()) {
      operation.add(L1, 0, entry(10, 0)); // P, K
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.add(L2, 0, entry(11, 0)); // P, K
      operation.change(R, 1, entry(L2, 1)); // K
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.remove(L2, 0, entry(4, 0)); // K without a value
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) { // L4 is split
      operation.replace(L4, 0, null, entries(0, 8, 20), 0, 2); // DEL, NEW
      create(operation, L5, 0, 9, 21); // NEW
      operation.change(R, 1, entry(L4, 1)); // K
      operation.add(R, 1, entry(L5, 0)); // P, K
      operation.commit();
    }
    try (NodeOperation operation = store.begin()) {
      operation.delete(L3, 0); // DEL
      operation.remove(R, 1, new long[] {L3}); // K without a value
      operation.commit();
    }
  }

  private void assertElement(long nodeId, Status status, long updates, long bytes) {
    ModifiedNode node = buffer.table().get(nodeId);
    assertThat(node).as("node %d", nodeId).isNotNull();
    assertThat(node.status).isEqualTo(status);
    assertThat(node.updates).isEqualTo(updates);
    assertThat(node.charged).isEqualTo(bytes);
  }

  private void assertTableAfterModifications() {
    assertThat(buffer.table().size()).isEqualTo(6);
    assertElement(L1, Status.MOD, 2, 9 + 9 + 37);
    assertElement(L2, Status.MOD, 3, 9 + 9 + 37 + 5);
    assertElement(R, Status.MOD, 5, 9 + 37 + 37 + 9 + 37 + 5);
    assertElement(L4, Status.NEW, 2, 9 + 4 + 2 * 36);
    assertElement(L5, Status.NEW, 1, 9 + 4 + 2 * 36);
    assertElement(L3, Status.DEL, 1, 9);
    assertThat(buffer.table().usedBytes()).isEqualTo(55 + 60 + 134 + 85 + 85 + 9);
    assertThat(buffer.units().updatesOf(0)).isEqualTo(5);
    assertThat(buffer.units().updatesOf(1)).isEqualTo(6);
    assertThat(buffer.units().updatesOf(2)).isEqualTo(3);
  }

  @Test
  void theTableHoldsListsNodesAndDeletions() {
    buildTheStoredTree("fast*");
    long before = store.store().frames().records();
    IoStats io = figures();
    modify();
    assertThat(store.store().frames().records() - before).isEqualTo(14);
    assertTableAfterModifications();
    assertThat(figures().since(io).pageReads()).isZero();
    assertThat(figures().since(io).pageWrites()).isZero();
    assertThat(items(R))
        .containsExactly("CHANGE " + L2, "CHANGE " + L4, "ADD " + L5, "REMOVE " + L3);
  }

  private List<String> items(long nodeId) {
    List<String> items = new ArrayList<>();
    ChangeKind[] last = new ChangeKind[1];
    buffer
        .table()
        .get(nodeId)
        .items
        .forEach(
            nodeId,
            0,
            (kind, id, level, words, at, count) -> {
              last[0] = kind;
              items.add(kind + " " + words[at]);
            });
    return items;
  }

  @Test
  void aListKeepsRepeatsAndANewNodeDoesNot() {
    buildTheStoredTree("fast*");
    modify();
    for (int version = 2; version < 5; version++) {
      try (NodeOperation operation = store.begin()) {
        operation.change(R, 1, entry(L2, version));
        if (version == 2) {
          operation.add(L5, 0, entry(30, 0));
        } else {
          operation.change(L5, 0, entry(30, 0)); // the same entry again: in its place
        }
        operation.commit();
      }
    }
    assertElement(R, Status.MOD, 8, 134 + 3 * 37);
    assertElement(L5, Status.NEW, 1 + 2 + 2, 9 + 4 + 3 * 36);
    assertThat(idsOf(L5, 0)).containsExactly(9L, 21L, 30L);
    try (NodeReader reader = store.snapshot()) {
      NodeView root = reader.read(R, 1);
      assertThat(root.real(1, 1)).as("the newest of four versions").isEqualTo(4);
      reader.release(root);
    }
  }

  @Test
  void readingAppliesTheListInOrderAndReadsThePageEachTime() {
    buildTheStoredTree("fast*");
    modify();
    IoStats io = figures();
    assertThat(idsOf(R, 1)).as("slots shift left").containsExactly(L1, L2, L4, L5);
    assertThat(idsOf(R, 1)).containsExactly(L1, L2, L4, L5);
    assertThat(idsOf(L2, 0)).containsExactly(5L, 11L);
    assertThat(figures().since(io).pageReads()).as("there is no read buffer").isEqualTo(3);
    assertThat(idsOf(L4, 0)).containsExactly(8L, 20L);
    assertThat(idsOf(L5, 0)).containsExactly(9L, 21L);
    assertThat(figures().since(io).pageReads()).as("NEW nodes are here").isEqualTo(3);
    // A tree has the id from a page that should not hold it, or a log names the node: damage.
    assertThatExceptionOfType(DamagedStoreException.class)
        .isThrownBy(
            () -> {
              try (NodeOperation operation = store.begin()) {
                operation.add(L3, 0, entry(31, 0));
                operation.commit();
              }
            })
        .withMessageContaining("deleted");
  }

  /** The unit with most updates. */
  @Test
  void fastPicksTheUnitOfTheRoot() {
    buildTheStoredTree("fast");
    modify();
    assertThat(buffer.units().first()).isEqualTo(1);
    long records = store.store().frames().records();
    IoStats io = figures();
    buffer.flushUnit(1);
    assertThat(figures().since(io).pageReads()).as("R has a list").isEqualTo(1);
    assertThat(figures().since(io).pageWrites()).as("R, and L3 as deleted").isEqualTo(2);
    assertThat(figures().since(io).writeRuns()).as("neighbours in one run").isEqualTo(1);
    assertThat(store.store().frames().records() - records).as("FLUSH").isEqualTo(1);
    assertThat(buffer.table().get(R)).isNull();
    assertThat(buffer.table().get(L3)).isNull();
    assertThat(buffer.table().usedBytes()).isEqualTo(55 + 60 + 85 + 85);
    assertThat(buffer.units().updatesOf(1)).isZero();
    assertThat(buffer.units().size()).isEqualTo(2);
    assertThat(idsOf(R, 1)).containsExactly(L1, L2, L4, L5);
    assertThat(buffer.units().first()).as("the next one").isZero();
  }

  /** The unit last touched longest ago: ticks 6, 14 and 9 less the updates 5, 6 and 3. */
  @Test
  void fastStarPicksTheOldestUnit() {
    buildTheStoredTree("fast*");
    modify();
    assertThat(buffer.units().clock()).isEqualTo(14);
    assertThat(buffer.units().first()).isZero();
    IoStats io = figures();
    buffer.flushUnit(0);
    assertThat(figures().since(io).pageReads()).isEqualTo(2);
    assertThat(figures().since(io).pageWrites()).isEqualTo(2);
    assertThat(buffer.units().first()).as("3 - 9 against 6 - 14").isEqualTo(2);
    io = figures();
    buffer.flushUnit(2);
    assertThat(figures().since(io).pageReads()).as("both are NEW").isZero();
    assertThat(figures().since(io).pageWrites()).isEqualTo(2);
    assertThat(buffer.figures().flushes()).isEqualTo(2);
    assertThat(buffer.figures().flushedNodes()).isEqualTo(4);
  }

  /** Half of 5 / 6 and 8 / 8, against 6 / 6 and 0 / 8, against 3 / 6 and 5 / 8. */
  @Test
  void theNormalizedFormWeighsBoth() {
    buildTheStoredTree("fast*n");
    modify();
    FastPolicy policy = FastPolicies.named("fast*n", 1);
    assertThat(policy.pick(buffer.units())).isZero();
    buffer.flushUnit(0);
    assertThat(policy.pick(buffer.units()))
        .as("3 / 6 and 5 / 5 against 6 / 6 and 0 / 5")
        .isEqualTo(2);
  }

  @Test
  void aLotFallsOnUnitsWithUpdatesOnly() {
    buildTheStoredTree("random");
    modify();
    buffer.flushUnit(1);
    FastPolicy policy = FastPolicies.named("random", 7);
    List<Long> drawn = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      drawn.add(policy.pick(buffer.units()));
    }
    assertThat(drawn).contains(0L, 2L).doesNotContain(1L);
  }

  @Test
  void aNodeWithoutChangesIsWrittenWithItsUnit() {
    buildTheStoredTree("fast*");
    try (NodeOperation operation = store.begin()) {
      operation.add(L1, 0, entry(10, 0));
      operation.commit();
    }
    IoStats io = figures();
    buffer.flushUnit(0);
    assertThat(figures().since(io).pageReads()).isEqualTo(2);
    assertThat(figures().since(io).pageWrites()).isEqualTo(2);
    assertThat(buffer.figures().costs()).containsEntry("unchangedFlushedNodes", 1L);
    assertThat(idsOf(L1, 0)).containsExactly(1L, 2L, 3L, 10L);
    assertThat(idsOf(L2, 0)).containsExactly(4L, 5L);
  }

  @Test
  void allUnitsGoAtOnce() {
    buildTheStoredTree("all");
    modify();
    IoStats io = figures();
    buffer.flush();
    assertThat(buffer.table().size()).isZero();
    assertThat(buffer.units().size()).isZero();
    assertThat(figures().since(io).pageWrites()).isEqualTo(6);
    assertThat(figures().since(io).writeRuns()).isEqualTo(1);
    assertThat(buffer.figures().flushes()).isEqualTo(1);
  }

  @Test
  void aRestartFindsTheSameTable() {
    buildTheStoredTree("fast*");
    modify();
    reopen();
    assertTableAfterModifications();
    assertThat(buffer.units().clock()).isEqualTo(14);
    assertThat(buffer.units().first()).isZero();
    assertThat(idsOf(R, 1)).containsExactly(L1, L2, L4, L5);
    buffer.flushUnit(1);
    reopen();
    assertThat(buffer.table().size()).isEqualTo(4);
    assertThat(buffer.table().get(R)).isNull();
    assertThat(buffer.table().usedBytes()).isEqualTo(55 + 60 + 85 + 85);
    assertThat(idsOf(R, 1)).containsExactly(L1, L2, L4, L5);
    assertThat(idsOf(L2, 0)).containsExactly(5L, 11L);
  }

  @Test
  void aCompactedLogKeepsListsUpdatesAndTimes() {
    buildTheStoredTree("fast*");
    modify();
    buffer.flushUnit(1);
    List<String> passedOn = new ArrayList<>();
    List<Long> versions = new ArrayList<>();
    buffer.unflushed(
        (kind, nodeId, level, words, at, count) -> {
          if (kind == ChangeKind.VERSION) {
            versions.add(words[at]);
            return;
          }
          passedOn.add(
              kind
                  + " "
                  + nodeId
                  + (kind == ChangeKind.STATE ? ": " + words[at] + " to " + words[at + 1] : ""));
        });
    assertThat(passedOn)
        .containsExactly(
            "ADD " + L1,
            "STATE " + L1 + ": 2 to 2",
            "ADD " + L2,
            "REMOVE " + L2,
            "STATE " + L2 + ": 3 to 6",
            "REPLACE " + L4,
            "STATE " + L4 + ": 2 to 8",
            "CREATE " + L5,
            "STATE " + L5 + ": 1 to 9");
    assertThat(versions).hasSize(4).isSorted().allMatch(frame -> frame > 0);
  }
}
