package org.flashgrove.core.node;

class MemoryNodeStoreTest extends NodeStoreContract {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    return new MemoryNodeStore(pageSize, layout);
  }

  @Override
  protected boolean takesRawNodes() {
    return true;
  }
}
