package org.flashgrove.rawflash.mutree.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.rawflash.mutree.layout.PageLayout;
import org.junit.jupiter.api.Test;

class NodeLruTest {
  private static final int PAGE_BYTES = 256;
  private static final PageLayout LAYOUT = new PageLayout(PAGE_BYTES, 0.5, 8, 12);

  /** The rules once more, with lists and loops: the specification that the buffer is to follow. */
  private static final class Model {
    private static final int NOTHING = -1;

    private final int[][] slot;
    private final List<List<Integer>> list = new ArrayList<>();
    private final int frames;
    private final int top;
    private int used;

    Model(int frames, int top) {
      this.frames = frames;
      this.top = top;
      slot = new int[top + 1][frames];
      for (int[] each : slot) {
        java.util.Arrays.fill(each, NOTHING);
      }
      for (int level = 0; level <= top; level++) {
        list.add(new ArrayList<>());
      }
    }

    private void toTail(int level, Integer frame) {
      list.get(level).remove(frame);
      list.get(level).add(frame);
    }

    private void toHead(int level, Integer frame) {
      list.get(level).remove(frame);
      list.get(level).add(0, frame);
    }

    private int holder(int level, int page) {
      for (int frame = 0; frame < frames; frame++) {
        if (slot[level][frame] == page) {
          return frame;
        }
      }
      return NOTHING;
    }

    boolean access(int level, int page, int valid) {
      int hit = holder(level, page);
      if (hit != NOTHING) {
        toTail(level, hit);
        return true;
      }
      for (int l = 1; l <= top; l++) {
        int q = holder(l, page);
        if (q != NOTHING) {
          toHead(l, q);
        }
      }
      int frame;
      if (used < frames) {
        frame = used++;
        for (int l = 1; l <= top; l++) {
          list.get(l).add(frame);
        }
      } else {
        frame = list.get(1).get(0);
        for (int l = 2; l <= top; l++) {
          int victim = list.get(l).get(0);
          if (victim != frame && slot[l][frame] != NOTHING) {
            slot[l][victim] = slot[l][frame] == page ? NOTHING : slot[l][frame];
            int a = list.get(l).indexOf(victim);
            int b = list.get(l).indexOf(frame);
            list.get(l).set(a, frame);
            list.get(l).set(b, victim);
          }
        }
      }
      for (int l = 1; l <= top; l++) {
        if (l == level || (valid >> (l - 1) & 1) != 0) {
          int q = holder(l, page);
          if (q != NOTHING) {
            slot[l][q] = NOTHING;
          }
          slot[l][frame] = page;
          toTail(l, frame);
        } else {
          slot[l][frame] = NOTHING;
          toHead(l, frame);
        }
      }
      return false;
    }
  }

  private static void requireSame(NodeLru buffer, Model model) {
    for (int level = 1; level <= model.top; level++) {
      List<Integer> order = new ArrayList<>();
      NodeList list = buffer.list(level);
      for (int frame = list.head(); frame < model.frames; frame = list.next(frame)) {
        order.add(frame);
      }
      assertThat(order).isEqualTo(model.list.get(level));
      for (int frame = 0; frame < model.frames; frame++) {
        assertThat(buffer.slot(level, frame)).isEqualTo(model.slot[level][frame]);
      }
    }
  }

  @Test
  void followsTheSpecification() {
    Random random = Seeds.random();
    for (int round = 0; round < 60; round++) {
      int frames = 1 + random.nextInt(8);
      int top = 1 + random.nextInt(4);
      int pages = 2 + random.nextInt(30);
      int[] valid = random.ints(pages, 0, 1 << top).toArray();
      Model model = new Model(frames, top);
      NodeLru buffer = new NodeLru(frames, PAGE_BYTES, LAYOUT);
      buffer.height(top + 1);
      long hits = 0;
      for (int step = 0; step < 500; step++) {
        int level = 1 + random.nextInt(top);
        int page = random.nextInt(pages);
        boolean hit = model.access(level, page, valid[page]);
        hits += hit ? 1 : 0;
        int frame = buffer.access(level, page);
        assertThat(frame != ReadBuffer.MISS).isEqualTo(hit);
        if (frame == ReadBuffer.MISS) {
          frame = buffer.admit(level, page, valid[page]);
        }
        assertThat(buffer.peek(level, page)).isEqualTo(frame);
        requireSame(buffer, model);
      }
      assertThat(buffer.hits()).isEqualTo(hits);
      assertThat(buffer.misses()).isEqualTo(500 - hits);
    }
  }

  /** Whatever moves where: a node found in a frame has the bytes and the count of its page. */
  @Test
  void nodesKeepTheirContentWhenTheyMove() {
    Random random = Seeds.random();
    int top = 3;
    NodeLru buffer = new NodeLru(5, PAGE_BYTES, LAYOUT);
    buffer.height(top + 1);
    for (int step = 0; step < 5_000; step++) {
      int level = 1 + random.nextInt(top);
      int page = random.nextInt(20);
      if (random.nextInt(20) == 0) {
        if (random.nextBoolean()) {
          buffer.forget(page);
        } else {
          buffer.supersede(level, page);
        }
        assertThat(buffer.peek(level, page)).isEqualTo(ReadBuffer.MISS);
        continue;
      }
      int frame = buffer.access(level, page);
      if (frame == ReadBuffer.MISS) {
        frame = buffer.admit(level, page, random.nextInt(1 << top));
        for (int each = 1; each <= top; each++) {
          buffer.frame(frame).putLong(LAYOUT.offset(each), page * 100L + each);
          buffer.count(each, frame, page + each);
        }
      }
      assertThat(buffer.frame(frame).getLong(LAYOUT.offset(level))).isEqualTo(page * 100L + level);
      assertThat(buffer.count(level, frame)).isEqualTo(page + level);
    }
  }

  /** With one managed level both are LRU over leaves. */
  @Test
  void equalsLruOfPagesInATreeOfTwoLevels() {
    Random random = Seeds.random();
    NodeLru byNode = new NodeLru(4, PAGE_BYTES, LAYOUT);
    PageLru byPage = new PageLru(4, PAGE_BYTES, LAYOUT);
    byNode.height(2);
    byPage.height(2);
    for (int step = 0; step < 10_000; step++) {
      int page = (int) Math.abs(random.nextGaussian() * 4);
      for (ReadBuffer buffer : List.of(byNode, byPage)) {
        if (buffer.access(1, page) == ReadBuffer.MISS) {
          buffer.admit(1, page, 1);
        }
      }
    }
    assertThat(byNode.misses()).isEqualTo(byPage.misses()).isPositive();
  }

  /**
   * As in figure 5: the frame of the oldest leaf takes the new page, and the inner nodes in it move
   * to the frames of the oldest of their levels.
   */
  @Test
  void innerNodesOfTheVictimMoveToOlderOnes() {
    NodeLru buffer = new NodeLru(3, PAGE_BYTES, LAYOUT);
    buffer.height(4);
    for (int page = 0; page < 3; page++) {
      assertThat(buffer.access(1, page)).isEqualTo(ReadBuffer.MISS);
      assertThat(buffer.admit(1, page, 0b111)).isEqualTo(page);
    }
    // page 0 has the oldest leaf; at level 2 page 1 is now the oldest, at level 3 page 2
    buffer.access(2, 0);
    buffer.access(3, 0);
    buffer.access(3, 1);
    buffer.frame(0).putLong(LAYOUT.offset(2), 77);
    buffer.frame(0).putLong(LAYOUT.offset(3), 88);
    assertThat(buffer.access(1, 9)).isEqualTo(ReadBuffer.MISS);
    assertThat(buffer.admit(1, 9, 0b001)).isZero();
    assertThat(buffer.slot(1, 0)).isEqualTo(9);
    assertThat(buffer.slot(2, 1)).isZero();
    assertThat(buffer.slot(3, 2)).isZero();
    assertThat(buffer.frame(1).getLong(LAYOUT.offset(2))).isEqualTo(77);
    assertThat(buffer.frame(2).getLong(LAYOUT.offset(3))).isEqualTo(88);
    assertThat(buffer.slot(2, 0)).isEqualTo(ReadBuffer.EMPTY);
    assertThat(buffer.list(2).head()).isZero();
    assertThat(buffer.peek(2, 1)).isEqualTo(ReadBuffer.MISS);
    assertThat(buffer.peek(3, 2)).isEqualTo(ReadBuffer.MISS);
    assertThat(buffer.peek(3, 1)).isEqualTo(1);
  }
}
