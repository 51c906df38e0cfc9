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
 * Base class of eFIND and FAST: a buffer of changes that are grouped by node and limited by a
 * budget. Changes stay in the log until a FLUSH frame records that they are on the device.
 * Subclasses define how changes are stored, which nodes a flush writes, and how a node is read.
 */
public abstract class ChangeBuffer implements NodeBuffer {
  /** Least number of pages of scratch memory for merged images. */
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
   * @param budgetBytes most bytes of changes
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

  /** Returns the bytes that their changes are charged. */
  protected abstract long changedBytes();

  /** Returns the bytes at most that a change will be charged. */
  protected abstract long need(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int count);

  /**
   * Returns the greatest additional cost in bytes of a change to an entry whose node got new
   * content in the same operation.
   *
   * @param contentEntries number of entries in that content
   */
  protected long needOfNewContent(int level, long[] words, int at, int contentEntries) {
    return 0;
  }

  /**
   * Makes room by writing some of the changed nodes to the device. At least one node is changed.
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
   * Returns whether a deleted node must be removed from the device. In logs before format 3, a
   * change that a compaction kept has a greater frame number than the image flushed after it. A
   * replay then recreates the node although the page map contains its image.
   *
   * @param neverStored whether the buffer has seen the node's creation and no flush since
   */
  protected final boolean needsDeletion(long nodeId, boolean neverStored) {
    return !neverStored || device.isMapped(nodeId);
  }

  /** Returns the page, pinned. */
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
   * Sums the bytes that an operation's changes need. New content needs the bytes in excess of the
   * current cost of its node. This credit applies once, so of several new contents of a node the
   * most expensive one counts.
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
          "log", "frame " + frame, "a change of node " + nodeId + ", which is deleted");
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

  /** Returns whether a leaf's stored page holds the changes that were replayed already. */
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
   * Forgets changes that stored pages hold already, because a process was killed after it wrote
   * pages in place and before it logged their FLUSH frame. The versions of the pages show it. Only
   * changes of leaves are forgotten, since leaves may hold equal entries; applying other changes a
   * second time gives the same page.
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
    // pages go with their pool
  }
}
