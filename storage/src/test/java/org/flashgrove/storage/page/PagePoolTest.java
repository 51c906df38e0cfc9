package org.flashgrove.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.ArrayList;
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
}
