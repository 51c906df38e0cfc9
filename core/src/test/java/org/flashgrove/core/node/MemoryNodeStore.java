package org.flashgrove.core.node;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * The node store with nothing behind it: the meaning of the port in as few lines as possible, and
 * the oracle for the others. Checks what the port leaves to the caller.
 */
public final class MemoryNodeStore implements NodeStore {
  private final int pageSize;
  private final TreeLayout layout;
  private final NodeIds ids = new NodeIds();
  private Map<Long, NodePage> nodes = new HashMap<>();
  private Catalog catalog = new Catalog(NO_NODE, 0, 0, new byte[0]);
  private Operation open;
  private boolean closed;

  public MemoryNodeStore(int pageSize, TreeLayout layout) {
    this.pageSize = pageSize;
    this.layout = layout;
  }

  private record Catalog(long root, int height, long entries, byte[] extra) {}

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public TreeLayout layout() {
    return layout;
  }

  @Override
  public NodeReader snapshot() {
    requireOpen();
    return new Reader(nodes, catalog);
  }

  @Override
  public NodeOperation begin() {
    requireOpen();
    if (open != null) {
      throw new IllegalStateException("an operation is open already");
    }
    open = new Operation(new HashMap<>(nodes), catalog);
    return open;
  }

  @Override
  public void appendSealed(ByteBuffer pages, int count) {
    for (int i = 0; i < count; i++) {
      NodePage page = new NodePage(AlignedBuffers.allocate(pageSize));
      page.bytes().put(0, pages, i * pageSize, pageSize);
      page.seal(0, 0);
      long nodeId = page.bytes().getLong(16);
      int level = page.bytes().getShort(6);
      page.open("memory", layout.at(level), nodeId, level, 0);
      open.pages.put(nodeId, page);
    }
  }

  @Override
  public void sync() {
    requireOpen();
  }

  @Override
  public void flush() {
    requireOpen();
  }

  @Override
  public NodeIds ids() {
    return ids;
  }

  @Override
  public void close() {
    closed = true;
  }

  private void requireOpen() {
    if (closed) {
      throw new org.flashgrove.core.failure.StoreClosedException("the store is closed");
    }
  }

  private class Reader implements NodeReader {
    final Map<Long, NodePage> pages;
    Catalog catalog;
    private final Map<NodeView, Integer> held = new java.util.IdentityHashMap<>();

    Reader(Map<Long, NodePage> pages, Catalog catalog) {
      this.pages = pages;
      this.catalog = catalog;
    }

    @Override
    public long root() {
      return catalog.root;
    }

    @Override
    public int height() {
      return catalog.height;
    }

    @Override
    public long entries() {
      return catalog.entries;
    }

    @Override
    public byte[] extra() {
      return catalog.extra;
    }

    @Override
    public NodeView read(long nodeId, int level) {
      NodePage page = pages.get(nodeId);
      if (page == null || page.level() != level) {
        throw new org.flashgrove.core.failure.DamagedStoreException(
            "memory", "page " + nodeId, "no node of level " + level);
      }
      held.merge(page, 1, Integer::sum);
      return page;
    }

    @Override
    public void release(NodeView node) {
      Integer times = held.get(node);
      if (times == null) {
        throw new IllegalStateException("released a node that is not held: " + node.nodeId());
      }
      if (times == 1) {
        held.remove(node);
      } else {
        held.put(node, times - 1);
      }
    }

    @Override
    public void close() {
      if (!held.isEmpty()) {
        throw new IllegalStateException(held.size() + " nodes were not released");
      }
    }
  }

  private final class Operation extends Reader implements NodeOperation {
    private final Set<Long> deleted = new HashSet<>();
    private final java.util.List<Long> freed = new java.util.ArrayList<>();
    private boolean done;

    Operation(Map<Long, NodePage> pages, Catalog catalog) {
      super(pages, catalog);
    }

    private NodePage fresh(long nodeId, int level) {
      NodePage page = new NodePage(AlignedBuffers.allocate(pageSize));
      page.format(layout.at(level), nodeId, level);
      return page;
    }

    /** A copy to change, so that images already read stay as they are. */
    private NodePage writable(long nodeId, int level) {
      NodePage old = pages.get(nodeId);
      if (old == null || old.level() != level || done) {
        throw new IllegalStateException("no node " + nodeId + " of level " + level + " to change");
      }
      NodePage page = fresh(nodeId, level);
      page.copyFrom(old);
      pages.put(nodeId, page);
      return page;
    }

    @Override
    public int entryCount(long nodeId, int level) {
      return pages.get(nodeId).count();
    }

    @Override
    public long create(int level, long[] header, EntryList entries, int from, int to) {
      long nodeId = ids.take();
      if (pages.containsKey(nodeId)) {
        throw new IllegalStateException("node " + nodeId + " is there already");
      }
      fill(fresh(nodeId, level), header, entries, from, to);
      return nodeId;
    }

    @Override
    public void replace(
        long nodeId, int level, long[] header, EntryList entries, int from, int to) {
      writable(nodeId, level);
      fill(fresh(nodeId, level), header, entries, from, to);
    }

    private void fill(NodePage page, long[] header, EntryList entries, int from, int to) {
      page.header(header, 0);
      if (entries != null) {
        page.appendAll(entries.words(), from * entries.stride(), to - from);
      }
      pages.put(page.nodeId(), page);
    }

    @Override
    public void add(long nodeId, int level, long[] entry) {
      writable(nodeId, level).put(entry, 0);
    }

    @Override
    public void change(long nodeId, int level, long[] entry) {
      NodePage page = writable(nodeId, level);
      if (page.find(entry, 0) < 0) {
        throw new IllegalStateException("node " + nodeId + " has no entry " + entry[0]);
      }
      page.put(entry, 0);
    }

    @Override
    public void remove(long nodeId, int level, long[] key) {
      if (!writable(nodeId, level).remove(key, 0)) {
        throw new IllegalStateException("node " + nodeId + " has no entry " + key[0]);
      }
    }

    @Override
    public void header(long nodeId, int level, long[] header) {
      writable(nodeId, level).header(header, 0);
    }

    @Override
    public void delete(long nodeId, int level) {
      writable(nodeId, level);
      pages.remove(nodeId);
      deleted.add(nodeId);
      freed.add(nodeId);
    }

    @Override
    public void root(long nodeId, int height) {
      catalog = new Catalog(nodeId, height, catalog.entries, catalog.extra);
    }

    @Override
    public void entries(long count) {
      catalog = new Catalog(catalog.root, catalog.height, count, catalog.extra);
    }

    @Override
    public void extra(byte[] bytes) {
      catalog = new Catalog(catalog.root, catalog.height, catalog.entries, bytes.clone());
    }

    @Override
    public void commit() {
      nodes = pages;
      MemoryNodeStore.this.catalog = catalog;
      ids.commit();
      freed.forEach(ids::free);
      done = true;
    }

    @Override
    public boolean isCommitted() {
      return done;
    }

    @Override
    public void close() {
      if (!done) {
        ids.undo();
      }
      open = null;
      super.close();
    }
  }
}
