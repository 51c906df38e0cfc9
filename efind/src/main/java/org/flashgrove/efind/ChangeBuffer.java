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
 * Base class of the node buffers eFIND and FAST. It buffers changes of tree nodes in memory,
 * grouped by node, up to a budget in bytes.
 *
 * <p>Every change is first appended to the log. When a flush has written nodes to the device, it
 * appends a FLUSH frame, which records that the changes of these nodes are on the device.
 * Subclasses define how changes are stored, which nodes a flush writes, and how a node is read.
 */
public abstract class ChangeBuffer implements NodeBuffer {
  /**
   * Minimum size, in pages, of the scratch memory in which stored pages are merged with their
   * buffered changes.
   */
  protected static final int SMALLEST_SCRATCH_PAGES = 32;

  /** Device that stores the nodes. */
  protected final NodeDevice device;

  /** Layout of the tree's levels. */
  protected final TreeLayout layout;

  /** Log to which a flush appends a FLUSH frame. */
  protected final StoreLog log;

  private final long budgetBytes;
  private final Need need = new Need();
  private final ChangeConsumer publisher = this::publish;
  private long frame;

  /**
   * Creates a buffer over a device.
   *
   * @param budgetBytes maximum of {@link #changedBytes}; nodes are flushed before a change would
   *     exceed it
   */
  protected ChangeBuffer(NodeDevice device, TreeLayout layout, StoreLog log, long budgetBytes) {
    this.device = device;
    this.layout = layout;
    this.log = log;
    this.budgetBytes = budgetBytes;
  }

  /**
   * Returns the size, in pages, of the scratch memory in which stored pages are merged with their
   * changes.
   *
   * @param bufferBytes size of the buffer in bytes
   */
  protected static int scratchPages(long bufferBytes, NodeDevice device) {
    int quarter = (int) Math.min(1 << 20, bufferBytes / 4 / device.pageSize());
    return Math.max(SMALLEST_SCRATCH_PAGES, quarter);
  }

  /** Returns the number of nodes that have buffered changes. */
  protected abstract int changedNodes();

  /** Returns the number of bytes of the budget that the buffered changes use. */
  protected abstract long changedBytes();

  /** Returns the maximum number of bytes of the budget that a change will use. */
  protected abstract long need(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count);

  /**
   * Returns the bytes that a change of an entry may need in addition to {@link #need}. Called if an
   * earlier change of the same operation gives new content to the entry's node. By default returns
   * 0.
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

  /**
   * Adds a change to the buffer after the change was appended to the log, or when it is replayed
   * from the log. The node exists, or the change creates it.
   */
  protected abstract void apply(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count);

  /** Returns the number of the log frame whose changes the buffer received last. */
  protected final long frame() {
    return frame;
  }

  /**
   * Returns whether the deletion of a node must be written to the device. A node that was never
   * stored needs no deletion, unless the page map contains an image of it.
   *
   * <p>The page map can contain such an image if the log has a format before format 3. In these
   * logs, a compaction may give a change a greater frame number than an image that was flushed
   * later. A replay of the change then creates the node again.
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
   * Sums the bytes that the changes of an operation need. New content of a node replaces the node's
   * buffered changes, so only the difference in bytes is counted. If an operation gives a node new
   * content several times, only the most expensive content counts.
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

  /**
   * Returns, in ascending order, the ids of the leaves that have both a stored page and buffered
   * changes.
   */
  protected abstract long[] changedLeaves();

  /**
   * Returns whether the stored page of a leaf already contains the changes of this leaf that were
   * replayed from the log.
   */
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
   * Drops buffered changes of leaves whose stored pages already contain these changes. This happens
   * if a process was killed after it wrote pages in place and before it logged the FLUSH frame. The
   * version of a stored page shows which changes it contains.
   *
   * <p>Only leaves are examined. They may contain equal entries, so applying a change twice would
   * be wrong. In other nodes, applying a change twice has no further effect.
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
