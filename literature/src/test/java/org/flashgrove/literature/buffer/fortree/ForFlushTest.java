package org.flashgrove.literature.buffer.fortree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which nodes the FOR-tree's buffer flushes, and what its table costs; made by hand. */
class ForFlushTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));
  private static final int NODES = 10;

  private NodeStoreFiles files;
  private LoggedNodeStore store;
  private ForBuffer buffer;
  private long nextEntry = 1_000;

  private void open(String spec) {
    ForConfig config = ForConfig.of(Spec.parse(spec));
    files =
        new NodeStoreFiles(
            new MemoryDirectory(),
            4096,
            LAYOUT,
            1L << 20,
            SyncMode.BARRIER,
            (device, log) -> new ForBuffer(config, device, LAYOUT, log));
    store = files.open();
    buffer = (ForBuffer) files.buffer();
    try (NodeOperation operation = store.begin()) {
      EntryList none = new EntryList(5, 1);
      for (int i = 0; i < NODES; i++) {
        assertThat(operation.create(0, null, none, 0, 0)).isEqualTo(i);
      }
      operation.root(0, 0);
      operation.commit();
    }
    store.flush();
    assertThat(buffer.figures().bufferedNodes()).isZero();
  }

  /** Adds {@code count} entries to a node, in an operation. */
  private void add(long nodeId, int count) {
    try (NodeOperation operation = store.begin()) {
      for (int i = 0; i < count; i++) {
        operation.add(nodeId, 0, new long[] {nextEntry++, 0, 0, 0, 0});
      }
      operation.commit();
    }
  }

  private boolean isModified(long nodeId) {
    return buffer.isModified(nodeId);
  }

  private void assertModified(long... nodeIds) {
    for (long nodeId = 0; nodeId < NODES; nodeId++) {
      boolean expected = false;
      for (long modified : nodeIds) {
        expected |= modified == nodeId;
      }
      assertThat(isModified(nodeId)).as("node %d", nodeId).isEqualTo(expected);
    }
  }

  @BeforeEach
  void openWithUnitsOfTwo() {
    open("for:unit=2,ratio=40%,memory=festival64");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void unitsAreMadeOfModifiedNodesAndTheMostModifiedColdOneGoes() {
    add(1, 2); // units by id: {1, 4}, {5, 7}, {9}
    add(7, 4);
    add(5, 3);
    add(4, 6);
    add(9, 9);
    // The two last modified of five are warm: 4 and 9. Of the others {5, 7} alone has no warm node.
    buffer.flushSome();
    assertModified(1, 4, 9);
    assertThat(buffer.figures().flushedNodes()).isEqualTo(NODES + 2);
    // Of three one is warm: 9. {1, 4} goes.
    buffer.flushSome();
    assertModified(9);
    // The last node; the share of warm nodes is rounded down to none.
    buffer.flushSome();
    assertModified();
  }

  @Test
  void ofEquallyModifiedUnitsTheFirstGoes() {
    for (long nodeId : new long[] {8, 6, 2, 3, 0}) {
      add(nodeId, 2); // units {0, 2}, {3, 6}, {8}; warm: 3 and 0
    }
    add(8, 2); // warm: 0 and 8
    buffer.flushSome();
    assertModified(0, 2, 8);
  }

  @Test
  void theFirstUnitGoesIfEachHasAWarmNode() {
    store.close();
    open("for:unit=2,ratio=100%");
    add(3, 1);
    add(5, 1);
    add(6, 7);
    buffer.flushSome();
    assertModified(6);
  }

  @Test
  void modifyingANodeAgainMakesItWarm() {
    add(1, 1); // units {1, 2}, {3, 4}, {5}
    for (long nodeId = 2; nodeId <= 5; nodeId++) {
      add(nodeId, 5);
    }
    add(1, 1); // warm: 5 and 1
    buffer.flushSome();
    assertModified(1, 2, 5);
  }

  /** Hash element 9, change 4 and the entry's 36, removal 4. */
  @Test
  void theTableCostsWhatTheCImplementationCounts() {
    add(1, 3);
    assertThat(buffer.figures().usedBytes()).isEqualTo(9 + 3 * 40);
    try (NodeOperation operation = store.begin()) {
      operation.remove(1, 0, new long[] {1_000, 0, 0, 0, 0});
      operation.commit();
    }
    assertThat(buffer.figures().usedBytes()).isEqualTo(9 + 3 * 40 + 4);
    try (NodeOperation operation = store.begin()) {
      operation.delete(2, 0);
      operation.commit();
    }
    assertThat(buffer.figures().usedBytes()).isEqualTo(9 + 3 * 40 + 4 + 9);
  }

  @Test
  void errorsInSpecsSayWhatIsAllowed() {
    assertThatThrownBy(() -> ForConfig.of(Spec.parse("for:log=1K")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed: 0, or 65536");
    assertThatThrownBy(() -> ForConfig.of(Spec.parse("for:ratio=101%")))
        .isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> ForConfig.of(Spec.parse("for:units=5")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("unit");
  }
}
