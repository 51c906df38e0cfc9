package org.flashgrove.storage.node;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeStoreContract;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.Placement;

/** The port's contract over a kind of buffer, closed and opened again over the same files. */
public abstract class FileNodeStoreContract extends NodeStoreContract {
  private final Map<NodeStore, NodeStoreFiles> files = new HashMap<>();
  private final Placement placement;
  private final long logBytes;
  private final SyncMode sync;

  /** Stores whose log is compacted above {@code logBytes}. */
  protected FileNodeStoreContract(Placement placement, long logBytes, SyncMode sync) {
    this.placement = placement;
    this.logBytes = logBytes;
    this.sync = sync;
  }

  /** Returns whether the device reads pages side by side. */
  protected boolean readsTogether() {
    return false;
  }

  /** Returns the buffer under test. */
  protected abstract NodeBuffer buffer(NodeDevice device, TreeLayout layout, StoreLog log);

  @Override
  protected NodeStore create(int pageSize, TreeLayout layout) {
    return open(
        new NodeStoreFiles(
                new MemoryDirectory(),
                placement,
                pageSize,
                layout,
                logBytes,
                sync,
                (device, log) -> buffer(device, layout, log))
            .readingTogether(readsTogether()));
  }

  private NodeStore open(NodeStoreFiles where) {
    NodeStore store = where.open();
    files.put(store, where);
    return store;
  }

  @Override
  protected NodeStore reopen(NodeStore store) {
    store.close();
    return open(files.get(store));
  }
}
