package org.flashgrove.core.node;

import java.nio.ByteBuffer;

/** Base class of node stores of tests that forward calls to another store. */
public abstract class ForwardedNodeStore implements NodeStore {
  protected final NodeStore store;

  protected ForwardedNodeStore(NodeStore store) {
    this.store = store;
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
  public NodeReader snapshot() {
    return store.snapshot();
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
