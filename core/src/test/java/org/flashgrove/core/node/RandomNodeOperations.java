package org.flashgrove.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.page.AlignedBuffers;

/** Does the same random operations on a store and on {@link MemoryNodeStore}, and compares them. */
final class RandomNodeOperations {
  private static final int LEVELS = 3;

  private final MemoryNodeStore oracle;
  private final TreeLayout layout;
  private final int pageSize;
  private final Random random;
  private NodeStore store;
  private Map<Long, Integer> levels = new TreeMap<>();
  private NodeOperation tried;
  private NodeOperation expected;

  RandomNodeOperations(NodeStore store, Random random) {
    this.store = store;
    this.layout = store.layout();
    this.pageSize = store.pageSize();
    this.oracle = new MemoryNodeStore(pageSize, layout);
    this.random = random;
  }

  NodeStore store() {
    return store;
  }

  void useStore(NodeStore opened) {
    store = opened;
  }

  /** One operation with some changes, committed or not, now and then with a flush or sync. */
  void step() {
    Map<Long, Integer> before = new TreeMap<>(levels);
    try (NodeOperation one = store.begin();
        NodeOperation other = oracle.begin()) {
      tried = one;
      expected = other;
      int changes = 1 + random.nextInt(12);
      for (int i = 0; i < changes; i++) {
        changeHoldingAnImage();
      }
      if (random.nextInt(4) == 0) {
        levels = before;
      } else {
        one.commit();
        other.commit();
      }
    }
    int extra = random.nextInt(20);
    if (extra == 0) {
      store.flush();
    } else if (extra == 1) {
      store.sync();
    }
  }

  private void changeHoldingAnImage() {
    if (levels.isEmpty() || random.nextInt(3) > 0) {
      change();
      return;
    }
    long nodeId = pick();
    NodeLayout of = layout.at(levels.get(nodeId));
    NodeView image = tried.read(nodeId, levels.get(nodeId));
    NodeContents was = NodeContents.of(image, of);
    change();
    assertThat(NodeContents.of(image, of)).isEqualTo(was);
    tried.release(image);
  }

  private void change() {
    int what = random.nextInt(20);
    if (levels.size() < 3 || what < 2) {
      create();
    } else if (what < 12) {
      changeEntry();
    } else if (what < 14) {
      replace();
    } else if (what < 16) {
      header();
    } else if (what < 17) {
      long nodeId = pick();
      int level = levels.remove(nodeId);
      tried.delete(nodeId, level);
      expected.delete(nodeId, level);
    } else if (what < 18) {
      catalog();
    } else {
      long nodeId = pick();
      compare(tried, expected, nodeId, levels.get(nodeId));
      assertThat(tried.entryCount(nodeId, levels.get(nodeId)))
          .isEqualTo(expected.entryCount(nodeId, levels.get(nodeId)));
    }
  }

  private long pick() {
    List<Long> ids = new ArrayList<>(levels.keySet());
    // mostly the same few nodes, so that changes meet
    int range = random.nextBoolean() ? Math.min(3, ids.size()) : ids.size();
    return ids.get(random.nextInt(range));
  }

  private long[] randomEntry(int level) {
    long[] words = new long[layout.at(level).words()];
    for (int i = 0; i < words.length; i++) {
      words[i] = random.nextInt(60) == 0 ? random.nextLong() >> 2 : random.nextInt(40);
    }
    return words;
  }

  private long[] randomHeader() {
    return random.nextInt(4) == 0
        ? null
        : new long[] {random.nextInt(40), random.nextLong(), random.nextInt()};
  }

  /**
   * Returns the entries in the layout's order under a header; equal ones only where nodes may hold
   * them.
   */
  private EntryList randomEntries(int level, long[] header) {
    NodeLayout of = layout.at(level);
    NodePage page = new NodePage(AlignedBuffers.allocate(pageSize));
    page.format(of, 0, level);
    page.header(header, 0);
    for (int i = random.nextInt(page.capacity() + 1); i > 0; i--) {
      long[] entry = randomEntry(level);
      if (of.repeats() && page.count() > 0 && random.nextInt(4) == 0) {
        page.copyEntry(random.nextInt(page.count()), entry, 0);
      }
      page.add(entry, 0);
    }
    EntryList entries = new EntryList(of.words(), 1);
    entries.addAll(page);
    return entries;
  }

  private void create() {
    int level = random.nextInt(LEVELS);
    long[] header = randomHeader();
    EntryList entries = randomEntries(level, header);
    int from = random.nextInt(entries.count() + 1);
    long nodeId = tried.create(level, header, entries, from, entries.count());
    assertThat(nodeId).isEqualTo(expected.create(level, header, entries, from, entries.count()));
    levels.put(nodeId, level);
  }

  private void replace() {
    long nodeId = pick();
    int level = levels.get(nodeId);
    long[] header = randomHeader();
    EntryList entries = randomEntries(level, header);
    int to = random.nextInt(entries.count() + 1);
    tried.replace(nodeId, level, header, entries, 0, to);
    expected.replace(nodeId, level, header, entries, 0, to);
  }

  /** HEADER, but not where it would change the order of entries. */
  private void header() {
    long nodeId = pick();
    int level = levels.get(nodeId);
    if (layout == TestLayouts.BY_HEADER && expected.entryCount(nodeId, level) > 1) {
      return;
    }
    long[] header = {random.nextInt(40), random.nextLong(), random.nextInt()};
    tried.header(nodeId, level, header);
    expected.header(nodeId, level, header);
  }

  private void changeEntry() {
    long nodeId = pick();
    int level = levels.get(nodeId);
    NodeLayout of = layout.at(level);
    List<List<Long>> there = NodeContents.read(expected, layout, nodeId, level).entries();
    int what = random.nextInt(5);
    if (what < 2 || there.isEmpty()) {
      if (there.size() < NodePage.capacity(pageSize, of)) {
        long[] entry = randomEntry(level);
        if (of.repeats() && !there.isEmpty() && random.nextInt(3) == 0) {
          List<Long> equal = there.get(random.nextInt(there.size()));
          Arrays.setAll(entry, equal::get);
        }
        tried.add(nodeId, level, entry);
        expected.add(nodeId, level, entry);
        if (there.stream().anyMatch(old -> sameIdentity(old, entry, of.identityWords()))) {
          // such an entry leaves the count too high until the node is read
          compare(tried, expected, nodeId, level);
        }
      }
      return;
    }
    List<Long> old = there.get(random.nextInt(there.size()));
    long[] entry = randomEntry(level);
    for (int i = 0; i < of.identityWords(); i++) {
      entry[i] = old.get(i);
    }
    if (what == 2) {
      tried.remove(nodeId, level, entry);
      expected.remove(nodeId, level, entry);
    } else {
      tried.change(nodeId, level, entry);
      expected.change(nodeId, level, entry);
    }
  }

  private static boolean sameIdentity(List<Long> old, long[] entry, int identityWords) {
    for (int i = 0; i < identityWords; i++) {
      if (old.get(i) != entry[i]) {
        return false;
      }
    }
    return true;
  }

  private void catalog() {
    long root = pick();
    byte[] extra = new byte[random.nextInt(NodeStore.MAX_EXTRA_BYTES + 1)];
    random.nextBytes(extra);
    long count = random.nextInt(1000);
    for (NodeOperation operation : List.of(tried, expected)) {
      operation.root(root, levels.get(root));
      operation.entries(count);
      operation.extra(extra);
    }
  }

  private void compare(NodeReader one, NodeReader other, long nodeId, int level) {
    assertThat(NodeContents.read(one, layout, nodeId, level))
        .as("node %d of level %d", nodeId, level)
        .isEqualTo(NodeContents.read(other, layout, nodeId, level));
  }

  /** Compares catalog, ids and every node of the newest commit. */
  void verify() {
    try (NodeReader one = store.snapshot();
        NodeReader other = oracle.snapshot()) {
      assertThat(one.root()).isEqualTo(other.root());
      assertThat(one.height()).isEqualTo(other.height());
      assertThat(one.entries()).isEqualTo(other.entries());
      assertThat(one.extra()).isEqualTo(other.extra());
      levels.forEach((nodeId, level) -> compare(one, other, nodeId, level));
    }
    assertThat(store.ids().last()).isEqualTo(oracle.ids().last());
    assertThat(store.ids().freeIds()).isEqualTo(oracle.ids().freeIds());
  }
}
