package org.flashgrove.literature.buffer.fkdb;

import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.node.proof.PortProof;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.placement.Placement;

/** Trees of other kinds over a small F-KDB buffer, which flushes all the time. */
class FkdbPortProofTest extends PortProof {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    FkdbConfig config = FkdbConfig.of(Spec.parse("fkdb:buffer=16K,unit=1,writecost=1"));
    return new NodeStoreFiles(
            new MemoryDirectory(),
            Placement.FREE,
            pageSize,
            layout,
            16L << 10,
            SyncMode.BARRIER,
            (device, log) -> new FkdbBuffer(config, device, layout))
        .open();
  }
}
