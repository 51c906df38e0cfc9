package org.flashgrove.storage.node;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.node.NodeFullException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StructureOperation;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.commit.PageHistory;
import org.flashgrove.storage.log.role.Replayable;
import org.flashgrove.storage.log.role.Replayed;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.EntryCounts;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.buffer.NodeByNode;
import org.flashgrove.storage.node.compact.CompactChanges;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.HomeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Connects the tree of a {@link LoggedNodeStore} to the log: replays log frames into its buffer,
 * and publishes its committed operations. The store calls the methods under the store lock.
 */
final class TreePart implements LogParticipant {
  private final LoggedNodeStore nodes;
  private final TreeLayout layout;
  private final NodeDevice device;
  private final NodeBuffer buffer;
  private final StagedOperation operation;
  private final PageHistory<NodePage> history;
  private final EntryCounts counts;
  private final NodeByNode nodeByNode;
  private final ChangeConsumer preserver = this::preserve;
  private final Map<Long, Long> lostMoves = new HashMap<>();
  private final CompactChanges compact;
  private final boolean isBrief;
  private TreeReplay replay;
  private long taken; // last frame that the store whose catalog was copied had replayed, or 0
  private long replayedTo;
  private boolean hasBuffer; // whether the changes of that store's buffer were copied
  private long settledTo; // the device had all changes up to this frame when the store opened
  private long newestLive;
  private long until;

  /**
   * Connects a tree to the log.
   *
   * @param operation the tree's operation
   * @param history old images kept for snapshots
   * @param counts entry counts, updated when changes are published
   */
  TreePart(
      LoggedNodeStore nodes,
      StagedOperation operation,
      PageHistory<NodePage> history,
      EntryCounts counts) {
    this.nodes = nodes;
    this.operation = operation;
    this.history = history;
    this.counts = counts;
    layout = nodes.layout();
    device = nodes.device();
    buffer = nodes.buffer();
    nodeByNode = new NodeByNode(layout);
    compact = new CompactChanges(layout, buffer, device);
    // raw leaves may differ in entries that have equal words
    isBrief = buffer.logsInBrief() && !layout.leaf().isRaw();
  }

  @Override
  public String fileName() {
    return device.name();
  }

  @Override
  public int number() {
    return nodes.number();
  }

  @Override
  public boolean readsFlushes() {
    return !(device instanceof FreeNodeDevice) && buffer.logsFlushes();
  }

  @Override
  public boolean holds(long nodeId, long place) {
    NodePage page = device.pool().take();
    boolean there = ((FreeNodeDevice) device).verifies(page, layout, nodeId, place);
    device.pool().give(page);
    return there;
  }

  @Override
  public void lostMove(long nodeId, long version) {
    lostMoves.put(nodeId, version);
  }

  @Override
  public void startReplay(Map<Long, Long> lastFlush) {
    replay = new TreeReplay(nodes, lastFlush, lostMoves, taken);
    buffer.replaying();
  }

  /**
   * {@inheritDoc} The tree takes over the catalog and the node ids of {@code other}. A writer never
   * replaces a stored image by an older one. Changes that were on the device when {@code other} was
   * opened are therefore still on the device now.
   */
  @Override
  public Runnable takeOver(Replayable other) {
    boolean isPossible =
        device instanceof FreeNodeDevice
            && buffer.needsOnlyUnflushedChanges()
            && !nodes.store().frames().isOfOlderFormat();
    if (!isPossible || !(other instanceof TreePart before)) {
      return null;
    }
    return () -> {
      nodes.catalog().copyFrom(before.nodes.catalog());
      long[] free = before.nodes.ids().freeIds();
      nodes.ids().reset(before.nodes.ids().lastCommitted(), free, 0, free.length);
      taken = before.replayedTo;
      settledTo = before.settledTo;
      hasBuffer = takeBuffer(before.nodes);
    };
  }

  private boolean takeBuffer(LoggedNodeStore before) {
    before.store().lock().lock();
    try {
      return buffer.takeOver(before.buffer(), ((FreeNodeDevice) device).map()::version);
    } finally {
      before.store().lock().unlock();
    }
  }

  @Override
  public long settledFrame(long frame) {
    return hasBuffer ? frame : Math.min(settledTo, frame);
  }

  @Override
  public void replay(long frame, int type, long[] words, int length) {
    replay.frame(frame, type, words, length);
  }

  @Override
  public Replayed finishReplay(long lastFrame) {
    Replayed done = replay.finish(lastFrame);
    replayedTo = lastFrame;
    long settled = replay.settledFrame(lastFrame);
    settledTo = hasBuffer ? Math.min(settledTo, settled) : settled;
    hasBuffer = false;
    buffer.retain(nodes.ids().last(), nodes.ids().freeIds());
    try {
      buffer.replayed();
    } catch (NodeFullException e) {
      throw NodeDevice.damaged(e);
    }
    replay = null;
    lostMoves.clear();
    return done;
  }

  @Override
  public StructureOperation operation() {
    return operation;
  }

  @Override
  public void makeRoom() {
    nodes.reads().report(operation.accesses());
    operation.settleReadCounts();
    if (operation.hasSealedPages()) {
      device.sync(); // these pages are not in the log
    }
    try {
      buffer.makeRoom(operation.changes());
    } catch (NodeFullException e) {
      throw NodeDevice.damaged(e);
    }
  }

  @Override
  public void preserve(long newest, long untilFrame) {
    if (newest == Commits.NONE) {
      history.noSnapshots();
      return;
    }
    newestLive = newest;
    until = untilFrame;
    operation.changes().forEach(preserver);
  }

  private void preserve(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int entries) {
    if (kind.isRemark() || !history.firstChange(nodeId, newestLive) || kind.isCreation()) {
      return; // no snapshot sees a new node
    }
    NodePage page;
    try {
      page = buffer.pin(nodeId, level);
    } catch (NodeFullException e) {
      throw NodeDevice.damaged(e);
    }
    if (page.version() <= newestLive) {
      history.keep(nodeId, page, until);
    } else {
      device.pool().release(page);
    }
  }

  @Override
  public void describe(AppendLog.FrameSink section) {
    Changes changes = operation.changes();
    if (isBrief && compact.write(changes, Catalog.FRAME_WORDS)) {
      operation.catalog().describe(section, StoreLog.BRIEF, compact.words(), compact.length());
    } else {
      operation.catalog().describe(section, StoreLog.OPERATION, changes.words(), changes.length());
    }
    nodes.store().frames().countRecords(buffer.logRecords(changes));
  }

  @Override
  public void publish(long frame) {
    try {
      operation.changes().forEachNodeByNode(nodeByNode, buffer.changes(frame));
    } catch (NodeFullException e) {
      throw NodeDevice.damaged(e);
    }
    buffer.published();
    counts.publish(operation.changes());
    operation.takeCounts();
    nodes.catalog().copyFrom(operation.catalog());
  }

  @Override
  public void prune(long oldestLive) {
    history.prune(oldestLive);
  }

  @Override
  public long unflushedBytes() {
    return buffer.unflushedBytes();
  }

  @Override
  public boolean logsWholePages() {
    return buffer.passesOnWholeNodes();
  }

  @Override
  public void flush() {
    nodes.reportAccesses();
    try {
      buffer.flush();
    } catch (NodeFullException e) {
      throw NodeDevice.damaged(e);
    }
  }

  @Override
  public boolean isStillBetweenCommits() {
    return buffer.isStillBetweenCommits();
  }

  @Override
  public void content(AppendLog.FrameSink sections) {
    nodes.catalog().append(sections, nodes.ids());
    Changes.appendUnflushed(sections, layout, buffer);
  }

  @Override
  public void syncPages() {
    device.sync();
  }

  @Override
  public void giveEndBack() {
    ((HomeNodeDevice) device).giveEndBack(nodes.ids());
  }

  @Override
  public StoreException writeFailure() {
    return device.writeFailure();
  }

  @Override
  public boolean isWholeAfterFailure() {
    return buffer.isWholeAfterFailure();
  }

  @Override
  public void close() {
    buffer.close();
  }
}
