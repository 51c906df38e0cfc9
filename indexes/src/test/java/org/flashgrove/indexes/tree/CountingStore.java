package org.flashgrove.indexes.tree;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;

/** A store in memory that counts what snapshots read, and notes what they announce. */
public final class CountingStore implements NodeStore {
  private final MemoryNodeStore store;

  /** Leaves that snapshots read so far. */
  public long leafReads;

  /** Internal nodes that snapshots read so far. */
  public long nodeReads;

  /** Each list of nodes that was announced, and how many of it were read, in this order. */
  public final List<Announcement> announcements = new ArrayList<>();

  /** Nodes that were announced. */
  public static final class Announcement {
    public final long[] nodeIds;
    public int read;

    Announcement(long[] nodeIds) {
      this.nodeIds = nodeIds;
    }
  }

  private void noteRead(long nodeId, int level) {
    if (level > 0) {
      nodeReads++;
    } else {
      leafReads++;
    }
    if (!announcements.isEmpty()) {
      Announcement last = announcements.get(announcements.size() - 1);
      if (last.read < last.nodeIds.length && last.nodeIds[last.read] == nodeId) {
        last.read++;
      }
    }
  }

  /** Creates an empty store. */
  public CountingStore(int pageSize, TreeLayout layout) {
    store = new MemoryNodeStore(pageSize, layout);
  }

  @Override
  public NodeReader snapshot() {
    NodeReader reader = store.snapshot();
    return (NodeReader)
        Proxy.newProxyInstance(
            NodeReader.class.getClassLoader(),
            new Class<?>[] {NodeReader.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("read")) {
                noteRead((long) arguments[0], (int) arguments[1]);
              } else if (method.getName().equals("willRead")) {
                long[] ids = (long[]) arguments[0];
                announcements.add(
                    new Announcement(
                        Arrays.copyOfRange(ids, (int) arguments[1], (int) arguments[2])));
              }
              try {
                return method.invoke(reader, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public int pageSize() {
    return store.pageSize();
  }

  @Override
  public TreeLayout layout() {
    return store.layout();
  }

  @Override
  public NodeOperation begin() {
    return store.begin();
  }

  @Override
  public void appendSealed(ByteBuffer pages, int count) {
    store.appendSealed(pages, count);
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public void flush() {
    store.flush();
  }

  @Override
  public NodeIds ids() {
    return store.ids();
  }

  @Override
  public void close() {
    store.close();
  }
}
