package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.node.proof.PortProof;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.NodeStoreFiles;

/** Trees of other kinds over a small FAST buffer, which flushes all the time. */
class FastPortProofTest extends PortProof {
  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    FastConfig config = FastConfig.of(Spec.parse("fast:buffer=16K,log=64K"));
    return new NodeStoreFiles(
            new MemoryDirectory(),
            pageSize,
            layout,
            16L << 10,
            SyncMode.CLOSE,
            (device, log) -> new FastBuffer(config, device, layout, log))
        .open();
  }
}
