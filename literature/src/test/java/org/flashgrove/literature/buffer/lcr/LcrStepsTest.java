package org.flashgrove.literature.buffer.lcr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.literature.buffer.ThreeLeaves;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A hand-made example, each step computed beforehand. Nodes hold 11 entries on pages of 512 bytes,
 * so more than 5.5 records are merged; a section of n records has 3 + 5 n words, and a page 61.
 */
class LcrStepsTest extends ThreeLeaves {
  LcrStepsTest() {
    super(
        (device, log) ->
            new LcrBuffer(
                LcrConfig.of(Spec.parse("lcr:buffer=16K,merge=50%")),
                device,
                TestLayouts.UNORDERED));
  }

  @BeforeEach
  void threeNodesAtHome() {
    nodes.flush();
    // New nodes go whole to their home pages, in ascending order: one run.
    assertThat(files.counters().figures().pageWrites()).isEqualTo(3);
    assertThat(files.counters().figures().writeRuns()).isOne();
    assertThat(buffer().area().pageIds()).isEmpty();
  }

  private LcrBuffer buffer() {
    return (LcrBuffer) files.buffer();
  }

  private List<Long> read(long nodeId, int expectedReads) {
    long before = files.counters().figures().pageReads();
    List<Long> ids = read(nodeId);
    assertThat(files.counters().figures().pageReads() - before).isEqualTo(expectedReads);
    return ids.stream().sorted().toList();
  }

  private long written(Runnable what) {
    long before = files.counters().figures().pageWrites();
    what.run();
    return files.counters().figures().pageWrites() - before;
  }

  @Test
  void recordsAreCompactedInTheBuffer() {
    long before = buffer().unflushedBytes();
    add(0, 10);
    long one = buffer().unflushedBytes();
    // 96 bytes a node, and four rows of 40 bytes and a flag.
    assertThat(one - before).isEqualTo(96 + 4 * 41);
    remove(0, 10);
    add(0, 10);
    remove(0, 1);
    assertThat(buffer().unflushedBytes()).as("two records in four rows").isEqualTo(one);
    assertThat(read(0, 1)).containsExactly(10L);
  }

  @Test
  void aFlushPutsAllRecordsOnOnePageOfTheLog() {
    add(0, 10);
    add(2, 30, 31);
    // Sections of 8 and 13 words.
    assertThat(written(nodes::flush)).isOne();
    assertThat(buffer().unflushedBytes()).isZero();
    assertThat(buffer().table().page(0)).isZero();
    assertThat(buffer().table().page(1)).isEqualTo(LogTable.NONE);
    assertThat(buffer().table().page(2)).isZero();
    assertThat(buffer().table().nodesOf(0)).isEqualTo(2);
    assertThat(read(0, 2)).containsExactly(1L, 10L);
    assertThat(read(1, 1)).containsExactly(2L);
    assertThat(read(2, 2)).containsExactly(3L, 30L, 31L);
  }

  @Test
  void olderRecordsAreCombinedWithNewerOnes() {
    add(0, 10, 11);
    add(2, 30);
    nodes.flush();
    remove(0, 11);
    add(0, 12);
    assertThat(read(0, 2)).containsExactly(1L, 10L, 12L);
    long logReads = buffer().logPagesRead();
    assertThat(written(nodes::flush)).isOne();
    // The log's page was read once; node 0 has its three newest records on the new one.
    assertThat(buffer().logPagesRead() - logReads).isOne();
    assertThat(buffer().table().page(0)).isOne();
    assertThat(buffer().table().page(2)).as("was not changed").isZero();
    assertThat(buffer().table().nodesOf(0)).isOne();
    assertThat(read(0, 2)).containsExactly(1L, 10L, 12L);
    add(2, 31);
    nodes.flush();
    assertThat(buffer().area().pageIds())
        .as("page 0 was free, and is used again or not")
        .hasSize(2);
    assertThat(read(2, 2)).containsExactly(3L, 30L, 31L);
  }

  @Test
  void manyRecordsAreMergedIntoTheHomePage() {
    add(0, 10, 11, 12);
    nodes.flush();
    add(0, 13, 14);
    // Five records of eleven: less than half.
    nodes.flush();
    assertThat(buffer().table().page(0)).isNotEqualTo(LogTable.NONE);
    add(0, 15);
    long reads = files.counters().figures().pageReads();
    assertThat(written(nodes::flush)).isOne();
    assertThat(files.counters().figures().pageReads() - reads)
        .as("its log and its home")
        .isEqualTo(2);
    assertThat(buffer().table().page(0)).isEqualTo(LogTable.NONE);
    assertThat(buffer().area().pageIds()).isEmpty();
    assertThat(read(0, 1)).containsExactly(1L, 10L, 11L, 12L, 13L, 14L, 15L);
  }

  @Test
  void aSplitWritesBothNodesWholeAndDropsTheLog() {
    add(0, 10, 11, 12);
    nodes.flush();
    try (NodeOperation operation = nodes.begin()) {
      operation.replace(0, 0, null, entries(1, 10), 0, 2);
      operation.create(0, null, entries(11, 12), 0, 2);
      operation.commit();
    }
    assertThat(buffer().table().page(0)).isEqualTo(LogTable.NONE);
    assertThat(buffer().area().pageIds()).isEmpty();
    assertThat(read(0, 0)).containsExactly(1L, 10L);
    assertThat(written(nodes::flush)).isEqualTo(2);
    assertThat(read(0, 1)).containsExactly(1L, 10L);
    assertThat(read(3, 1)).containsExactly(11L, 12L);
  }

  @Test
  void mergedRecordsDoNotComeBackWhenAStoreIsOpened() {
    add(0, 10, 11);
    add(2, 30);
    nodes.flush();
    remove(0, 10);
    add(0, 12, 13, 14, 15, 16);
    // Entry 10 came and went. Six records of node 0 go home; page 0 of the log stays for node 2,
    // with stale ones of node 0.
    nodes.flush();
    remove(0, 11);
    nodes.close();
    nodes = files.open();
    assertThat(buffer().table().page(0)).isEqualTo(LogTable.NONE);
    assertThat(buffer().table().page(2)).isZero();
    assertThat(read(0, 1)).containsExactly(1L, 12L, 13L, 14L, 15L, 16L);
    assertThat(read(2, 2)).containsExactly(3L, 30L);
  }
}
