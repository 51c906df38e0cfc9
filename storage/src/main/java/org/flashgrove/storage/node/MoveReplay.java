package org.flashgrove.storage.node;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private final FreePages pages;

  /** For each tree, for each moved node, its places and versions, oldest first. */
  private final Map<Integer, Map<Long, long[]>> moves = new TreeMap<>();

  private final Map<Integer, FreeNodeDevice> devices;
  private final Map<Integer, TreeLayout> layouts = new HashMap<>();

  private long newestBarrier;
  private long lost;

  /** A replay of the moves of some trees, whose devices share their pages. */
  MoveReplay(Map<Integer, FreeNodeDevice> devices, List<LoggedNodeStore> trees) {
    this.devices = devices;
    pages = devices.values().iterator().next().pages();
    for (LoggedNodeStore tree : trees) {
      if (tree.device() instanceof FreeNodeDevice device) {
        layouts.put(device.tree(), tree.layout());
      }
    }
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
    moves.forEach(this::settleTree);
  }

  private void settleTree(int tree, Map<Long, long[]> ofTree) {
    FreeNodeDevice device = devices.get(tree);
    NodePage page = device.pool().take();
    ofTree.forEach((nodeId, places) -> settle(device, nodeId, places, page));
    device.pool().give(page);
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
    int tree = (int) words[0];
    if (tree != words[0] || !devices.containsKey(tree)) {
      throw new DamagedStoreException("log", "frame " + number, "moves of tree " + words[0]);
    }
    Map<Long, long[]> ofTree = moves.computeIfAbsent(tree, any -> new HashMap<>());
    for (int at = StoreLog.MOVE_HEAD_WORDS; at < end; at += StoreLog.MOVE_WORDS) {
      long[] known = ofTree.getOrDefault(words[at], new long[0]);
      long[] more = Arrays.copyOf(known, known.length + KEPT_WORDS);
      more[known.length] = words[at + 1];
      more[known.length + 1] = words[at + 2];
      ofTree.put(words[at], more);
    }
  }

  private void settle(FreeNodeDevice device, long nodeId, long[] places, NodePage page) {
    TreeLayout layout = layouts.get(device.tree());
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
