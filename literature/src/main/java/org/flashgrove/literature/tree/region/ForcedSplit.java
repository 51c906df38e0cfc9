package org.flashgrove.literature.tree.region;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.SplitCount;

/**
 * Cuts a node along a plane, including all descendants that the plane crosses, so that leaves stay
 * on one level (Robinson 1981, section 3).
 */
final class ForcedSplit {
  private final SplitCount splits;
  private final EntryList[] own = new EntryList[SpatialTree.MAX_HEIGHT + 1];
  private final EntryList[] upper = new EntryList[SpatialTree.MAX_HEIGHT + 1];

  ForcedSplit(SplitCount splits) {
    this.splits = splits;
  }

  /**
   * Cuts a node that a plane crosses. The node keeps the lower side. Returns the new node, which
   * gets the upper side.
   */
  long split(NodeOperation operation, long nodeId, int level, Cut cut) {
    int words = RegionLayout.NODES.at(level).words();
    NodeView node = operation.read(nodeId, level);
    if (own[level] == null) {
      own[level] = new EntryList(words, node.count());
      upper[level] = new EntryList(words, node.count());
    }
    own[level].clear();
    own[level].addAll(node);
    operation.release(node);
    if (level == 0) {
      dividePoints(own[0], cut, upper[0]);
    } else {
      divide(operation, own[level], level, cut, upper[level]);
    }
    operation.replace(nodeId, level, null, own[level], 0, own[level].count());
    splits.split(level);
    return operation.create(level, null, upper[level], 0, upper[level].count());
  }

  /** Moves to the list {@code upper} the points that are on the upper side of a plane. */
  static void dividePoints(EntryList points, Cut cut, EntryList upper) {
    upper.clear();
    int kept = 0;
    for (int i = 0; i < points.count(); i++) {
      int at = i * RegionLayout.LEAF_WORDS;
      if (RegionLayout.coordinate(points.words(), at, cut.dimension()) >= cut.value()) {
        upper.add(points.words(), at);
      } else {
        points.copy(i, kept++);
      }
    }
    points.truncate(kept);
  }

  /**
   * Moves to the list {@code upper} the entries that are on the upper side of a plane. Cuts each
   * child that the plane crosses, so that each side gets a part of it.
   *
   * @param level level of the node to which the entries belong
   */
  void divide(NodeOperation operation, EntryList entries, int level, Cut cut, EntryList upper) {
    upper.clear();
    int dimension = cut.dimension();
    int kept = 0;
    for (int i = 0; i < entries.count(); i++) {
      int at = i * RegionLayout.NODE_WORDS;
      boolean below = RegionLayout.low(entries, i, dimension) < cut.value();
      if (RegionLayout.high(entries, i, dimension) > cut.value()) {
        upper.add(entries.words(), at);
        if (below) {
          int last = (upper.count() - 1) * RegionLayout.NODE_WORDS;
          upper.words()[last] = split(operation, entries.word(i, 0), level - 1, cut);
          RegionLayout.setLow(upper.words(), last, dimension, cut.value());
          RegionLayout.setHigh(entries.words(), at, dimension, cut.value());
        }
      }
      if (below) {
        entries.copy(i, kept++);
      }
    }
    entries.truncate(kept);
  }
}
