package org.flashgrove.literature.buffer.rftl;

import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.node.proof.PortProof;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.placement.Placement;

/** Trees of other kinds over a small reservation buffer, which is flushed all the time. */
class RftlPortProofTest extends PortProof {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    RftlConfig config = RftlConfig.of(Spec.parse("rftl:buffer=4K,pages=3"));
    return new NodeStoreFiles(
            new MemoryDirectory(),
            Placement.FREE,
            pageSize,
            layout,
            16L << 10,
            SyncMode.BARRIER,
            (device, log) -> new RftlBuffer(config, device, layout))
        .open();
  }
}
