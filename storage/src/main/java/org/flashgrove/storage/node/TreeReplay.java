package org.flashgrove.storage.node;

import java.util.Arrays;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodeFullException;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.role.Replayed;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.buffer.NodeByNode;
import org.flashgrove.storage.node.buffer.OwnFrames;
import org.flashgrove.storage.node.compact.BriefForm;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.PageMap;

/** Restores the buffer, the catalog and the node ids of a tree from its log frames. */
final class TreeReplay {
  private final TreeLayout layout;
  private final NodeBuffer buffer;
  private final NodeIds ids;
  private final Catalog catalog;
  private final NodeDevice device;
  private final PageMap map;
  private final Map<Long, Long> lastFlush;
  private final Map<Long, Long> lostMoves;
  private final NodeByNode nodeByNode;
  private final boolean isOlder;
  private final OwnFrames ownFrames = new OwnFrames();
  private final Catalog passedOver = new Catalog();
  private final long known;
  private long settled = Long.MAX_VALUE;
  private long[] freed = new long[16];
  private int freedCount;
  private long applied;
  private long onDevice;

  /**
   * Creates a replay.
   *
   * @param lastFlush for each node, number of the last frame with a FLUSH record of this node; not
   *     used with {@code placement=free}, where the page map has the versions of stored images
   * @param lostMoves nodes whose newest stored image was lost in a crash, each with the version of
   *     the lost image
   * @param known number of the frame whose catalog and node ids the tree already has, or 0 if it
   *     has none
   */
  TreeReplay(
      LoggedNodeStore tree, Map<Long, Long> lastFlush, Map<Long, Long> lostMoves, long known) {
    this.known = known;
    this.isOlder = tree.store().frames().isOfOlderFormat();
    this.layout = tree.layout();
    this.buffer = tree.buffer();
    this.ids = tree.ids();
    this.catalog = tree.catalog();
    this.device = tree.device();
    this.map = device instanceof FreeNodeDevice free ? free.map() : null;
    this.lastFlush = lastFlush;
    this.lostMoves = lostMoves;
    this.nodeByNode = new NodeByNode(layout);
  }

  /**
   * Returns the greatest frame number, at most {@code last}, such that the device contains all
   * changes up to this frame.
   */
  long settledFrame(long last) {
    return Math.min(settled - 1, last);
  }

  /**
   * Ends the replay. Returns the number of changes that were applied, and the number that were
   * already on the device.
   */
  Replayed finish(long lastFrame) {
    if (device instanceof FreeNodeDevice free) {
      forgetDead(free, lastFrame);
    }
    return new Replayed(applied, onDevice);
  }

  /**
   * Removes from the page map the images of nodes that do not exist. If no commit created a node,
   * the map forgets the node's page. A deleted node stays in the map, marked as deleted, because
   * the log may still hold changes of this node.
   */
  private void forgetDead(FreeNodeDevice free, long lastFrame) {
    for (long nodeId = ids.last() + 1; nodeId < map.pageBound(); nodeId++) {
      if (PageMap.isStored(map.place(nodeId))) {
        free.pages().forget(free.tree(), nodeId);
      }
    }
    for (long nodeId : ids.freeIds()) {
      if (PageMap.isStored(map.place(nodeId))) {
        free.pages().deleted(free.tree(), nodeId, lastFrame);
      }
    }
  }

  /** Replays a frame of the tree, or the tree's section of a frame. */
  void frame(long number, int type, long[] words, int length) {
    if (number <= known) {
      knownFrame(number, type, words, length);
      return;
    }
    switch (type) {
      case StoreLog.OPERATION ->
          operation(number, words, Catalog.FRAME_WORDS, length - catalog.readFrame(words, length));
      case StoreLog.BRIEF -> {
        int end = length - catalog.readFrame(words, length);
        long[] full = BriefForm.inFull(layout, words, Catalog.FRAME_WORDS, end);
        operation(number, full, 0, full.length);
      }
      case StoreLog.CATALOG -> {
        catalog.read(words, length, ids);
        if (!device.isPossible(ids.last() - ids.freeCount())) {
          throw new DamagedStoreException(
              "log", "frame " + number, "impossible node id " + ids.last());
        }
      }
      case StoreLog.CONTENT -> {
        check(
            // these changes create no new nodes
            number, words, 0, length, (kind, nodeId, level, source, at, count) -> {});
        apply(number, words, 0, length, true);
      }
      default -> throw new DamagedStoreException("log", "frame " + number, "unknown type " + type);
    }
  }

  /**
   * Applies the changes of a frame, but ignores its catalog and node ids. The tree already has the
   * catalog and node ids of a later frame.
   */
  private void knownFrame(long number, int type, long[] words, int length) {
    switch (type) {
      case StoreLog.OPERATION -> {
        int to = length - passedOver.readFrame(words, length);
        apply(number, words, Catalog.FRAME_WORDS, to, false);
      }
      case StoreLog.BRIEF -> {
        int end = length - passedOver.readFrame(words, length);
        long[] full = BriefForm.inFull(layout, words, Catalog.FRAME_WORDS, end);
        apply(number, full, 0, full.length, false);
      }
      case StoreLog.CONTENT -> apply(number, words, 0, length, true);
      default -> {}
    }
  }

  private void operation(long number, long[] words, int from, int to) {
    check(number, words, from, to, this::noteIds);
    apply(number, words, from, to, false);
    ids.commit();
    for (int i = 0; i < freedCount; i++) {
      ids.free(freed[i]);
    }
    freedCount = 0;
  }

  /** Passes changes to a consumer, but throws if a change has an impossible node id. */
  private void check(long number, long[] words, int from, int to, ChangeConsumer consumer) {
    // ids are dense, and a frame creates at most as many nodes as it has words
    long bound = ids.last() + (to - from);
    Changes.decode(
        layout,
        words,
        from,
        to,
        (kind, nodeId, level, source, at, count) -> {
          if (nodeId < 0 || nodeId > bound && !buffer.isOwn(nodeId)) {
            throw new DamagedStoreException(
                "log", "frame " + number, "changes node " + nodeId + ", which cannot exist");
          }
          consumer.change(kind, nodeId, level, source, at, count);
        });
  }

  /**
   * Applies those changes of a frame that are not on the device yet.
   *
   * <p>A log before format 3 does not tell which frame the changes in a CONTENT frame come from.
   * The device may already hold them, so an added entry replaces an equal one.
   */
  private void apply(long number, long[] words, int from, int to, boolean isContent) {
    ownFrames.start();
    try {
      nodeByNode.forEach(
          words,
          from,
          to,
          (kind, nodeId, level, source, at, count) -> {
            if (ownFrames.note(kind, nodeId, source, at, number)) {
              return;
            }
            long frame = ownFrames.frameOf(nodeId, number);
            if (!isOnDevice(nodeId, frame)) {
              applied++;
              settled = Math.min(settled, number);
              boolean again =
                  isContent && isOlder && !ownFrames.isKnown(nodeId) && kind == ChangeKind.ADD;
              ChangeKind as = again ? ChangeKind.CHANGE : kind;
              if (as == ChangeKind.SEALED) {
                requireImage(nodeId, frame);
              }
              buffer.changes(frame).change(as, nodeId, level, source, at, count);
            } else {
              onDevice++;
            }
          });
    } catch (NodeFullException e) {
      throw NodeDevice.damaged(e);
    }
  }

  /**
   * Throws if the page of a node was written directly to the device and a crash lost the page. The
   * log does not contain the content of such a page. An older stored image with this node id would
   * belong to an earlier node that had the same id.
   */
  private void requireImage(long nodeId, long number) {
    Long lost = lostMoves.get(nodeId);
    if (lost != null && lost < number) {
      throw new DamagedStoreException(
          NodeDevice.FILE, "node " + nodeId, "the page written for frame " + number + " is lost");
    }
  }

  private boolean isOnDevice(long nodeId, long number) {
    if (map != null) {
      return number <= map.version(nodeId);
    }
    Long flush = lastFlush.get(nodeId);
    return flush != null && flush >= number;
  }

  /**
   * Assigns the ids of created nodes again, and collects the ids of deleted nodes. The ids of
   * deleted nodes become free at the end of the operation.
   */
  private void noteIds(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    if (kind.isCreation()) {
      long taken = ids.take();
      if (taken != nodeId) {
        throw new DamagedStoreException(
            "log", "operation", "creates node " + nodeId + ", expected node " + taken);
      }
    } else if (kind == ChangeKind.DELETE) {
      if (freedCount == freed.length) {
        freed = Arrays.copyOf(freed, 2 * freedCount);
      }
      freed[freedCount++] = nodeId;
    }
  }
}
