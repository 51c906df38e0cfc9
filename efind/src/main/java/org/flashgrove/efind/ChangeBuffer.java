package org.flashgrove.efind;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Base class of eFIND and FAST: a buffer of changes, grouped by node, whose memory is limited by a
 * budget. A FLUSH frame in the log records which changes are on the device. The log keeps all other
 * changes. Subclasses define how changes are stored, which nodes a flush writes, and how a node is
 * read.
 */
public abstract class ChangeBuffer implements NodeBuffer {
  /** Minimum number of pages of scratch memory for images merged from stored pages and changes. */
  protected static final int SMALLEST_SCRATCH_PAGES = 32;

  /** Device that stores the nodes. */
  protected final NodeDevice device;

  /** Layout of the tree's levels. */
  protected final TreeLayout layout;

  /** Log that receives FLUSH frames. */
  protected final StoreLog log;

  private final long budgetBytes;
  private final Need need = new Need();
  private final ChangeConsumer publisher = this::publish;
  private long frame;

  /**
   * Creates a buffer over a device.
   *
   * @param budgetBytes maximum bytes of changes, as the buffer counts them
   */
  protected ChangeBuffer(NodeDevice device, TreeLayout layout, StoreLog log, long budgetBytes) {
    this.device = device;
    this.layout = layout;
    this.log = log;
    this.budgetBytes = budgetBytes;
  }

  /**
   * Returns the number of pages of scratch memory for merged images in a buffer with the given
   * size.
   */
  protected static int scratchPages(long bufferBytes, NodeDevice device) {
    int quarter = (int) Math.min(1 << 20, bufferBytes / 4 / device.pageSize());
    return Math.max(SMALLEST_SCRATCH_PAGES, quarter);
  }

  /** Returns the number of nodes with changes. */
  protected abstract int changedNodes();

  /** Returns the bytes that the buffered changes count toward the budget. */
  protected abstract long changedBytes();

  /** Returns the maximum number of bytes that a change will count toward the budget. */
  protected abstract long need(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count);

  /**
   * Returns the maximum additional cost in bytes of a change to an entry, if the same operation has
   * given new content to its node before.
   *
   * @param contentEntries number of entries in the new content
   */
  protected long needOfNewContent(int level, long[] words, int at, int contentEntries) {
    return 0;
  }

  /**
   * Makes room by writing some of the changed nodes to the device. Called only if at least one node
   * has changes.
   */
  protected abstract void flushSome();

  /** Returns whether a node's newest change is its deletion. */
  protected abstract boolean isDeleted(long nodeId);

  /** Applies a published change of a node that exists or that the change creates. */
  protected abstract void apply(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count);

  /** Returns the number of the latest published frame. */
  protected final long frame() {
    return frame;
  }

  /**
   * Returns whether the deletion of a node must be written to the device. A node that was never
   * stored usually needs no deletion. An exception are logs before format 3. There, a compaction
   * may give a change a greater frame number than that of an image that was flushed later. A replay
   * of such a change creates the node again although the page map contains its image.
   *
   * @param neverStored whether the buffer has received the node's creation and has not flushed the
   *     node since
   */
  protected final boolean needsDeletion(long nodeId, boolean neverStored) {
    return !neverStored || device.isMapped(nodeId);
  }

  /** Pins a page and returns it. */
  protected static NodePage pinned(NodePage page) {
    page.pin();
    return page;
  }

  @Override
  public final NodePage pin(long nodeId, int level) {
    NodePage page = pinBuffered(nodeId, level);
    return page == null ? pinLoaded(readStored(nodeId, level)) : page;
  }

  private NodePage readStored(long nodeId, int level) {
    NodePage page = device.pool().take();
    try {
      device.read(page, layout.at(level), nodeId, level);
    } catch (RuntimeException e) {
      device.pool().give(page);
      throw e;
    }
    return page;
  }

  @Override
  public final void makeRoom(Changes changes) {
    while (changedNodes() > 0 && changedBytes() + need.of(changes) > budgetBytes) {
      flushSome();
    }
  }

  /**
   * Sums the bytes that the changes of an operation need. New content replaces the buffered changes
   * of its node, so only the bytes that exceed the bytes of these changes are needed. If an
   * operation gives a node new content several times, only the most expensive content counts.
   */
  private final class Need implements ChangeConsumer {
    private long bytes;
    private long[] replaced = new long[8];
    private long[] needs = new long[8];
    private int[] entries = new int[8];
    private int replacedCount;

    long of(Changes changes) {
      bytes = 0;
      replacedCount = 0;
      changes.forEach(this);
      return bytes;
    }

    @Override
    public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
      long needed = need(kind, nodeId, level, words, at, count);
      int earlier = indexOf(nodeId);
      if (kind == ChangeKind.CREATE || kind == ChangeKind.REPLACE) {
        if (earlier < 0) {
          keep(nodeId, needed, count);
        } else {
          needed = Math.max(0, needed - needs[earlier]);
          needs[earlier] += needed;
          entries[earlier] = Math.max(count, entries[earlier]);
        }
      } else if (earlier >= 0 && (kind == ChangeKind.ADD || kind == ChangeKind.CHANGE)) {
        needed += needOfNewContent(level, words, at, entries[earlier]);
      }
      bytes += needed;
    }

    private int indexOf(long nodeId) {
      for (int i = 0; i < replacedCount; i++) {
        if (replaced[i] == nodeId) {
          return i;
        }
      }
      return -1;
    }

    private void keep(long nodeId, long needed, int count) {
      if (replacedCount == replaced.length) {
        replaced = Arrays.copyOf(replaced, 2 * replacedCount);
        needs = Arrays.copyOf(needs, 2 * replacedCount);
        entries = Arrays.copyOf(entries, 2 * replacedCount);
      }
      replaced[replacedCount] = nodeId;
      needs[replacedCount] = needed;
      entries[replacedCount++] = count;
    }
  }

  @Override
  public final ChangeConsumer changes(long ofFrame) {
    frame = ofFrame;
    return publisher;
  }

  private void publish(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    if (kind == ChangeKind.SEALED) {
      forget(nodeId);
      return;
    }
    boolean needsLiveNode = !kind.isContent() && kind != ChangeKind.STATE;
    if (needsLiveNode && isDeleted(nodeId)) {
      throw new DamagedStoreException(
          "log", "frame " + frame, "changes node " + nodeId + ", which is deleted");
    }
    apply(kind, nodeId, level, words, at, count);
  }

  @Override
  public boolean needsOnlyUnflushedChanges() {
    return true;
  }

  @Override
  public final boolean logsFlushes() {
    return true;
  }

  @Override
  public final void replaying() {
    // each change comes once, so replaying is publishing; room is made at the end
  }

  /** Returns the ids of leaves whose buffered changes modify a stored page, ascending. */
  protected abstract long[] changedLeaves();

  /** Returns whether a leaf's stored page already contains the leaf's replayed changes. */
  protected abstract boolean isOn(NodePage stored);

  @Override
  public final void replayed() {
    if (device.writesInPlace()) {
      forgetWritten();
    }
    while (changedNodes() > 0 && changedBytes() > budgetBytes) {
      flushSome();
    }
  }

  /**
   * Drops changes of leaves that their stored pages already contain. Such changes exist if a
   * process was killed after it wrote pages in place and before it logged the FLUSH frame. The
   * version of a stored page shows which changes it contains. Leaves may contain equal entries, so
   * applying a change twice would be wrong. In other nodes, applying a change twice gives the same
   * page.
   */
  private void forgetWritten() {
    long[] leaves = changedLeaves();
    int written = 0;
    NodePage page = device.pool().take();
    try {
      for (long nodeId : leaves) {
        if (device.readIfStored(page, layout, nodeId) && page.level() == 0 && isOn(page)) {
          leaves[written++] = nodeId;
        }
      }
    } finally {
      device.pool().give(page);
    }
    if (written > 0) {
      log.flushed(leaves, written);
      for (int i = 0; i < written; i++) {
        forget(leaves[i]);
      }
    }
  }

  @Override
  public long unflushedBytes() {
    return changedBytes();
  }

  @Override
  public final void close() {
    // the pool frees the pages
  }
}
