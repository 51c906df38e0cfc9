package org.flashgrove.efind.fast;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists over pages that hold some of their items already, as after a lost FLUSH record. */
class ItemListTest {
  private static final int PAGE = 512;
  private static final int CAPACITY = 11;

  private static NodeLayout layout(boolean ordered) {
    return new NodeLayout(
        5,
        1,
        1,
        36,
        ordered
            ? (node, slot, entry, at) -> Long.compare(node.word(1, slot), entry[at + 1])
            : null);
  }

  private static NodePage page(NodeLayout layout, long... ids) {
    NodePage page = new NodePage(ByteBuffer.allocateDirect(PAGE));
    page.format(layout, 7, 0);
    for (long id : ids) {
      page.insert(entry(id, 0), 0);
    }
    return page;
  }

  private static long[] entry(long id, long version) {
    return new long[] {id, version * 31 % 17, version, 0, 0};
  }

  private static TreeSet<String> entries(NodePage page) {
    TreeSet<String> entries = new TreeSet<>();
    for (int slot = 0; slot < page.count(); slot++) {
      long[] entry = new long[5];
      page.copyEntry(slot, entry, 0);
      entries.add(Arrays.toString(entry));
    }
    assertThat(entries).hasSize(page.count());
    return entries;
  }

  @Test
  void aFullPageThatHoldsTheLaterItemsTakesTheEarlierOnes() {
    NodeLayout layout = layout(false);
    ItemList items = new ItemList(layout);
    items.add(ChangeKind.ADD, SlotChange.UNKNOWN, entry(20, 1), 0); // comes and goes
    items.add(ChangeKind.REMOVE, SlotChange.UNKNOWN, entry(20, 0), 0);
    items.add(ChangeKind.ADD, SlotChange.UNKNOWN, entry(21, 2), 0);
    NodePage before = page(layout, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    NodePage after = page(layout);
    items.apply(before, after);
    assertThat(after.count()).isEqualTo(after.capacity()).isEqualTo(CAPACITY);
    assertThat(after.word(0, 10)).isEqualTo(21);

    ItemList replayed = new ItemList(layout);
    items.forEach(7, 0, (kind, node, level, words, at, n) -> replayed.add(kind, -1, words, at));
    assertThat(replayed.size()).isEqualTo(3);
    NodePage again = page(layout);
    replayed.apply(after, again);
    assertThat(entries(again)).isEqualTo(entries(after));
    replayed.apply(after, again);
    assertThat(entries(again)).as("a second time").isEqualTo(entries(after));
  }

  /** Whatever part of the items a page holds, all of them lead to the same entries. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itemsAreAbsolute(boolean ordered) {
    Random random = Seeds.random();
    NodeLayout layout = layout(ordered);
    for (int round = 0; round < 300; round++) {
      NodePage first = page(layout, 1, 2, 3, 4, 5, 6, 7, 8);
      ItemList items = new ItemList(layout);
      List<NodePage> steps = new ArrayList<>(List.of(first));
      for (int step = 1; step <= 40; step++) {
        NodePage now = page(layout);
        now.copyFrom(steps.get(steps.size() - 1));
        draw(random, now, items, step);
        steps.add(now);
      }
      NodePage last = steps.get(steps.size() - 1);
      NodePage result = page(layout);
      items.apply(first, result);
      assertThat(entries(result)).isEqualTo(entries(last));
      ItemList replayed = new ItemList(layout);
      items.forEach(7, 0, (kind, node, level, words, at, n) -> replayed.add(kind, -1, words, at));
      replayed.apply(steps.get(random.nextInt(steps.size())), result);
      assertThat(entries(result)).isEqualTo(entries(last));
    }
  }

  private static void draw(Random random, NodePage now, ItemList items, int step) {
    boolean grow = now.count() == 0 || random.nextBoolean() && now.count() < CAPACITY;
    ChangeKind kind =
        grow ? ChangeKind.ADD : random.nextInt(3) == 0 ? ChangeKind.CHANGE : ChangeKind.REMOVE;
    long id = grow ? 1 + random.nextInt(30) : now.word(0, random.nextInt(now.count()));
    long[] words = entry(id, step);
    boolean atHand = random.nextBoolean();
    long slots = SlotChange.apply(now, kind, words, 0);
    items.add(kind, atHand ? slots : SlotChange.UNKNOWN, words, 0);
  }
}
