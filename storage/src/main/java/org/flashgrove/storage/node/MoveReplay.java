package org.flashgrove.storage.node;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PageMap;

/**
 * Finds where nodes stand after a restart: the last barrier's map, and the moves that the log tells
 * since. A move whose image does not stand in its slot was lost in a crash: the one before it
 * counts, and the changes are in the log still.
 */
final class MoveReplay implements AppendLog.FrameVisitor {
  private static final int KEPT_WORDS = 2;

  private final FreeNodeDevice device;
  private final FreePages pages;
  private final TreeLayout layout;

  /** For each moved node its places and versions, oldest first. */
  private final Map<Long, long[]> moves = new HashMap<>();

  private long newestBarrier;
  private long lost;

  MoveReplay(FreeNodeDevice device, TreeLayout layout) {
    this.device = device;
    this.pages = device.pages();
    this.layout = layout;
  }

  /**
   * Brings the map up to date. The images it finds are durable, since {@link FreePages#open} made
   * them so, and the log keeps its moves until the next barrier: none is needed here.
   */
  void run(AppendLog log) {
    log.replay(this);
    if (newestBarrier > pages.sequence()) {
      throw new DamagedStoreException(
          NodeDevice.FILE,
          "pages 0 and 1",
          "the newest superblock is number "
              + pages.sequence()
              + ", but the log knows number "
              + newestBarrier);
    }
    if (!moves.isEmpty()) {
      NodePage page = device.pool().take();
      moves.forEach((nodeId, places) -> settle(nodeId, places, page));
      device.pool().give(page);
    }
  }

  /** Number of moves whose images were lost. */
  long lost() {
    return lost;
  }

  @Override
  public void frame(long number, int type, long[] words, int length) {
    if (type == StoreLog.BARRIER && length >= 1) {
      newestBarrier = Math.max(newestBarrier, words[0]);
    } else if (type == StoreLog.MOVE && number > pages.frame()) {
      note(number, words, length);
    }
  }

  private void note(long number, long[] words, int length) {
    long count = length < StoreLog.MOVE_HEAD_WORDS ? -1 : words[1];
    long end = StoreLog.MOVE_HEAD_WORDS + count * StoreLog.MOVE_WORDS;
    if (count < 0 || count > length || end > length) {
      throw new DamagedStoreException("log", "frame " + number, "impossible MOVE length");
    }
    if (words[0] != device.tree()) {
      throw new DamagedStoreException("log", "frame " + number, "moves of tree " + words[0]);
    }
    for (int at = StoreLog.MOVE_HEAD_WORDS; at < end; at += StoreLog.MOVE_WORDS) {
      long[] known = moves.getOrDefault(words[at], new long[0]);
      long[] more = Arrays.copyOf(known, known.length + KEPT_WORDS);
      more[known.length] = words[at + 1];
      more[known.length + 1] = words[at + 2];
      moves.put(words[at], more);
    }
  }

  private void settle(long nodeId, long[] places, NodePage page) {
    for (int at = places.length - KEPT_WORDS; at >= 0; at -= KEPT_WORDS) {
      long place = places[at];
      long version = places[at + 1];
      if (place == PageMap.DELETED) {
        pages.deleted(device.tree(), nodeId, version);
        return;
      }
      if (PageMap.isStored(place) && device.verifies(page, layout, nodeId, place)) {
        pages.recovered(
            device.tree(), nodeId, PageMap.slot(place), PageMap.checksum(place), version);
        return;
      }
      lost++;
    }
  }

  /**
   * Forgets images of nodes that no commit created, and of nodes whose deletion is still buffered.
   * The log may hold changes of the latter: the map says that they are done with.
   */
  static void forgetDead(FreeNodeDevice device, NodeIds ids, long lastFrame) {
    PageMap map = device.map();
    for (long nodeId = ids.last() + 1; nodeId < map.nodeBound(); nodeId++) {
      if (PageMap.isStored(map.place(nodeId))) {
        device.pages().forget(device.tree(), nodeId);
      }
    }
    for (long nodeId : ids.freeIds()) {
      if (PageMap.isStored(map.place(nodeId))) {
        device.pages().deleted(device.tree(), nodeId, lastFrame);
      }
    }
  }
}
