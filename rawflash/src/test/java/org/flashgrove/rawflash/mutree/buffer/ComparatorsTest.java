package org.flashgrove.rawflash.mutree.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.rawflash.mutree.layout.PageLayout;
import org.junit.jupiter.api.Test;

class ComparatorsTest {
  private static final PageLayout LAYOUT = new PageLayout(256, 0.5, 8, 12);

  private final AccessTrace trace = new AccessTrace();
  private final ReadBuffer recorder = trace.recorder(3, 256, LAYOUT);

  private void ask(int level, int page) {
    if (recorder.access(level, page) == ReadBuffer.MISS) {
      recorder.admit(level, page, 0);
    }
  }

  /** Fewest misses by trying everything, with what is resident as a set of bits. */
  private static int fewest(int[] pages, int at, int resident, int room, Map<Long, Integer> known) {
    if (at == pages.length) {
      return 0;
    }
    long state = (long) at << 32 | resident;
    Integer before = known.get(state);
    if (before != null) {
      return before;
    }
    int bit = 1 << pages[at];
    int best = Integer.MAX_VALUE;
    if ((resident & bit) != 0) {
      best = fewest(pages, at + 1, resident, room, known);
    } else if (Integer.bitCount(resident) < room) {
      best = 1 + fewest(pages, at + 1, resident | bit, room, known);
    } else {
      for (int left = resident; left != 0; left &= left - 1) {
        int victim = left & -left;
        best = Math.min(best, 1 + fewest(pages, at + 1, resident & ~victim | bit, room, known));
      }
    }
    known.put(state, best);
    return best;
  }

  @Test
  void nothingBeatsTheOptimum() {
    Random random = Seeds.random();
    for (int round = 0; round < 30; round++) {
      trace.clear();
      int[] pages = random.ints(60, 0, 8).toArray();
      for (int page : pages) {
        ask(1 + random.nextInt(2), page);
      }
      int room = 1 + random.nextInt(4);
      assertThat(Comparators.optimalPageMisses(trace, room))
          .isEqualTo(fewest(pages, 0, 0, room, new HashMap<>()));
    }
  }

  @Test
  void theRecorderIsLruOfPages() {
    Random random = Seeds.random();
    PageLru lru = new PageLru(3, 256, LAYOUT);
    for (int step = 0; step < 1_000; step++) {
      int page = random.nextInt(6);
      ask(1, page);
      if (lru.access(1, page) == ReadBuffer.MISS) {
        lru.admit(1, page, 0);
      }
    }
    assertThat(trace.size()).isEqualTo(1_000);
    assertThat(recorder.misses()).isEqualTo(lru.misses());
    assertThat(Comparators.optimalPageMisses(trace, 3)).isLessThan(lru.misses());
  }

  /** Leaves take 128 bytes, nodes of level 2 take 64: 256 bytes hold one leaf and two of them. */
  @Test
  void singleNodesAreKeptByTheirBytes() {
    ask(2, 1);
    ask(2, 2);
    ask(1, 3);
    ask(2, 1);
    ask(2, 2);
    ask(1, 3);
    assertThat(Comparators.singleNodeLruMisses(trace, LAYOUT, 256)).isEqualTo(3);
    ask(1, 4); // 64 + 64 + 128 are full: the two nodes of level 2 go
    ask(1, 3);
    assertThat(Comparators.singleNodeLruMisses(trace, LAYOUT, 256)).isEqualTo(4);
    ask(2, 1);
    assertThat(Comparators.singleNodeLruMisses(trace, LAYOUT, 256)).isEqualTo(5);
    // the node is known by its level, too
    ask(1, 1);
    assertThat(Comparators.singleNodeLruMisses(trace, LAYOUT, 256)).isEqualTo(6);
  }
}
