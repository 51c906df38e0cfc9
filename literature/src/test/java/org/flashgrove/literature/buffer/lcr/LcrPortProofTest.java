package org.flashgrove.literature.buffer.lcr;

import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.node.proof.PortProof;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.placement.Placement;

/** Trees of other kinds over a small buffer of log records, which is flushed all the time. */
class LcrPortProofTest extends PortProof {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    LcrConfig config = LcrConfig.of(Spec.parse("lcr:buffer=4K"));
    return new NodeStoreFiles(
            new MemoryDirectory(),
            Placement.FREE,
            pageSize,
            layout,
            16L << 10,
            SyncMode.BARRIER,
            (device, log) -> new LcrBuffer(config, device, layout))
        .open();
  }
}
