package org.flashgrove.efind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.efind.change.RealMemory;
import org.flashgrove.storage.page.PagePool;
import org.junit.jupiter.api.Test;

/** Traces of the read buffer by hand: what is cached, and what RQ holds, after each access. */
class ReadPoliciesTest {
  private static final int PAGE = 1024;
  private static final NodeLayout LAYOUT = NodeLayout.rectangles(1, 36);

  private final PagePool pool = new PagePool(PAGE);
  private ReadQueue queue;
  private ReadBuffer buffer;

  /** Starts a buffer of 16 KiB that caches up to {@code pages} pages. */
  private void start(String policy, int pages, String more) {
    long read = pages * (long) (PAGE + 192 + (policy.equals("hlru") ? 8 : 0));
    String share = 100.0 * (read + 0.5) / (16 << 10) + "%";
    EfindConfig config =
        EfindConfig.of(
            Spec.parse("efind:buffer=16K,read=" + share + ",readpolicy=" + policy + more));
    queue = config.control().reads() ? new ReadQueue(config.control().readQueueShare()) : null;
    buffer = new ReadBuffer(config, queue, new RealMemory(false), pool);
  }

  /** Reads nodes of level 0, as Algorithm 5 does; returns which were cached. */
  private String read(int... nodeIds) {
    StringBuilder hits = new StringBuilder();
    for (int nodeId : nodeIds) {
      hits.append(load(nodeId, 0) ? 'h' : '-');
    }
    return hits.toString();
  }

  private boolean load(int nodeId, int level) {
    if (buffer.get(nodeId) != null) {
      return true;
    }
    NodePage page = pool.take();
    page.format(LAYOUT, nodeId, level);
    if (!buffer.put(page)) {
      pool.give(page);
    }
    return false;
  }

  private void assertCached(int... nodeIds) {
    assertThat(buffer.pageCount()).isEqualTo(nodeIds.length);
    for (int nodeId : nodeIds) {
      assertThat(buffer.contains(nodeId)).as("node %d", nodeId).isTrue();
    }
  }

  @Test
  void lruKeepsTheLastOnes() {
    start("lru", 3, "");
    assertThat(read(1, 2, 3, 1, 4, 2)).isEqualTo("---h--");
    assertCached(1, 4, 2);
  }

  @Test
  void hlruNeverGivesAHigherNodeUpForALowerOne() {
    start("hlru", 3, "");
    assertThat(load(1, 1)).isFalse();
    assertThat(load(2, 1)).isFalse();
    assertThat(read(3, 4)).isEqualTo("--");
    assertCached(1, 2, 4); // 4 went for 3, though 1 was read before
    load(5, 1);
    assertCached(2, 4, 5); // the least recent that is not above 5
    read(6);
    assertCached(2, 5, 6);
    load(7, 1);
    assertCached(5, 6, 7);
    load(8, 1);
    load(9, 1);
    assertCached(7, 8, 9);
    read(10);
    assertCached(7, 8, 9); // no page that a leaf may replace
  }

  @Test
  void s2qCachesAtTheSecondReadWhoseFirstIsInRq() {
    start("s2q", 2, "");
    assertThat(read(1, 2, 1, 1)).isEqualTo("---h");
    assertCached(1);
    assertThat(queue.toArray()).containsExactly(2);
    assertThat(read(2, 3, 3, 4)).isEqualTo("----");
    assertCached(2, 3); // Am is LRU: 1 left
    assertThat(queue.toArray()).containsExactly(4);
    assertThat(read(1)).isEqualTo("-");
    assertThat(queue.toArray()).containsExactly(4, 1);
  }

  @Test
  void s2qForgetsFirstReadsThatLeftRq() {
    start("s2q", 2, "");
    read(1);
    read(11, 12, 13, 14, 15, 16, 17, 18, 19, 20); // ten others: RQ holds ten
    assertThat(read(1, 1)).isEqualTo("--");
    assertCached(1);
  }

  @Test
  void full2qHasRqForA1out() {
    start("2q", 4, ""); // A1in has one page, Am three
    assertThat(read(1, 1)).as("cached at once").isEqualTo("-h");
    assertThat(queue.toArray()).isEmpty();
    read(2);
    assertThat(queue.toArray()).as("only what leaves A1in enters RQ").containsExactly(1);
    assertCached(2);
    read(1);
    assertThat(queue.toArray()).isEmpty();
    assertCached(1, 2);
    read(3, 4);
    assertThat(queue.toArray()).containsExactly(2, 3);
    assertThat(read(1, 4, 2)).isEqualTo("hh-");
    assertCached(1, 2, 4);
  }

  @Test
  void arcKeepsGhostsOfItsOwnBesideRq() {
    start("arc", 2, "");
    assertThat(read(1, 1, 2, 3)).isEqualTo("-h--"); // 1 in T2; 3 drives 2 to B1
    assertCached(1, 3);
    assertThat(queue.toArray()).as("the buffer notes no read in RQ itself").isEmpty();
    assertThat(read(2)).as("a ghost hit: T1 grows, 1 leaves T2").isEqualTo("-");
    assertThat(buffer.contains(2)).isTrue();
    assertThat(buffer.pageCount()).isEqualTo(2);
  }

  @Test
  void onlyInternalNodesAreCachedIfThatIsAsked() {
    start("lru", 3, ",cached=inner");
    read(1);
    load(2, 1);
    load(3, 2);
    assertCached(2, 3);
    read(4);
    assertCached(2, 3);
  }

  @Test
  void withoutAReadBufferNothingIsCached() {
    EfindConfig config = EfindConfig.of(Spec.parse("efind:buffer=16K,readpolicy=none"));
    assertThat(config.buffers().readBytes()).isZero();
    buffer = new ReadBuffer(config, null, new RealMemory(false), pool);
    assertThat(read(1, 1)).isEqualTo("--");
    assertCached();
  }

  @Test
  void s2qAnd2qNeedTheControlOfReads() {
    for (String policy : new String[] {"s2q", "2q"}) {
      for (String control : new String[] {"none", "writes"}) {
        assertThatThrownBy(
                () -> EfindConfig.of(Spec.parse("efind:readpolicy=" + policy + ",tc=" + control)))
            .isInstanceOf(SpecException.class)
            .hasMessageContaining("readpolicy=" + policy);
      }
    }
  }

  @Test
  void autoStandsForKeys() {
    String expanded = EfindPresets.expand("efind:auto,buffer=1M,unit=2");
    assertThat(expanded).contains("unit=2").contains("buffer=1M").doesNotContain("auto");
    EfindConfig config = EfindConfig.of(Spec.parse(expanded));
    assertThat(config.packsLog()).isTrue();
    assertThat(config.flushing().unit()).isEqualTo(2);
    assertThat(EfindPresets.expand("efind:unit=2")).isEqualTo("efind:unit=2");
    assertThat(EfindPresets.expand("efind")).isEqualTo("efind");
    assertThat(EfindPresets.expand("fast:auto")).isEqualTo("fast:auto");
    assertThatThrownBy(() -> Spec.parse(EfindPresets.expand("efind:auto,auto")))
        .isInstanceOf(SpecException.class);
  }
}
