package org.flashgrove.core.node;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private int views;
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
    return new Snapshot(nodes, catalog);
  }

  @Override
  public NodeOperation begin() {
    requireOpen();
    if (open != null) {
      throw new IllegalStateException("an operation is open already");
    }
    open = new Operation(nodes, catalog);
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
      open.changed.put(nodeId, page);
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

  private abstract static class Reader implements NodeReader {
    private final Map<Long, NodePage> pages;
    Catalog catalog;
    private final List<NodeView> held = new ArrayList<>(); // a few, the latest last

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

    /** Returns the image of a node, or null if there is none. */
    NodePage page(long nodeId) {
      return pages.get(nodeId);
    }

    @Override
    public NodeView read(long nodeId, int level) {
      NodePage page = page(nodeId);
      if (page == null || page.level() != level) {
        throw new org.flashgrove.core.failure.DamagedStoreException(
            "memory", "page " + nodeId, "no node of level " + level);
      }
      held.add(page);
      return page;
    }

    @Override
    public void release(NodeView node) {
      int at = held.size() - 1;
      while (at >= 0 && held.get(at) != node) {
        at--;
      }
      if (at < 0) {
        throw new IllegalStateException("released a node that is not held: " + node.nodeId());
      }
      held.remove(at);
    }

    @Override
    public void close() {
      if (!held.isEmpty()) {
        throw new IllegalStateException(held.size() + " nodes were not released");
      }
    }
  }

  /** A view of a commit. As long as there is one, no commit changes the map it sees. */
  private final class Snapshot extends Reader {
    private boolean ended;

    Snapshot(Map<Long, NodePage> pages, Catalog catalog) {
      super(pages, catalog);
      views++;
    }

    @Override
    public void close() {
      if (!ended) {
        ended = true;
        views--;
      }
      super.close();
    }
  }

  private final class Operation extends Reader implements NodeOperation {
    private final Map<Long, NodePage> changed = new HashMap<>(); // null where one is deleted
    private final List<Long> freed = new ArrayList<>();
    private boolean done;

    Operation(Map<Long, NodePage> pages, Catalog catalog) {
      super(pages, catalog);
    }

    @Override
    NodePage page(long nodeId) {
      return changed.containsKey(nodeId) ? changed.get(nodeId) : super.page(nodeId);
    }

    private NodePage fresh(long nodeId, int level) {
      NodePage page = new NodePage(AlignedBuffers.allocate(pageSize));
      page.format(layout.at(level), nodeId, level);
      return page;
    }

    /** Returns a copy to change, so that images already read stay as they are. */
    private NodePage writable(long nodeId, int level) {
      NodePage old = page(nodeId);
      if (old == null || old.level() != level || done) {
        throw new IllegalStateException("no node " + nodeId + " of level " + level + " to change");
      }
      NodePage page = fresh(nodeId, level);
      page.copyFrom(old);
      changed.put(nodeId, page);
      return page;
    }

    @Override
    public int entryCount(long nodeId, int level) {
      return page(nodeId).count();
    }

    @Override
    public long create(int level, long[] header, EntryList entries, int from, int to) {
      long nodeId = ids.take();
      if (page(nodeId) != null) {
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
      changed.put(page.nodeId(), page);
    }

    @Override
    public void add(long nodeId, int level, long[] entry) {
      writable(nodeId, level).add(entry, 0);
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
      changed.put(nodeId, null);
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

    /** Accepts last changes, which the tree makes itself, because no batch has several parts. */
    @Override
    public boolean beforeCommit(Runnable lastChanges) {
      return true;
    }

    @Override
    public void commit() {
      if (views > 0) {
        nodes = new HashMap<>(nodes);
      }
      for (Map.Entry<Long, NodePage> change : changed.entrySet()) {
        if (change.getValue() == null) {
          nodes.remove(change.getKey());
        } else {
          nodes.put(change.getKey(), change.getValue());
        }
      }
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
