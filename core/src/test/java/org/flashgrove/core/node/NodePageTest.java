package org.flashgrove.core.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.page.AlignedBuffers;
import org.junit.jupiter.api.Test;

class NodePageTest {
  private static final NodeLayout LEAF = NodeLayout.rectangles(5, 40);
  private static final NodeLayout PAIRS = new NodeLayout(2, 1, NodeLayout.NO_BOUNDS, 16, null);
  private static final NodeLayout ORDERED =
      new NodeLayout(
          2,
          1,
          NodeLayout.NO_BOUNDS,
          16,
          (node, slot, words, at) -> Long.compare(node.word(1, slot), words[at + 1]));
  private static final long TAG = 0x1234_5678_9ABCL;

  private static NodePage page(NodeLayout layout, long id, int level) {
    NodePage page = new NodePage(AlignedBuffers.allocate(512));
    page.format(layout, id, level);
    return page;
  }

  private static NodePage sealed() {
    NodePage page = page(LEAF, 7, 0);
    page.insert(new long[] {1, 2, 3, 4, 5}, 0);
    page.header(new long[] {0, 8, 9, 10}, 1);
    page.seal(TAG, 99);
    return page;
  }

  private static NodePage copy(NodePage page) {
    ByteBuffer bytes = AlignedBuffers.allocate(page.pageSize());
    bytes.put(0, page.bytes(), 0, page.pageSize());
    return new NodePage(bytes);
  }

  @Test
  void capacityFillsThePage() {
    assertThat(NodePage.capacity(512, LEAF)).isEqualTo(11);
    assertThat(NodePage.capacity(4096, LEAF)).isEqualTo(100);
    assertThat(page(LEAF, 1, 0).capacity()).isEqualTo(11);
  }

  @Test
  void aFormattedPageIsEmpty() {
    NodePage page = page(LEAF, 7, 3);
    assertThat(page.nodeId()).isEqualTo(7);
    assertThat(page.level()).isEqualTo(3);
    assertThat(page.count()).isZero();
    assertThat(page.layout()).isEqualTo(LEAF);
    assertThat(page.pageSize()).isEqualTo(512);
    assertThat(page.header(0)).isZero();
    assertThat(page.version()).isZero();
    assertThat(page.isBlank()).isFalse();
    assertThat(new NodePage(AlignedBuffers.allocate(512)).isBlank()).isTrue();
  }

  @Test
  void keepsAnEntryInEveryWord() {
    NodePage page = page(LEAF, 7, 0);
    long bits = Double.doubleToRawLongBits(-1.5);
    page.insert(new long[] {0, -1, bits, 3, 4, 5}, 1);
    assertThat(page.word(0, 0)).isEqualTo(-1);
    assertThat(page.real(1, 0)).isEqualTo(-1.5);
    long[] entry = new long[6];
    page.copyEntry(0, entry, 1);
    assertThat(entry).containsExactly(0, -1, bits, 3, 4, 5);
  }

  @Test
  void aFullPageRefusesEntries() {
    NodePage page = page(LEAF, 7, 0);
    for (int i = 0; i < 11; i++) {
      page.insert(new long[] {i, 0, 0, 0, 0}, 0);
    }
    long[] entry = new long[5];
    assertThatThrownBy(() -> page.insert(entry, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> page.appendAll(entry, 0, 1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> page.append(page, 0)).isInstanceOf(IllegalStateException.class);
    assertThat(page.count()).isEqualTo(11);
    page.clear();
    assertThat(page.count()).isZero();
  }

  @Test
  void copiesAndAppends() {
    NodePage page = page(PAIRS, 7, 1);
    page.appendAll(new long[] {0, 1, 10, 2, 20, 3, 30}, 1, 3);
    NodePage other = page(PAIRS, 8, 1);
    other.append(page, 1);
    assertThat(other.word(1, 0)).isEqualTo(20);
    other.copyFrom(page);
    assertThat(other.nodeId()).isEqualTo(7);
    assertThat(other.count()).isEqualTo(3);
    assertThat(other.word(1, 2)).isEqualTo(30);
  }

  @Test
  void identityDecidesWhatIsFound() {
    NodePage leaf = page(LEAF, 7, 0);
    leaf.insert(new long[] {1, 0, 0, 0, 0}, 0);
    leaf.insert(new long[] {1, 0, 0, 9, 0}, 0);
    assertThat(leaf.find(new long[] {1, 0, 0, 9, 0}, 0)).isEqualTo(1);
    assertThat(leaf.find(new long[] {1, 0, 0, 8, 0}, 0)).isEqualTo(-1);
    NodePage pairs = page(PAIRS, 7, 1);
    pairs.insert(new long[] {1, 5}, 0);
    assertThat(pairs.find(new long[] {1, 6}, 0)).isZero();
  }

  @Test
  void countsPins() {
    NodePage page = page(LEAF, 7, 0);
    assertThat(page.isPinned()).isFalse();
    page.pin();
    assertThat(page.tryPin()).isTrue();
    assertThat(page.tryClaim()).isFalse();
    assertThat(page.unpin()).isFalse();
    assertThat(page.isPinned()).isTrue();
    assertThat(page.unpin()).isFalse();
    assertThat(page.isPinned()).isFalse();
    assertThatThrownBy(page::unpin).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aClaimedPageHasNoReaders() {
    NodePage page = page(LEAF, 7, 0);
    assertThat(page.tryClaim()).isTrue();
    assertThat(page.tryClaim()).isFalse();
    assertThat(page.tryPin()).isFalse();
    assertThat(page.isPinned()).isFalse();
    assertThatThrownBy(page::pin).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(page::unpin).isInstanceOf(IllegalStateException.class);
    page.unclaim();
    assertThat(page.tryPin()).isTrue();
  }

  @Test
  void unpinReturnsTrueForTheLastReaderOfAnAbandonedPage() {
    NodePage page = page(LEAF, 7, 0);
    page.pin();
    page.pin();
    assertThat(page.abandon()).isFalse();
    assertThatThrownBy(page::abandon).isInstanceOf(IllegalStateException.class);
    assertThat(page.tryPin()).isFalse();
    assertThat(page.isPinned()).isTrue();
    assertThat(page.unpin()).isFalse();
    assertThat(page.unpin()).isTrue();
    assertThat(page.tryPin()).isFalse();
    page.unclaim();
    assertThat(page.abandon()).isTrue();
  }

  @Test
  void agreesWithAListUnordered() {
    compareWithList(PAIRS, null);
  }

  @Test
  void agreesWithAListOrdered() {
    compareWithList(ORDERED, Comparator.comparingLong(entry -> entry[1]));
  }

  /**
   * Random changes against a list; entries of equal order keep the order in which they were added.
   */
  private void compareWithList(NodeLayout layout, Comparator<long[]> order) {
    Random random = Seeds.random();
    NodePage page = page(layout, 7, 1);
    List<long[]> model = new ArrayList<>();
    for (int step = 0; step < 5_000; step++) {
      long[] entry = {random.nextInt(40), random.nextInt(10)};
      int at = indexOf(model, entry[0]);
      if (random.nextInt(3) == 0) {
        assertThat(page.remove(entry, 0)).isEqualTo(at >= 0);
        if (at >= 0) {
          model.remove(at);
        }
      } else if (at >= 0 || model.size() < page.capacity()) {
        page.put(entry, 0);
        if (at < 0) {
          model.add(entry);
        } else if (order == null) {
          model.set(at, entry);
        } else {
          model.remove(at);
          model.add(entry);
        }
        if (order != null) {
          model.sort(order);
        }
      }
      assertSame(page, model);
    }
  }

  private static int indexOf(List<long[]> model, long id) {
    for (int i = 0; i < model.size(); i++) {
      if (model.get(i)[0] == id) {
        return i;
      }
    }
    return -1;
  }

  private static void assertSame(NodePage page, List<long[]> model) {
    assertThat(page.count()).isEqualTo(model.size());
    for (int slot = 0; slot < model.size(); slot++) {
      assertThat(page.word(0, slot)).isEqualTo(model.get(slot)[0]);
      assertThat(page.word(1, slot)).isEqualTo(model.get(slot)[1]);
    }
  }

  @Test
  void aSealedPageOpensAgain() {
    NodePage page = copy(sealed());
    page.open("f", LEAF, 7, 0, TAG);
    assertThat(page.count()).isEqualTo(1);
    assertThat(page.word(4, 0)).isEqualTo(5);
    assertThat(page.header(2)).isEqualTo(10);
    assertThat(page.version()).isEqualTo(99);
  }

  @Test
  void everyFlippedBitIsDetected() {
    NodePage page = copy(sealed());
    for (int bit = 0; bit < page.pageSize() * 8; bit++) {
      byte original = page.bytes().get(bit / 8);
      page.bytes().put(bit / 8, (byte) (original ^ 1 << bit % 8));
      assertThatThrownBy(() -> page.open("f", LEAF, 7, 0, TAG))
          .as("bit " + bit)
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageStartingWith("f, page 7: ");
      page.bytes().put(bit / 8, original);
    }
    page.open("f", LEAF, 7, 0, TAG);
  }

  @Test
  void aPageOfAnotherPlaceIsDamage() {
    NodePage page = copy(sealed());
    assertThatThrownBy(() -> page.open("f", LEAF, 8, 0, TAG))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("holds node 7");
    assertThatThrownBy(() -> page.open("f", LEAF, 7, 1, TAG))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("level 0");
    assertThatThrownBy(() -> page.open("f", LEAF, 7, 0, TAG + 1))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("another store");
    NodePage blank = new NodePage(AlignedBuffers.allocate(512));
    assertThatThrownBy(() -> blank.open("f", LEAF, 7, 0, TAG))
        .isInstanceOf(DamagedStoreException.class);
  }

  @Test
  void impossibleCountsAreDamage() {
    for (int count : new int[] {-1, 12, Integer.MAX_VALUE}) {
      NodePage page = sealed();
      page.bytes().putInt(8, count);
      page.seal(TAG, 99);
      assertThatThrownBy(() -> copy(page).open("f", LEAF, 7, 0, TAG))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("count " + count);
    }
  }

  @Test
  void aNewerFormatIsRefused() {
    NodePage page = sealed();
    page.bytes().putShort(4, (short) (NodePage.FORMAT_VERSION + 1));
    page.seal(TAG, 99);
    assertThatThrownBy(() -> page.open("f", LEAF, 7, 0, TAG))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("version 2");
  }

  /** Returns the slots that a look at every entry finds. */
  private static int[] looked(NodePage page, NodeLayout layout, double[] q) {
    int[] slots = new int[page.count()];
    int found = 0;
    for (int slot = 0; slot < page.count(); slot++) {
      if (page.real(layout.boundsWord(), slot) <= q[2]
          && page.real(layout.upperBoundsWord(), slot) >= q[0]
          && page.real(layout.boundsWord() + 1, slot) <= q[3]
          && page.real(layout.upperBoundsWord() + 1, slot) >= q[1]) {
        slots[found++] = slot;
      }
    }
    return java.util.Arrays.copyOf(slots, found);
  }

  private static void assertFinds(NodePage page, NodeLayout layout, double[] q) {
    int[] slots = new int[page.count()];
    int found = page.intersecting(q[0], q[1], q[2], q[3], slots);
    assertThat(java.util.Arrays.copyOf(slots, found)).isEqualTo(looked(page, layout, q));
  }

  /** Returns a coordinate: few distinct ones, ones that floats do not hold, huge and tiny ones. */
  private static double coordinate(java.util.Random random) {
    switch (random.nextInt(6)) {
      case 0:
        return random.nextInt(3);
      case 1:
        return (random.nextInt(3) - 1) * Double.MAX_VALUE;
      case 2:
        return (random.nextInt(3) - 1) * Double.MIN_VALUE;
      case 3:
        return Math.nextUp((double) random.nextInt(3));
      default:
        return random.nextDouble() * 3;
    }
  }

  private static double[] box(java.util.Random random, boolean point) {
    double x = coordinate(random);
    double y = coordinate(random);
    double x2 = point ? x : coordinate(random);
    double y2 = point ? y : coordinate(random);
    return new double[] {Math.min(x, x2), Math.min(y, y2), Math.max(x, x2), Math.max(y, y2)};
  }

  private static long[] words(long id, double[] box, int words) {
    long[] entry = new long[words];
    entry[0] = id;
    for (int i = 1; i < words; i++) {
      entry[i] = Double.doubleToRawLongBits(box[i - 1]);
    }
    return entry;
  }

  @Test
  void windowsFindWhatIsThereAfterEveryChange() {
    java.util.Random random = org.flashgrove.core.Seeds.random();
    EntryOrder byId = (node, slot, words, at) -> Long.compare(node.word(0, slot), words[at]);
    NodeLayout[] layouts = {
      NodeLayout.rectangles(1, 36),
      new NodeLayout(3, 1, 1, 2, 20, null),
      new NodeLayout(5, 1, 1, 4, 36, byId),
      new NodeLayout(3, 1, 1, 2, 20, byId)
    };
    NodePage page = new NodePage(AlignedBuffers.allocate(2048));
    NodePage other = new NodePage(AlignedBuffers.allocate(2048));
    for (int round = 0; round < 200; round++) {
      NodeLayout layout = layouts[random.nextInt(layouts.length)];
      boolean points = layout.boundsWords() == 2;
      page.format(layout, 1, 0);
      for (int step = 0; step < 120; step++) {
        long id = random.nextInt(60);
        long[] entry = words(id, box(random, points), layout.words());
        int what = random.nextInt(step < 70 ? 5 : 10);
        if (what < 4 && page.count() < page.capacity()) {
          page.put(entry, 0);
        } else if (what < 7) {
          page.remove(entry, 0);
        } else if (what == 7) {
          other.format(layouts[random.nextInt(layouts.length)], 9, 0);
          other.copyFrom(page);
          NodePage swapped = page;
          page = other;
          other = swapped;
        } else if (what == 8 && other.layout() == layout && page.count() < page.capacity()) {
          if (other.count() > 0) {
            page.append(other, other.count() - 1);
          }
        }
        // boxes begin with the first search, so that some changes must come before it
        if (random.nextInt(4) == 0) {
          assertFinds(page, layout, box(random, false));
        }
      }
      assertFinds(page, layout, box(random, false));
      page.seal(7, 1);
      NodePage opened = new NodePage(page.bytes());
      opened.open("file", layout, 1, 0, 7);
      assertFinds(opened, layout, box(random, false));
    }
  }

  @Test
  void severalThreadsMayBeTheFirstToSearchAPage() throws Exception {
    java.util.Random random = org.flashgrove.core.Seeds.random();
    NodeLayout layout = NodeLayout.rectangles(1, 36);
    NodePage page = new NodePage(AlignedBuffers.allocate(4096));
    page.format(layout, 1, 0);
    while (page.count() < page.capacity()) {
      page.put(words(page.count(), box(random, false), layout.words()), 0);
    }
    page.seal(7, 1);
    double[] window = box(random, false);
    int[] right = looked(page, layout, window);
    java.util.concurrent.ExecutorService threads =
        java.util.concurrent.Executors.newFixedThreadPool(3);
    try {
      for (int round = 0; round < 300; round++) {
        page.open("file", layout, 1, 0, 7);
        java.util.concurrent.Callable<int[]> search =
            () -> {
              int[] slots = new int[page.count()];
              int found = page.intersecting(window[0], window[1], window[2], window[3], slots);
              return java.util.Arrays.copyOf(slots, found);
            };
        for (var found : threads.invokeAll(java.util.List.of(search, search, search))) {
          assertThat(found.get()).isEqualTo(right);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
