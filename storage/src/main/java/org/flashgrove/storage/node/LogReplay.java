package org.flashgrove.storage.node;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.placement.PageMap;

/**
 * Rebuilds buffer, catalog and node ids from the log (thesis, Algorithm 10).
 *
 * <p>The thesis reads the log backwards and skips records of pages met in a FLUSH record. Here a
 * first pass notes the last FLUSH frame of each node and a second pass, forwards, skips the records
 * before it: the same records, without a second copy of the log in memory.
 */
final class LogReplay implements AppendLog.FrameVisitor {
  private static final ChangeConsumer NOTHING = (kind, nodeId, level, words, at, count) -> {};

  private final AppendLog log;
  private final NodeDevice device;
  private final TreeLayout layout;
  private final NodeBuffer buffer;
  private final NodeIds ids;
  private final Catalog catalog;
  private final Map<Long, Long> lastFlush = new HashMap<>();
  private final NodeByNode nodeByNode;
  private PageMap map;
  private long frames;
  private long operations;
  private long applied;
  private long onDevice;

  LogReplay(
      AppendLog log,
      NodeDevice device,
      TreeLayout layout,
      NodeBuffer buffer,
      NodeIds ids,
      Catalog catalog) {
    this.log = log;
    this.device = device;
    this.layout = layout;
    this.nodeByNode = new NodeByNode(layout);
    this.buffer = buffer;
    this.ids = ids;
    this.catalog = catalog;
  }

  Recovery run() {
    long movesLost = 0;
    if (device instanceof FreeNodeDevice free) {
      map = free.map();
      MoveReplay moves = new MoveReplay(free, layout);
      moves.run(log);
      movesLost = moves.lost();
    } else if (buffer.logsFlushes()) {
      log.replay(this::noteFlush);
    }
    buffer.replaying();
    log.replay(this);
    if (device instanceof FreeNodeDevice free) {
      MoveReplay.forgetDead(free, ids, log.lastFrame());
    }
    buffer.replayed();
    return new Recovery(frames, operations, applied, onDevice, log.tornBytes(), movesLost);
  }

  private void noteFlush(long number, int type, long[] words, int length) {
    if (type == StoreLog.FLUSH) {
      if (length < 1 || words[0] < 0 || words[0] > length - 1) {
        throw new DamagedStoreException("log", "frame " + number, "impossible FLUSH length");
      }
      for (int i = 1; i <= words[0]; i++) {
        lastFlush.put(words[i], number);
      }
    }
  }

  @Override
  public void frame(long number, int type, long[] words, int length) {
    frames++;
    switch (type) {
      case StoreLog.OPERATION:
        operations++;
        int tail = catalog.readFrame(words, length);
        apply(number, words, Catalog.FRAME_WORDS, length - tail);
        Changes.decode(layout, words, Catalog.FRAME_WORDS, length - tail, this::take);
        ids.commit();
        Changes.decode(layout, words, Catalog.FRAME_WORDS, length - tail, this::free);
        break;
      case StoreLog.CATALOG:
        catalog.read(words, length, ids);
        break;
      case StoreLog.CONTENT:
        apply(number, words, 0, length);
        break;
      case StoreLog.FLUSH:
      case StoreLog.MOVE:
      case StoreLog.BARRIER:
        break;
      default:
        throw new DamagedStoreException("log", "frame " + number, "unknown type " + type);
    }
  }

  /** Lets changes pass that are not on the device. */
  private void apply(long number, long[] words, int from, int to) {
    Changes.decode(layout, words, from, to, NOTHING); // tells what is no change
    ChangeConsumer into = buffer.changes(number);
    nodeByNode.forEach(
        words,
        from,
        to,
        (kind, nodeId, level, source, at, count) -> {
          if (!isOnDevice(nodeId, number)) {
            applied++;
            into.change(kind, nodeId, level, source, at, count);
          } else {
            onDevice++;
          }
        });
  }

  private boolean isOnDevice(long nodeId, long number) {
    if (map != null) {
      return number <= map.version(nodeId);
    }
    Long flush = lastFlush.get(nodeId);
    return flush != null && flush >= number;
  }

  /** Takes a node id where the operation did. */
  private void take(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    if (kind.isCreation()) {
      long taken = ids.take();
      if (taken != nodeId) {
        throw new DamagedStoreException(
            "log", "operation", "node " + nodeId + " created where " + taken + " was next");
      }
    }
  }

  /** Frees a node id where the operation did. */
  private void free(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    if (kind == ChangeKind.DELETE) {
      ids.free(nodeId);
    }
  }
}
