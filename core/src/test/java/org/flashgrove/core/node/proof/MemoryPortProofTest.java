package org.flashgrove.core.node.proof;

import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;

class MemoryPortProofTest extends PortProof {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    return new MemoryNodeStore(pageSize, layout);
  }
}
