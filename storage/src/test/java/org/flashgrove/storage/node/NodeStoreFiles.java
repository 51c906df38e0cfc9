package org.flashgrove.storage.node;

import java.util.function.BiFunction;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.FileDevice;
import org.flashgrove.storage.file.FrameLog;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.PagePool;

/** Opens node stores over the files of a directory that outlives them; for tests. */
public final class NodeStoreFiles {
  private static final long TAG = 0x5EED;

  private final StoreDirectory directory;
  private final int pageSize;
  private final TreeLayout layout;
  private final long logBytes;
  private final SyncMode sync;
  private final BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers;
  private final IoCounters counters = new IoCounters();
  private NodeBuffer buffer;

  /** Stores whose buffers {@code buffers} makes. */
  public NodeStoreFiles(
      StoreDirectory directory,
      int pageSize,
      TreeLayout layout,
      long logBytes,
      SyncMode sync,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    this.directory = directory;
    this.pageSize = pageSize;
    this.layout = layout;
    this.logBytes = logBytes;
    this.sync = sync;
    this.buffers = buffers;
  }

  /** Creates the files if they are not there, and opens a store on them. */
  public LoggedNodeStore open() {
    FileDevice files = FileDevice.over(directory, RawFile.Caching.BUFFERED);
    PageStore pages =
        directory.exists("nodes.pages")
            ? files.openPages("nodes.pages", pageSize)
            : files.createPages("nodes.pages", pageSize);
    FrameLog log =
        directory.exists("store.log")
            ? files.openLog("store.log", TAG, pageSize)
            : files.createLog("store.log", TAG, pageSize);
    StoreLog frames = new StoreLog(log);
    NodeDevice device =
        new NodeDevice(
            new CountingPageStore(pages, counters), log, TAG, counters, new PagePool(pageSize));
    buffer = buffers.apply(device, frames);
    return new LoggedNodeStore(layout, device, log, frames, buffer, logBytes, sync);
  }

  /** The buffer of the store opened last. */
  public NodeBuffer buffer() {
    return buffer;
  }

  /** Traffic of pages of all stores opened. */
  public IoCounters counters() {
    return counters;
  }
}
