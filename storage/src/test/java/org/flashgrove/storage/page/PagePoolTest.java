package org.flashgrove.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.junit.jupiter.api.Test;

class PagePoolTest {
  @Test
  void pagesAreAlignedAndApart() {
    for (int pageSize = 512; pageSize <= 65_536; pageSize *= 2) {
      PagePool pool = new PagePool(pageSize);
      List<NodePage> pages = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        NodePage page = pool.take();
        assertThat(page.pageSize()).isEqualTo(pageSize);
        assertThat(page.bytes().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(page.bytes().alignmentOffset(0, Math.min(4096, pageSize))).isZero();
        page.format(NodeLayout.rectangles(5, 40), i, 0);
        pages.add(page);
      }
      for (int i = 0; i < 10; i++) {
        assertThat(pages.get(i).bytes().getLong(16)).isEqualTo(i);
      }
    }
  }

  @Test
  void reportsBytesAndStopsGrowing() {
    PagePool pool = new PagePool(4096);
    assertThat(pool.heldBytes()).isZero();
    NodePage first = pool.take();
    NodePage second = pool.take();
    assertThat(pool.usedBytes()).isEqualTo(8192);
    long held = pool.heldBytes();
    pool.give(first);
    assertThat(pool.usedBytes()).isEqualTo(4096);
    assertThat(pool.take()).isSameAs(first);
    for (int i = 0; i < 1000; i++) {
      pool.give(pool.take());
    }
    assertThat(pool.heldBytes()).isEqualTo(held);
    pool.give(first);
    pool.give(second);
    assertThat(pool.usedBytes()).isZero();
  }

  @Test
  void aPageThatIsHeldComesBackWithItsLastReader() {
    PagePool pool = new PagePool(4096);
    NodePage page = pool.take();
    page.pin();
    page.pin();
    pool.give(page);
    assertThat(page.tryPin()).isFalse();
    pool.release(page);
    assertThat(pool.usedBytes()).isEqualTo(4096);
    pool.release(page);
    assertThat(pool.usedBytes()).isZero();
    assertThat(page.tryPin()).isFalse();
    assertThat(pool.take()).isSameAs(page);
    assertThat(page.tryPin()).isTrue();
  }

  @Test
  void refusesWhatItCannotTakeBack() {
    PagePool pool = new PagePool(4096);
    NodePage page = pool.take();
    NodePage foreign = new PagePool(512).take();
    assertThatThrownBy(() -> pool.give(foreign)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> pool.release(page)).isInstanceOf(IllegalStateException.class);
    pool.give(page);
    assertThatThrownBy(() -> pool.give(page)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new PagePool(1000)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSharedPageIsNeverLentAgain() {
    PagePool first = new PagePool(4096);
    PagePool second = new PagePool(4096);
    NodePage page = first.take();
    page.format(NodeLayout.rectangles(5, 40), 7, 0);
    assertThat(second.takeOver(page)).isSameAs(page);
    assertThat(first.usedBytes()).isEqualTo(4096);
    assertThat(second.usedBytes()).isEqualTo(4096);
    first.give(page);
    second.give(page);
    assertThat(first.usedBytes()).isZero();
    assertThat(second.usedBytes()).isZero();
    for (int i = 0; i < 1000; i++) {
      assertThat(first.take()).isNotSameAs(page);
      assertThat(second.take()).isNotSameAs(page);
    }
    assertThat(page.nodeId()).isEqualTo(7);
  }

  @Test
  void pagesAreCopiedFromTimeToTimeAndNotAllAtOnce() {
    int rounds = 100;
    int[] copies = new int[rounds];
    int pages = 64;
    for (int id = 0; id < pages; id++) {
      NodePage page = new PagePool(512).take();
      page.format(NodeLayout.rectangles(5, 40), id, 0);
      page.version(1000 + id);
      int shared = 0;
      for (int round = 0; round < rounds; round++) {
        NodePage before = page;
        page = new PagePool(512).takeOver(before);
        shared = page == before ? shared + 1 : 0;
        copies[round] += page == before ? 0 : 1;
        assertThat(page.nodeId()).isEqualTo(id);
        assertThat(page.version()).isEqualTo(1000 + id);
        assertThat(page.shares()).isEqualTo(shared).isLessThan(24);
      }
    }
    assertThat(Arrays.stream(copies).max().orElseThrow())
        .isPositive()
        .isLessThanOrEqualTo(pages / 4);
  }
}
