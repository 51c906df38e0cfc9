package org.flashgrove.storage.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.storage.page.PagePool;
import org.junit.jupiter.api.Test;

/** Pins are neither lost nor given back twice, whatever is kept and whatever is not. */
class HeldPagesTest {
  private static final int PAGE = 512;
  private static final int NODES = 64;
  private static final int STEPS = 20_000;

  private final PagePool pool = new PagePool(PAGE);
  private final AtomicInteger room = new AtomicInteger(12);
  private final PinnedPages held = new PinnedPages(8, room);
  private final Map<Long, NodePage> current = new HashMap<>();

  private NodePage page(long nodeId) {
    NodePage page = pool.take();
    page.format(TestLayouts.UNORDERED.at(1), nodeId, 1);
    return page;
  }

  /** Reads a node as the store does. */
  private NodePage read(long nodeId) {
    NodePage page = held.find(nodeId);
    if (page != null && current.get(nodeId) == page) {
      held.use(page);
      return page;
    }
    page = current.get(nodeId);
    page.pin();
    held.keep(page, pool);
    return page;
  }

  private void release(NodePage page) {
    if (!held.release(page)) {
      pool.release(page);
    }
  }

  @Test
  void everyPinIsGivenBackOnce() {
    Random random = Seeds.random();
    for (long nodeId = 0; nodeId < NODES; nodeId++) {
      current.put(nodeId, page(nodeId));
    }
    List<NodePage> inUse = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      int action = random.nextInt(10);
      if (action < 5) {
        inUse.add(read(random.nextInt(NODES)));
      } else if (action < 9 && !inUse.isEmpty()) {
        release(inUse.remove(random.nextInt(inUse.size())));
      } else if (action == 9 && random.nextInt(4) == 0) {
        held.giveBack(pool);
      } else {
        long nodeId = random.nextInt(NODES); // a commit changes the node: a copy takes its place
        NodePage before = current.put(nodeId, page(nodeId));
        pool.give(before);
      }
      assertThat(inUse).allMatch(NodePage::isPinned);
      assertThat(room.get()).isBetween(4, 12);
    }
    inUse.forEach(this::release);
    held.giveBack(pool);
    assertThat(room.get()).isEqualTo(12);
    assertThat(current.values()).noneMatch(NodePage::isPinned);
    assertThat(pool.usedBytes()).isEqualTo((long) NODES * PAGE);
  }

  @Test
  void nothingIsKeptWithoutRoom() {
    room.set(0);
    current.put(7L, page(7));
    release(read(7));
    assertThat(held.find(7)).isNull();
    assertThat(current.get(7L).isPinned()).isFalse();
  }
}
