package org.flashgrove.storage.node.device;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PageMap;

/**
 * Device that writes nodes out of place ({@code placement=free}). It writes the images of a batch
 * to free slots, preferably to neighbouring ones. Then it records the new slots in a MOVE frame of
 * the log, and then in the page map. If the last checkpoint refers to an image, the image's slot is
 * not overwritten before the next checkpoint.
 */
public final class FreeNodeDevice extends NodeDevice {
  private static final long NOT_STORED = -1;

  /**
   * Maximum number of nodes read together after which the object in {@link #together} is kept for
   * the next read. After a larger read, the object is dropped.
   */
  private static final int MOST_KEPT = 1 << 10;

  private final FreePages pages;
  private final int tree;
  private final PageMap map;
  private final StoreLog log;
  private final ThreadLocal<ReadAhead> ahead = new ThreadLocal<>();
  private final ReadAhead.Source source = new Slots();

  /**
   * Reads several nodes at once for the buffer. Unlike {@link #ahead}, this object is not bound to
   * a thread. It is null before the first such read.
   */
  private ReadAhead together;

  private long[] nodeIds = new long[8];
  private long[] versions = new long[8];
  private int[] checksums = new int[8];
  private long[] deletedIds = new long[8];
  private long[] deletedVersions = new long[8];
  private int deletedCount;

  /**
   * Creates the device of a tree.
   *
   * @param store the page file, accessed through a page store that counts reads and writes
   * @param pages free slots and page maps of this page file
   * @param tree number of the tree in the store
   * @param log receives the MOVE frames
   */
  public FreeNodeDevice(
      PageStore store,
      FreePages pages,
      int tree,
      StoreLog log,
      long storeTag,
      IoCounters counters) {
    super(store, storeTag, counters);
    this.pages = pages;
    this.tree = tree;
    this.map = pages.map(tree);
    this.log = log;
    log.stopLoggingFlushes();
  }

  /** Returns the free slots and page maps of the store. */
  public FreePages pages() {
    return pages;
  }

  /** Returns the number of the tree in the store. */
  public int tree() {
    return tree;
  }

  /** Returns the page map of the tree. */
  public PageMap map() {
    return map;
  }

  @Override
  public void read(NodePage into, NodeLayout layout, long nodeId, int level) {
    int entered = pages.enterRead();
    try {
      long place = nodeId < 0 ? PageMap.NEVER : map.place(nodeId);
      if (!PageMap.isStored(place)) {
        throw new DamagedStoreException(
            FILE,
            "node " + nodeId,
            place == PageMap.DELETED
                ? "refers to a deleted node"
                : "refers to a node never stored");
      }
      ReadAhead announced = ahead.get();
      if (announced == null || !announced.take(nodeId, place, into, source)) {
        slots().read(only(PageMap.slot(place)), 1, into.bytes());
      }
      open(into, layout, nodeId, level, place);
    } finally {
      pages.leaveRead(entered);
    }
  }

  @Override
  public boolean readsTogether() {
    return slots().readsTogether();
  }

  @Override
  public void willRead(long[] nodeIds, int count) {
    ReadAhead announced = ahead.get();
    if (count == 0 && announced != null) {
      announced.forget();
    } else if (count > 0) {
      if (announced == null) {
        announced = new ReadAhead(pageSize());
        ahead.set(announced);
      }
      announced.announce(nodeIds, count);
    }
  }

  @Override
  public void readTogether(long[] nodeIds, int count, Runnable reads) {
    if (count < 2 || !readsTogether()) {
      reads.run();
      return;
    }
    if (together == null) {
      together = new ReadAhead(pageSize());
    }
    // the thread may be in the middle of a query with its own announcement
    ReadAhead announced = ahead.get();
    together.announce(nodeIds, count);
    ahead.set(together);
    try {
      reads.run();
    } finally {
      ahead.set(announced);
      together = count > MOST_KEPT ? null : together;
    }
  }

  /** Gives a {@link ReadAhead} access to the slots. */
  private final class Slots implements ReadAhead.Source {
    @Override
    public long place(long nodeId) {
      return placeOf(nodeId);
    }

    @Override
    public boolean read(long[] places, int count, ByteBuffer into) {
      long[] slotList = new long[count];
      for (int i = 0; i < count; i++) {
        slotList[i] = PageMap.slot(places[i]);
      }
      try {
        slots().read(slotList, count, into);
        return true;
      } catch (StoreIoException | DamagedStoreException e) {
        return false; // the pages are then read one by one, which reports the damaged one
      }
    }
  }

  private void open(NodePage into, NodeLayout layout, long nodeId, int level, long place) {
    if (into.storedChecksum() != PageMap.checksum(place)) {
      // An intact image with another checksum is stale or misplaced. open() reports other damage.
      into.open(at(nodeId, place), layout, nodeId, level, storeTag());
      throw new DamagedStoreException(
          FILE, "page " + PageMap.slot(place), "not the newest image of node " + nodeId);
    }
    into.open(FILE, layout, nodeId, level, storeTag());
  }

  private static String at(long nodeId, long place) {
    return FILE + ", page " + PageMap.slot(place) + " of node " + nodeId;
  }

  @Override
  public boolean isMapped(long nodeId) {
    return nodeId >= 0 && PageMap.isStored(map.place(nodeId));
  }

  @Override
  public long versionOf(long nodeId) {
    return isMapped(nodeId) ? map.version(nodeId) : NOT_STORED;
  }

  @Override
  public PageArea area() {
    return new PageArea(this, pages, PageArea.FIRST_NUMBER + tree);
  }

  @Override
  public long storedVersion(NodePage into, TreeLayout layout, long nodeId) {
    long place = map.place(nodeId);
    if (place == PageMap.DELETED) {
      into.formatDeleted(layout.leaf(), nodeId);
      return map.version(nodeId);
    }
    return PageMap.isStored(place) && verifies(into, layout, nodeId, place)
        ? map.version(nodeId)
        : NOT_STORED;
  }

  /**
   * Returns whether the slot of {@code place} contains an intact image of the node with the
   * checksum in {@code place}.
   */
  public boolean verifies(NodePage into, TreeLayout layout, long nodeId, long place) {
    if (PageMap.slot(place) >= pageCount()) {
      return false;
    }
    slots().read(only(PageMap.slot(place)), 1, into.bytes());
    return into.storedChecksum() == PageMap.checksum(place)
        && into.openAnyLevel(layout, nodeId, storeTag());
  }

  @Override
  public void startBatch() {
    super.startBatch();
    deletedCount = 0;
  }

  @Override
  public void append(NodePage page, long version) {
    if (!page.isDeleted()) {
      super.append(page, version);
      return;
    }
    noteNext(page.nodeId());
    if (deletedCount == deletedIds.length) {
      deletedIds = Arrays.copyOf(deletedIds, 2 * deletedCount);
      deletedVersions = Arrays.copyOf(deletedVersions, 2 * deletedCount);
    }
    deletedIds[deletedCount] = page.nodeId();
    deletedVersions[deletedCount++] = version;
  }

  @Override
  void noteStored(int index, NodePage page, long version) {
    if (index == nodeIds.length) {
      nodeIds = Arrays.copyOf(nodeIds, 2 * index);
      versions = Arrays.copyOf(versions, 2 * index);
      checksums = Arrays.copyOf(checksums, 2 * index);
    }
    nodeIds[index] = page.nodeId();
    versions[index] = version;
    checksums[index] = page.storedChecksum();
  }

  @Override
  void startWriting() {
    pages.startWriting();
  }

  @Override
  void finishWriting() {
    pages.finishWriting();
  }

  @Override
  public long placeOf(long nodeId) {
    return nodeId < 0 ? PageMap.NEVER : map.place(nodeId);
  }

  @Override
  void assignSlots(int count, long[] into) {
    pages.allocate(count, into);
    for (int i = 0; i < count; i++) {
      pages.willStore(tree, nodeIds[i], into[i], versions[i]);
    }
  }

  @Override
  void stored(int count, long[] slotsOf) {
    log.startMoves(tree);
    for (int i = 0; i < count; i++) {
      log.addMove(nodeIds[i], PageMap.place(slotsOf[i], checksums[i]), versions[i]);
    }
    log.finishMoves();
    for (int i = 0; i < count; i++) {
      pages.stored(tree, nodeIds[i], slotsOf[i], checksums[i], versions[i]);
    }
  }

  @Override
  void noteDeleted() {
    if (deletedCount > 0) {
      startWriting();
      try {
        log.startMoves(tree);
        for (int i = 0; i < deletedCount; i++) {
          log.addMove(deletedIds[i], PageMap.DELETED, deletedVersions[i]);
        }
        log.finishMoves();
        for (int i = 0; i < deletedCount; i++) {
          pages.deleted(tree, deletedIds[i], deletedVersions[i]);
        }
      } finally {
        finishWriting();
      }
      deletedCount = 0;
    }
  }
}
