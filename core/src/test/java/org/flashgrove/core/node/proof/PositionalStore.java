package org.flashgrove.core.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.ForwardedNodeStore;
import org.flashgrove.core.node.NodeContents;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Writes the changes of each operation down as FAST does, by position: (slot, new words), (slot,
 * cut here), (header). It sees nothing but the changes and images read before them. At the commit
 * the items are replayed on those images and must give what the store behind gives.
 */
final class PositionalStore extends ForwardedNodeStore {
  private static final int HEADER_ITEM = -1;

  private long itemCount;

  PositionalStore(NodeStore store) {
    super(store);
  }

  /** Returns the number of items written down so far. */
  long itemCount() {
    return itemCount;
  }

  /** New words for a slot, the end of the node at a slot (no words), or a new header. */
  private record Item(int slot, long[] words) {
    void replay(NodePage page) {
      if (slot == HEADER_ITEM) {
        page.header(words, 0);
        return;
      }
      while (words == null && page.count() > slot) {
        page.removeAt(page.count() - 1);
      }
      if (words != null) {
        if (slot < page.count()) {
          page.removeAt(slot);
        }
        page.insertAt(slot, words, 0);
      }
    }
  }

  /** A node touched in an operation: image before, items since, image with the items. */
  private static final class Touched {
    final NodePage before;
    final NodePage now;
    final List<Item> items = new ArrayList<>();

    Touched(NodePage before, NodePage now) {
      this.before = before;
      this.now = now;
    }

    void note(int slot, long[] words) {
      Item item = new Item(slot, words == null ? null : words.clone());
      items.add(item);
      item.replay(now);
    }

    /** Positional difference between the image and the entries it shall have. */
    void become(List<long[]> entries) {
      for (int slot = 0; slot < entries.size(); slot++) {
        if (slot >= now.count() || !Arrays.equals(entryAt(now, slot), entries.get(slot))) {
          note(slot, entries.get(slot));
        }
      }
      if (entries.size() < now.count()) {
        note(entries.size(), null);
      }
    }

    List<long[]> entries() {
      List<long[]> entries = new ArrayList<>();
      for (int slot = 0; slot < now.count(); slot++) {
        entries.add(entryAt(now, slot));
      }
      return entries;
    }

    private static long[] entryAt(NodePage page, int slot) {
      long[] words = new long[page.layout().words()];
      page.copyEntry(slot, words, 0);
      return words;
    }
  }

  private final class Operation implements NodeOperation {
    private final NodeOperation operation;
    private final Map<Long, Touched> touched = new TreeMap<>();

    Operation(NodeOperation operation) {
      this.operation = operation;
    }

    private NodePage blank(long nodeId, int level) {
      NodePage page = new NodePage(AlignedBuffers.allocate(pageSize()));
      page.format(layout().at(level), nodeId, level);
      return page;
    }

    /** Reads the image before the first change of a node. */
    private Touched touch(long nodeId, int level) {
      return touched.computeIfAbsent(
          nodeId,
          id -> {
            NodeView image = operation.read(id, level);
            EntryList entries = new EntryList(layout().at(level).words(), image.count());
            entries.addAll(image);
            NodePage before = blank(id, level);
            NodePage now = blank(id, level);
            for (NodePage page : List.of(before, now)) {
              page.header(new long[] {image.header(0), image.header(1), image.header(2)}, 0);
              page.appendAll(entries.words(), 0, entries.count());
            }
            operation.release(image);
            return new Touched(before, now);
          });
    }

    @Override
    public long create(int level, long[] header, EntryList entries, int from, int to) {
      long nodeId = operation.create(level, header, entries, from, to);
      Touched node = new Touched(blank(nodeId, level), blank(nodeId, level));
      touched.put(nodeId, node);
      fill(node, header, entries, from, to);
      return nodeId;
    }

    @Override
    public void replace(
        long nodeId, int level, long[] header, EntryList entries, int from, int to) {
      fill(touch(nodeId, level), header, entries, from, to);
      operation.replace(nodeId, level, header, entries, from, to);
    }

    private void fill(Touched node, long[] header, EntryList entries, int from, int to) {
      node.note(HEADER_ITEM, header == null ? new long[NodeView.HEADER_WORDS] : header);
      List<long[]> wanted = new ArrayList<>();
      int stride = entries.stride();
      for (int i = from; i < to; i++) {
        wanted.add(Arrays.copyOfRange(entries.words(), i * stride, (i + 1) * stride));
      }
      node.become(wanted);
    }

    @Override
    public void add(long nodeId, int level, long[] entry) {
      NodeLayout of = layout().at(level);
      Touched node = touch(nodeId, level);
      put(node, of, entry, of.repeats() ? -1 : node.now.find(entry, 0));
      operation.add(nodeId, level, entry);
    }

    @Override
    public void change(long nodeId, int level, long[] entry) {
      Touched node = touch(nodeId, level);
      put(node, layout().at(level), entry, node.now.find(entry, 0));
      operation.change(nodeId, level, entry);
    }

    /** Puts an entry in place of the one in {@code slot}, or beside all if that is negative. */
    private void put(Touched node, NodeLayout of, long[] entry, int slot) {
      List<long[]> wanted = node.entries();
      if (of.order() == null) {
        node.note(slot < 0 ? wanted.size() : slot, entry);
        return;
      }
      int place = 0;
      while (place < wanted.size() && of.order().compare(node.now, place, entry, 0) <= 0) {
        place++;
      }
      wanted.add(place, entry);
      if (slot >= 0) {
        wanted.remove(slot < place ? slot : slot + 1);
      }
      node.become(wanted);
    }

    @Override
    public void remove(long nodeId, int level, long[] key) {
      Touched node = touch(nodeId, level);
      int slot = node.now.find(key, 0);
      assertThat(slot).as("slot of the entry to remove").isNotNegative();
      List<long[]> wanted = node.entries();
      wanted.remove(slot);
      node.become(wanted);
      operation.remove(nodeId, level, key);
    }

    @Override
    public void header(long nodeId, int level, long[] header) {
      touch(nodeId, level).note(HEADER_ITEM, header);
      operation.header(nodeId, level, header);
    }

    @Override
    public void delete(long nodeId, int level) {
      touched.remove(nodeId);
      operation.delete(nodeId, level);
    }

    @Override
    public void commit() {
      touched.forEach(
          (nodeId, node) -> {
            node.items.forEach(item -> item.replay(node.before));
            itemCount += node.items.size();
            NodeLayout of = node.before.layout();
            assertThat(NodeContents.of(node.before, of))
                .as("node %d replayed", nodeId)
                .isEqualTo(NodeContents.read(operation, layout(), nodeId, node.before.level()));
          });
      operation.commit();
    }

    @Override
    public boolean isCommitted() {
      return operation.isCommitted();
    }

    @Override
    public int entryCount(long nodeId, int level) {
      return operation.entryCount(nodeId, level);
    }

    @Override
    public void root(long nodeId, int height) {
      operation.root(nodeId, height);
    }

    @Override
    public void entries(long count) {
      operation.entries(count);
    }

    @Override
    public void extra(byte[] bytes) {
      operation.extra(bytes);
    }

    @Override
    public long root() {
      return operation.root();
    }

    @Override
    public int height() {
      return operation.height();
    }

    @Override
    public long entries() {
      return operation.entries();
    }

    @Override
    public byte[] extra() {
      return operation.extra();
    }

    @Override
    public NodeView read(long nodeId, int level) {
      return operation.read(nodeId, level);
    }

    @Override
    public void release(NodeView node) {
      operation.release(node);
    }

    @Override
    public void close() {
      operation.close();
    }
  }

  @Override
  public NodeOperation begin() {
    return new Operation(store.begin());
  }
}
