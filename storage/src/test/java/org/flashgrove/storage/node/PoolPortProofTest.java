package org.flashgrove.storage.node;

import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.node.proof.PortProof;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.pool.PoolConfig;

/** Trees of other kinds over the smallest pool, whose pages come and go all the time. */
class PoolPortProofTest extends PortProof {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    return new NodeStoreFiles(
            new MemoryDirectory(),
            pageSize,
            layout,
            16L << 10,
            SyncMode.CLOSE,
            (device, log) -> PoolConfig.of(Spec.parse("none:frames=8")).pool(device, layout))
        .open();
  }
}
