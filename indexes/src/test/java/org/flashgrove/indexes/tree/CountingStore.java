package org.flashgrove.indexes.tree;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;

/** A store in memory that counts what snapshots read. */
public final class CountingStore implements NodeStore {
  private final MemoryNodeStore store;

  /** Leaves that snapshots read so far. */
  public long leafReads;

  /** Internal nodes that snapshots read so far. */
  public long nodeReads;

  /** An empty store. */
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
                if ((int) arguments[1] == 0) {
                  leafReads++;
                } else {
                  nodeReads++;
                }
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
