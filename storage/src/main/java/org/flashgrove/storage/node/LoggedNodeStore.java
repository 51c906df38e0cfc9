package org.flashgrove.storage.node;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.placement.FreePages;

/**
 * The node store of all buffers that log: stages an operation, makes room, appends one frame, and
 * only then publishes the changes to its {@link NodeBuffer}. A complete frame is the commit.
 *
 * <p>On opening, the log is replayed into the buffer. On closing, the log stays as long as the
 * buffer holds changes that are not on the device.
 *
 * <p>This version keeps no old versions: a snapshot that outlives a commit refuses further reads
 * with {@link IllegalStateException}; images it holds stay valid. Calls come from one thread at a
 * time.
 */
public final class LoggedNodeStore implements NodeStore {
  private final TreeLayout layout;
  private final NodeDevice device;
  private final FreePages pages;
  private final AppendLog log;
  private final NodeBuffer buffer;
  private final long logCapacity;
  private final SyncMode sync;
  private final GroupSync groupSync;
  private final StoreLog frames;
  private final NodeIds ids = new NodeIds();
  private final Catalog catalog = new Catalog();
  private final EntryCounts counts = new EntryCounts(ids);
  private final Operation operation;
  private final Recovery recovery;
  private long compactAbove;
  private long commits;
  private Snapshot newest = new Snapshot();
  private RuntimeException failure;
  private boolean closed;

  /**
   * Opens a store and replays its log.
   *
   * @param layout what the tree states about its levels
   * @param device where nodes are kept
   * @param log the store's log, opened; closed with this store
   * @param buffer what stands between; closed with this store
   * @param logCapacity bytes of log above which it is compacted
   * @param sync when commits become durable
   */
  public LoggedNodeStore(
      TreeLayout layout,
      NodeDevice device,
      AppendLog log,
      StoreLog frames,
      NodeBuffer buffer,
      long logCapacity,
      SyncMode sync) {
    this.layout = Objects.requireNonNull(layout, "layout");
    this.device = device;
    this.pages = device instanceof FreeNodeDevice free ? free.pages() : null;
    this.log = log;
    this.frames = frames;
    this.buffer = buffer;
    this.logCapacity = logCapacity;
    this.compactAbove = logCapacity;
    this.sync = sync;
    operation = new Operation();
    recovery = new LogReplay(log, device, layout, buffer, ids, catalog).run();
    groupSync = sync.kind() == SyncMode.Kind.GROUP ? new GroupSync(log, sync.millis()) : null;
  }

  @Override
  public int pageSize() {
    return device.pageSize();
  }

  @Override
  public TreeLayout layout() {
    return layout;
  }

  @Override
  public NodeIds ids() {
    return ids;
  }

  /** What opening found in the log. */
  public Recovery recovery() {
    return recovery;
  }

  /** Figures of the buffer. */
  public BufferFigures bufferFigures() {
    return buffer.figures();
  }

  /** Number of the newest commit's log frame. */
  public long committedFrame() {
    return log.lastFrame();
  }

  /** Number of the newest log frame known to be durable. */
  public long durableFrame() {
    return log.durableFrame();
  }

  @Override
  public NodeReader snapshot() {
    requireUsable();
    if (newest.commit != commits) { // it holds nothing, so all readers of a commit share it
      newest = new Snapshot();
    }
    return newest;
  }

  @Override
  public NodeOperation begin() {
    requireUsable();
    operation.start();
    return operation;
  }

  @Override
  public void appendSealed(ByteBuffer pages, int count) {
    requireUsable();
    if (!operation.open) {
      throw new IllegalStateException("whole pages belong to an open operation");
    }
    NodePage page = device.pool().take();
    try {
      device.startBatch();
      for (int i = 0; i < count; i++) {
        page.bytes().put(0, pages, i * pageSize(), pageSize());
        page.adopt(layout);
        // Less than the frame that will commit: if none does, the next frame has that number, and
        // a replay must not take what is left here for what that frame says of the same node.
        device.append(page, log.lastFrame());
        operation.changes.seal(page.nodeId(), page.count());
      }
      operation.images.forget();
      device.finishBatch();
      operation.sealedPages = true;
    } catch (StoreException e) {
      throw fail(e);
    } finally {
      device.pool().give(page);
    }
  }

  @Override
  public void sync() {
    requireUsable();
    try {
      log.sync();
    } catch (StoreException e) {
      throw fail(e);
    }
  }

  @Override
  public void flush() {
    requireUsable();
    if (operation.open) {
      throw new IllegalStateException("flush inside an operation");
    }
    try {
      buffer.flush();
      if (pages == null) {
        device.sync();
      }
      compact();
    } catch (StoreException e) {
      throw fail(e);
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (groupSync != null) {
      groupSync.close();
    }
    try {
      if (failure == null && device.writeFailure() == null) {
        if (pages != null && pages.isMoved()) {
          barrier();
        }
        log.sync();
      }
    } finally {
      log.close();
      buffer.close();
    }
  }

  private void requireUsable() {
    if (closed) {
      throw new StoreClosedException("the store is closed");
    }
    if (failure == null) {
      failure = device.writeFailure(); // of a page evicted by a read
    }
    if (failure != null) {
      throw new StoreClosedException(
          "the store refuses work after a failure until it is opened again: "
              + failure.getMessage(),
          failure);
    }
  }

  private RuntimeException fail(RuntimeException cause) {
    failure = cause;
    return cause;
  }

  /** Log records, compactions: what the log's own counters do not know. */
  public StoreLog frames() {
    return frames;
  }

  /** Makes where nodes stand durable; the log first, since their images contain its changes. */
  private void barrier() {
    log.sync();
    pages.barrier(log.lastFrame());
    frames.barrier(pages.sequence());
  }

  private void compact() {
    if (pages != null) {
      barrier();
    }
    frames.compact(
        sink -> {
          catalog.append(sink, ids);
          if (pages != null) {
            frames.appendBarrier(sink, pages.sequence());
          }
          frames.appendUnflushed(sink, layout, buffer);
        });
    // Content that does not shrink must not be copied again at every commit.
    compactAbove = Math.max(logCapacity, 2 * log.sizeBytes());
  }

  private NodePage pin(long nodeId, int level) {
    NodePage page = buffer.pin(nodeId, level);
    counts.note(nodeId, page.count());
    return page;
  }

  /** A view of the newest commit. */
  private final class Snapshot implements NodeReader {
    private final long commit = commits;

    private void requireCurrent() {
      requireUsable();
      if (commit != commits) {
        throw new IllegalStateException(
            "the snapshot is older than the newest commit (allowed: reads before the next commit)");
      }
    }

    @Override
    public long root() {
      requireCurrent();
      return catalog.root;
    }

    @Override
    public int height() {
      requireCurrent();
      return catalog.height;
    }

    @Override
    public long entries() {
      requireCurrent();
      return catalog.entries;
    }

    @Override
    public byte[] extra() {
      requireCurrent();
      return catalog.extra;
    }

    @Override
    public NodeView read(long nodeId, int level) {
      requireCurrent();
      return pin(nodeId, level);
    }

    @Override
    public void release(NodeView node) {
      buffer.unpin((NodePage) node);
    }

    @Override
    public void close() {
      // holds nothing but what the reader must release itself
    }
  }

  /** The one operation, used again for every maintenance operation. */
  private final class Operation implements NodeOperation {
    private final Changes changes = new Changes(layout);
    private final NodeByNode nodeByNode = new NodeByNode(layout);
    private final Catalog staged = new Catalog();
    private final StagedImages images = new StagedImages(device.pool());
    private long[] touched = new long[16];

    /** For each touched node the count a read found, and how far the changes went then. */
    private int[] readCounts = new int[16];

    private int[] readAt = new int[16];
    private int touchedCount;
    private final TouchIndex touchIndex = new TouchIndex();
    private boolean sealedPages;
    private boolean open;
    private boolean done;

    private void start() {
      if (open) {
        throw new IllegalStateException("an operation is open already");
      }
      open = true;
      done = false;
      touchedCount = 0;
      touchIndex.clear();
      sealedPages = false;
      staged.copyFrom(catalog);
      changes.clear(Catalog.FRAME_WORDS);
    }

    private void requireChangeable() {
      requireUsable();
      if (!open || done) {
        throw new IllegalStateException("the operation is over");
      }
    }

    /** Index of a node this operation changed, or -1. */
    private int touched(long nodeId) {
      return touchIndex.find(touched, touchedCount, nodeId);
    }

    private void touch(long nodeId) {
      if (touched(nodeId) < 0) {
        if (touchedCount == touched.length) {
          touched = Arrays.copyOf(touched, touchedCount * 2);
          readCounts = Arrays.copyOf(readCounts, touchedCount * 2);
          readAt = Arrays.copyOf(readAt, touchedCount * 2);
        }
        readCounts[touchedCount] = EntryCounts.UNKNOWN;
        touched[touchedCount++] = nodeId;
      }
    }

    @Override
    public long root() {
      return staged.root;
    }

    @Override
    public int height() {
      return staged.height;
    }

    @Override
    public long entries() {
      return staged.entries;
    }

    @Override
    public byte[] extra() {
      return staged.extra;
    }

    @Override
    public NodeView read(long nodeId, int level) {
      requireChangeable();
      return touched(nodeId) < 0 ? pin(nodeId, level) : staged(nodeId, level);
    }

    /**
     * A private image of a node that this operation changed: an earlier one brought up to date, or
     * a new one. The buffer is asked for the base of either, so that memory beside the budget saves
     * no read.
     */
    private NodePage staged(long nodeId, int level) {
      int image = images.idle(nodeId);
      int from = image < 0 ? Catalog.FRAME_WORDS : images.appliedTo(image);
      counts.count(changes, from, nodeId, 0);
      boolean replaced = counts.replaced() || image >= 0 && images.replaced(image);
      boolean sealed = counts.sealed();
      NodePage base = replaced || sealed ? null : pin(nodeId, level);
      if (image < 0) {
        image = images.add();
        if (sealed) {
          device.read(images.page(image), layout.at(level), nodeId, level);
        } else if (replaced) {
          images.page(image).format(layout.at(level), nodeId, level);
        } else {
          images.page(image).copyFrom(base);
        }
      }
      if (base != null) {
        buffer.unpin(base);
      }
      NodePage page = images.bringUp(image, changes, from, replaced);
      if (sealed) {
        images.useOnce(image);
      }
      int index = touched(nodeId);
      readCounts[index] = page.count();
      readAt[index] = changes.length();
      return page;
    }

    @Override
    public void release(NodeView node) {
      if (!images.release(node)) {
        buffer.unpin((NodePage) node);
      }
    }

    @Override
    public int entryCount(long nodeId, int level) {
      requireChangeable();
      int index = touched(nodeId);
      if (index >= 0 && readCounts[index] != EntryCounts.UNKNOWN) {
        return counts.count(changes, readAt[index], nodeId, readCounts[index]);
      }
      int count = counts.known(nodeId);
      if (index >= 0) {
        int counted = counts.count(changes, Catalog.FRAME_WORDS, nodeId, count);
        if (count != EntryCounts.UNKNOWN || counts.replaced() || counts.sealed()) {
          return counted;
        }
      }
      if (count == EntryCounts.UNKNOWN) {
        buffer.unpin(pin(nodeId, level));
        count = counts.known(nodeId);
      }
      return index < 0 ? count : counts.count(changes, Catalog.FRAME_WORDS, nodeId, count);
    }

    @Override
    public long create(int level, long[] header, EntryList entries, int from, int to) {
      requireChangeable();
      requireRoom(level, to - from);
      long nodeId = ids.take();
      touch(nodeId);
      changes.content(ChangeKind.CREATE, nodeId, level, header, entries, from, to);
      return nodeId;
    }

    @Override
    public void replace(
        long nodeId, int level, long[] header, EntryList entries, int from, int to) {
      requireChangeable();
      requireRoom(level, to - from);
      touch(nodeId);
      changes.content(ChangeKind.REPLACE, nodeId, level, header, entries, from, to);
    }

    private void requireRoom(int level, int count) {
      int capacity = NodePage.capacity(pageSize(), layout.at(level));
      if (count > capacity) {
        throw new IllegalStateException(
            count + " entries for one node (allowed: at most " + capacity + ")");
      }
    }

    @Override
    public void add(long nodeId, int level, long[] entry) {
      requireChangeable();
      touch(nodeId);
      changes.append(ChangeKind.ADD, nodeId, level, entry, 0, 0);
    }

    @Override
    public void change(long nodeId, int level, long[] entry) {
      requireChangeable();
      touch(nodeId);
      changes.append(ChangeKind.CHANGE, nodeId, level, entry, 0, 0);
    }

    @Override
    public void remove(long nodeId, int level, long[] key) {
      requireChangeable();
      touch(nodeId);
      changes.append(ChangeKind.REMOVE, nodeId, level, key, 0, 0);
    }

    @Override
    public void header(long nodeId, int level, long[] header) {
      requireChangeable();
      touch(nodeId);
      changes.append(ChangeKind.HEADER, nodeId, level, header, 0, 0);
    }

    @Override
    public void delete(long nodeId, int level) {
      requireChangeable();
      touch(nodeId);
      changes.append(ChangeKind.DELETE, nodeId, level, touched, 0, 0);
    }

    @Override
    public void root(long nodeId, int height) {
      requireChangeable();
      staged.root = nodeId;
      staged.height = height;
    }

    @Override
    public void entries(long count) {
      requireChangeable();
      staged.entries = count;
    }

    @Override
    public void extra(byte[] bytes) {
      requireChangeable();
      staged.extra(bytes);
    }

    @Override
    public void commit() {
      requireChangeable();
      done = true;
      try {
        settleReadCounts();
        if (sealedPages) {
          device.sync(); // no frame of the log holds what is on them
        }
        buffer.makeRoom(changes);
        long frame = frames.operation(staged, changes);
        changes.forEachNodeByNode(nodeByNode, buffer.changes(frame));
        counts.publish(changes);
        keepReadCounts();
        catalog.copyFrom(staged);
        commits++;
        makeDurable();
        if (log.sizeBytes() > compactAbove) {
          compact();
        } else if (pages != null && pages.wantsBarrier()) {
          barrier();
        }
      } catch (RuntimeException e) {
        throw fail(e);
      }
    }

    /** Brings what reads inside the operation found up to its last change. */
    private void settleReadCounts() {
      for (int i = 0; i < touchedCount; i++) {
        if (readCounts[i] != EntryCounts.UNKNOWN) {
          readCounts[i] = counts.count(changes, readAt[i], touched[i], readCounts[i]);
        }
      }
    }

    /** What a read inside the operation found is better than what was counted. */
    private void keepReadCounts() {
      for (int i = 0; i < touchedCount; i++) {
        if (readCounts[i] != EntryCounts.UNKNOWN) {
          counts.note(touched[i], readCounts[i]);
        }
      }
    }

    private void makeDurable() {
      if (sync.kind() == SyncMode.Kind.OP) {
        log.sync();
      } else if (groupSync != null) {
        groupSync.committed();
      }
    }

    @Override
    public void close() {
      if (open) {
        images.clear();
        if (!done) {
          ids.undo();
        }
        open = false;
      }
    }
  }
}
