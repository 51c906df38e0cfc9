package org.flashgrove.efind;

import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.node.proof.PortProof;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeStoreFiles;

/** Trees of other kinds over a small eFIND buffer, which flushes all the time. */
class EfindPortProofTest extends PortProof {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    EfindConfig config = EfindConfig.of(Spec.parse("efind:buffer=16K,log=64K"));
    return new NodeStoreFiles(
            new MemoryDirectory(),
            pageSize,
            layout,
            16L << 10,
            SyncMode.CLOSE,
            (device, log) -> new EfindBuffer(config, device, layout, log))
        .open();
  }
}
