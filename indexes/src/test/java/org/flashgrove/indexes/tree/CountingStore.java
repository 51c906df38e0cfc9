package org.flashgrove.indexes.tree;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.node.ForwardedNodeStore;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.TreeLayout;

/** A store in memory that counts what snapshots read, and notes what they announce. */
public final class CountingStore extends ForwardedNodeStore {
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
    super(new MemoryNodeStore(pageSize, layout));
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
}
