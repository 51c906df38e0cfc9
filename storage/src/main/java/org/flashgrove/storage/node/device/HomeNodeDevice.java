package org.flashgrove.storage.node.device;

import java.util.HashSet;
import java.util.Set;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.PageStore;

/**
 * Device that writes nodes in place ({@code placement=home}). The number of a node's slot is the
 * node's id, so nodes with neighbouring ids are neighbours on the device. Experiments that
 * reproduce papers on flash-aware buffers require this. The log is written before the pages. If a
 * power cut tears a page, the changes of this page that are no longer in the log are lost.
 */
public final class HomeNodeDevice extends NodeDevice {
  private final AppendLog log;
  private long[] nodeIds = new long[8];

  /**
   * Creates a device.
   *
   * @param log the log, which is written before each batch of pages
   */
  public HomeNodeDevice(PageStore store, AppendLog log, long storeTag, IoCounters counters) {
    super(store, storeTag, counters);
    this.log = log;
  }

  @Override
  public void read(NodePage into, NodeLayout layout, long nodeId, int level) {
    if (nodeId < 0 || nodeId >= pageCount()) {
      throw new DamagedStoreException(
          FILE, "page " + nodeId, "refers beyond the " + pageCount() + " pages of the file");
    }
    slots().read(only(nodeId), 1, into.bytes());
    into.open(FILE, layout, nodeId, level, storeTag());
  }

  @Override
  public long storedVersion(NodePage into, TreeLayout layout, long nodeId) {
    if (nodeId >= pageCount()) {
      return -1;
    }
    slots().read(only(nodeId), 1, into.bytes());
    return into.openAnyLevel(layout, nodeId, storeTag()) ? into.version() : -1;
  }

  @Override
  public void startBatch() {
    try {
      log.drain();
    } catch (StoreException e) {
      throw failed(e);
    }
    super.startBatch();
  }

  @Override
  void noteStored(int index, NodePage page, long version) {
    if (index == nodeIds.length) {
      nodeIds = java.util.Arrays.copyOf(nodeIds, 2 * index);
    }
    nodeIds[index] = page.nodeId();
  }

  /** Truncates the file after the last slot that holds a node. */
  public void giveEndBack(NodeIds ids) {
    Set<Long> free = new HashSet<>();
    for (long nodeId : ids.untakenIds()) { // pages of an open bulk load are already on the device
      free.add(nodeId);
    }
    long end = Math.min(pageCount(), ids.last() + 1);
    while (end > 0 && free.contains(end - 1)) {
      end--;
    }
    giveBack(end);
  }

  @Override
  void assignSlots(int count, long[] into) {
    System.arraycopy(nodeIds, 0, into, 0, count);
  }

  @Override
  void stored(int count, long[] slotsOf) {
    // a node's slot is its id
  }

  @Override
  void noteDeleted() {
    // deleted nodes are written as pages
  }

  @Override
  void startWriting() {
    // the writing thread already holds the store lock
  }

  @Override
  void finishWriting() {
    // see startWriting
  }

  @Override
  public boolean writesInPlace() {
    return true;
  }

  @Override
  public long placeOf(long nodeId) {
    return IN_PLACE;
  }
}
