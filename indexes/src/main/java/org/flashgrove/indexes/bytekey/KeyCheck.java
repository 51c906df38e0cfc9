package org.flashgrove.indexes.bytekey;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.check.Problems;
import org.flashgrove.indexes.check.TreeCheck;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Structural check of a {@link ByteKeyTree}:
 *
 * <ul>
 *   <li>Every node is reached once, and its id is assigned and not free.
 *   <li>The strings of all leaves increase and lie within the bounds that the internal nodes above
 *       them set.
 *   <li>The first lower bound in a node equals the lower bound of the node in its parent.
 *   <li>The cells of a page do not overlap, and the unused bytes match the page header.
 *   <li>The number of strings in leaves matches the catalog.
 *   <li>On request, every id is reached or free.
 * </ul>
 */
final class KeyCheck {
  private final NodeReader reader;
  private final long lastId;
  private final Set<Long> free = new HashSet<>();
  private final Set<Long> reached = new HashSet<>();
  private final Problems problems = new Problems(TreeCheck.MAX_LISTED);
  private long internalNodes;
  private long leafNodes;
  private long entries;
  private boolean incomplete;
  private byte[] last;

  KeyCheck(NodeReader reader, NodeIds ids) {
    this.reader = reader;
    lastId = ids.last();
    for (long nodeId : ids.freeIds()) {
      free.add(nodeId);
    }
  }

  CheckReport run() {
    visit(reader.root(), SpatialTree.checkedHeight(reader), new byte[0], null);
    if (!incomplete && entries != reader.entries()) {
      problems.add("catalog: " + reader.entries() + " entries, but leaves hold " + entries);
    }
    for (long nodeId = 0; !incomplete && nodeId <= lastId; nodeId++) {
      if (!reached.contains(nodeId) && !free.contains(nodeId)) {
        problems.add("node " + nodeId + ": neither reached nor free");
      }
    }
    return problems.report(internalNodes, leafNodes, entries);
  }

  /** Checks a subtree, whose strings must lie in [from, to). */
  private void visit(long nodeId, int level, byte[] from, byte[] to) {
    String place = "node " + nodeId + " of level " + level;
    boolean known = nodeId >= 0 && nodeId <= lastId && !free.contains(nodeId);
    if (!known || !reached.add(nodeId)) {
      problems.add(place + (known ? ": reached twice" : ": free, or never given out"));
      incomplete = true;
      return;
    }
    List<byte[]> keys = new ArrayList<>();
    long[] children = {};
    try {
      NodeView node = reader.read(nodeId, level);
      try {
        children = children(node, keys);
        checkCells(node, place);
      } finally {
        reader.release(node);
      }
    } catch (DamagedStoreException | UnsupportedFormatException | StoreIoException unreadable) {
      problems.add(place + ": cannot be read: " + unreadable.getMessage());
      incomplete = true;
      return;
    }
    checkKeys(place, level, keys, from, to);
    if (level == 0) {
      leafNodes++;
      entries += keys.size();
      return;
    }
    internalNodes++;
    for (int i = 0; i < children.length; i++) {
      visit(children[i], level - 1, keys.get(i), i + 1 < children.length ? keys.get(i + 1) : to);
    }
  }

  private static long[] children(NodeView node, List<byte[]> keys) {
    long[] children = new long[KeyPage.count(node)];
    for (int slot = 0; slot < children.length; slot++) {
      byte[] key = new byte[KeyPage.length(node, slot)];
      KeyPage.copy(node, slot, key, 0);
      keys.add(key);
      children[slot] = node.level() == 0 ? KeyPage.value(node, slot) : KeyPage.child(node, slot);
    }
    return children;
  }

  private void checkKeys(String place, int level, List<byte[]> keys, byte[] from, byte[] to) {
    if (level > 0 && (keys.isEmpty() || !Arrays.equals(keys.get(0), from))) {
      problems.add(place + ": its first bound is not the one in its parent");
    }
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      boolean isWithin =
          Arrays.compareUnsigned(key, from) >= 0
              && (to == null || Arrays.compareUnsigned(key, to) < 0);
      if (!isWithin) {
        problems.add(place + ": entry " + i + " is not within the bounds of its parent");
      }
      byte[] before = level == 0 ? last : i == 0 ? null : keys.get(i - 1);
      if (before != null && Arrays.compareUnsigned(before, key) >= 0) {
        problems.add(place + ": entry " + i + " is not greater than the one before it");
      }
      last = level == 0 ? key : last;
    }
  }

  private void checkCells(NodeView node, String place) {
    int count = KeyPage.count(node);
    long[] cells = new long[count];
    long used = 0;
    for (int slot = 0; slot < count; slot++) {
      int bytes = KeyPage.cellBytes(node, slot);
      cells[slot] = (long) KeyPage.cell(node, slot) << Integer.SIZE | bytes;
      used += bytes;
    }
    Arrays.sort(cells);
    long end = KeyPage.heap(node);
    for (long cell : cells) {
      if (cell >>> Integer.SIZE < end) {
        problems.add(place + ": cells overlap, or stand before the heap");
        return;
      }
      end = (cell >>> Integer.SIZE) + (int) cell;
    }
    if (used + KeyPage.dead(node) != KeyPage.size(node) - KeyPage.heap(node)) {
      problems.add(
          place + ": cells of " + used + " bytes and " + KeyPage.dead(node) + " unused ones");
    }
  }
}
