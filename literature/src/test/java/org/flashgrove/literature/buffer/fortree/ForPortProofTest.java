package org.flashgrove.literature.buffer.fortree;

import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.node.proof.PortProof;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeStoreFiles;

/** Trees of other kinds over a small buffer of the FOR-tree, which flushes all the time. */
class ForPortProofTest extends PortProof {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    ForConfig config = ForConfig.of(Spec.parse("for:buffer=16K"));
    return new NodeStoreFiles(
            new MemoryDirectory(),
            pageSize,
            layout,
            16L << 10,
            SyncMode.BARRIER,
            (device, log) -> new ForBuffer(config, device, layout, log))
        .open();
  }
}
