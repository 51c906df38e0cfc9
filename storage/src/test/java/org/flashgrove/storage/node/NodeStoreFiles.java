package org.flashgrove.storage.node;

import java.util.function.BiFunction;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.HomeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.ForwardingPageStore;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.Placement;

/** Opens node stores over the files of a directory that outlives them; for tests. */
public final class NodeStoreFiles {
  private static final long TAG = 0x5EED;

  private final StoreDirectory directory;
  private final Placement placement;
  private final int pageSize;
  private final TreeLayout layout;
  private final long logBytes;
  private final SyncMode sync;
  private final BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers;
  private final IoCounters counters = new IoCounters();
  private boolean together;
  private NodeBuffer buffer;
  private FreePages slots;

  /** Stores of {@code placement=home} whose buffers {@code buffers} makes. */
  public NodeStoreFiles(
      StoreDirectory directory,
      int pageSize,
      TreeLayout layout,
      long logBytes,
      SyncMode sync,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    this(directory, Placement.HOME, pageSize, layout, logBytes, sync, buffers);
  }

  /** Stores whose buffers {@code buffers} makes. */
  public NodeStoreFiles(
      StoreDirectory directory,
      Placement placement,
      int pageSize,
      TreeLayout layout,
      long logBytes,
      SyncMode sync,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {
    this.directory = directory;
    this.placement = placement;
    this.pageSize = pageSize;
    this.layout = layout;
    this.logBytes = logBytes;
    this.sync = sync;
    this.buffers = buffers;
  }

  /** Has the device say, or not, that it reads pages side by side; one after the other it does. */
  public NodeStoreFiles readingTogether(boolean readsTogether) {
    together = readsTogether;
    return this;
  }

  /** A device that reads pages side by side, or says so. */
  private final class Pages extends ForwardingPageStore {
    Pages(PageStore pages) {
      super(pages);
    }

    @Override
    public boolean readsTogether() {
      return together || super.readsTogether();
    }
  }

  /** Creates the files if they are not there, and opens a store on them. */
  public LoggedNodeStore open() {
    return open(LoggedNodeStore.SNAPSHOT_BYTES);
  }

  /** Opens the store with a budget for the earlier images that snapshots see. */
  public LoggedNodeStore open(long snapshotBytes) {
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
    PageStore counted = new Pages(new CountingPageStore(pages, counters));
    NodeDevice device;
    if (placement == Placement.HOME) {
      device = new HomeNodeDevice(counted, log, TAG, counters);
    } else {
      slots = pages.pageCount() == 0 ? FreePages.create(pages, TAG) : FreePages.open(pages, TAG);
      device = new FreeNodeDevice(counted, slots, 0, frames, TAG, counters);
    }
    buffer = buffers.apply(device, frames);
    LoggedStore store =
        new LoggedStore(log, frames, placement == Placement.HOME ? null : slots, logBytes, sync);
    LoggedNodeStore nodes = new LoggedNodeStore(store, 0, layout, device, buffer, snapshotBytes);
    store.open();
    return nodes;
  }

  /** Returns the buffer of the store opened last. */
  public NodeBuffer buffer() {
    return buffer;
  }

  /** Returns the slots of the store opened last, {@code placement=free} only. */
  public FreePages slots() {
    return slots;
  }

  /** Traffic of pages of all stores opened. */
  public IoCounters counters() {
    return counters;
  }
}
