package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.bulk.NodePartition;
import org.flashgrove.indexes.bulk.NodeSink;
import org.flashgrove.indexes.order.KeyOrder;

/**
 * Bulk loading of an xBR+-tree. Points arrive in the order of their addresses. The quadtree of all
 * points is traversed once, bottom-up, and cut into regions.
 *
 * <p>The rest of a quadrant is everything in it that no node contains yet: points, and for each
 * level the entries of finished nodes. If the rests of the four quarters of a quadrant do not fit
 * in one node together, the largest rest becomes a node of its own. This is repeated until the
 * remaining rests fit in a node.
 *
 * <p>No other way to cut a tree into connected parts of limited weight needs fewer parts (S. Kundu,
 * J. Misra, <em>A Linear Tree Partitioning Algorithm</em>, SIAM Journal on Computing 6, 1977,
 * 151-154). As the xBR+-tree requires, each part is a quadrant without some smaller quadrants, and
 * no two nodes of a level overlap.
 *
 * <p>If a quarter becomes the region of an internal node, the rests of all lower levels in this
 * quarter become nodes too, however small. This corresponds to the forced cut of an internal split
 * ({@link NodeSplit}).
 *
 * <p>The known papers insert points one by one; this algorithm is not from them. It keeps in memory
 * the rests of the quadrants on the path from the root to the latest point. These are at most four
 * nodes for each level of the quadtree and each level of the xBR+-tree.
 */
final class QuadrantPacking implements NodePartition {
  private static final int MOST_LEVELS = 64;
  private static final int QUARTERS = 4;

  private final XbrPlusLayout layout;
  private final NodeSink nodes;
  private final int mostPoints;
  private final int leafCapacity;
  private final int mostEntries;
  private final KeyOrder sorting = new KeyOrder();

  // rests of all levels; those of later quadrants follow those of earlier ones
  private final EntryList[] rests = new EntryList[MOST_LEVELS];
  private int levels = 1;

  // parts: finished quadrants inside open ones
  private int parts;
  private final int[][] starts = new int[QUARTERS * (Address.LEVELS + 2)][MOST_LEVELS];
  private final long[] high = new long[starts.length];
  private final long[] low = new long[starts.length];

  // open quadrants, which later points may extend: number of digits, and index of their first part
  private int open;
  private final int[] digits = new int[Address.LEVELS + 1];
  private final int[] firstPart = new int[Address.LEVELS + 1];

  private final Address point = new Address();
  private final Address latest = new Address();
  private final Address quadrant = new Address();
  private final long[] header = new long[NodeView.HEADER_WORDS];
  private final long[] made = new long[XbrPlusLayout.NODE_WORDS];
  private final EntryList leaf = new EntryList(XbrPlusLayout.LEAF_WORDS, 256);
  private final EntryList node = new EntryList(XbrPlusLayout.NODE_WORDS, 256);
  private double[] x = new double[256];
  private double[] y = new double[256];
  private int[] order = new int[256];
  private long root;
  private int height;

  /**
   * Creates a load.
   *
   * @param fill target fill of nodes as a share of their capacity
   */
  QuadrantPacking(XbrPlusConfig config, XbrPlusLayout layout, double fill, NodeSink nodes) {
    this.layout = layout;
    this.nodes = nodes;
    leafCapacity = config.fill().leafCapacity();
    mostPoints = Math.max(1, (int) Math.round(leafCapacity * fill));
    // one more entry may come from the level below when a node is created
    int nodeCapacity = config.fill().nodeCapacity();
    mostEntries = Math.max(2, (int) Math.round(nodeCapacity * fill)) - 1;
    rests[0] = new EntryList(XbrPlusLayout.LEAF_WORDS, 1024);
  }

  @Override
  public void accept(long[] entry) {
    layout.pointAddress(entry, 0, point);
    if (parts == 0) {
      addPart();
    } else {
      int common = Address.commonDigits(latest.high(), latest.low(), point.high(), point.low());
      if (common < Address.LEVELS) {
        closeBelow(common);
        addPart();
      } else if (rests[0].count() - starts[parts - 1][0] == leafCapacity) {
        throw XbrPlusLayout.tooManyOfOneAddress(entry, 0, leafCapacity);
      }
    }
    rests[0].add(entry, 0);
    latest.set(point);
  }

  private void addPart() {
    for (int level = 0; level < levels; level++) {
      starts[parts][level] = rests[level].count();
    }
    high[parts] = point.high();
    low[parts] = point.low();
    parts++;
  }

  /**
   * Closes all open quadrants that do not contain the next point. Then opens the quadrant whose
   * address has {@code common} digits and which contains the next point, unless it is open already.
   */
  private void closeBelow(int common) {
    while (open > 0 && digits[open - 1] > common) {
      close();
    }
    if (open == 0 || digits[open - 1] < common) {
      digits[open] = common;
      firstPart[open] = parts - 1;
      open++;
    }
  }

  /**
   * Closes the quadrant that was opened last. Some entries of the quadrant are in no node yet.
   * While they do not fit in one node, creates nodes from some of them. Combines the rest into one
   * part.
   */
  private void close() {
    open--;
    int first = firstPart[open];
    for (int level = 0; level < levels; level++) { // a node created here may add a level
      int most = level == 0 ? mostPoints : mostEntries;
      while (rests[level].count() - starts[first][level] > most) {
        cut(largest(first, level), level);
      }
    }
    parts = first + 1;
  }

  private int end(int part, int level) {
    return part + 1 < parts ? starts[part + 1][level] : rests[level].count();
  }

  private int largest(int first, int level) {
    int best = first;
    for (int part = first + 1; part < parts; part++) {
      if (end(part, level) - starts[part][level] > end(best, level) - starts[best][level]) {
        best = part;
      }
    }
    return best;
  }

  /**
   * Creates nodes from the entries of a quarter that are in no node yet, at all levels up to {@code
   * topLevel}.
   *
   * @param part index of the part that is this quarter
   */
  private void cut(int part, int topLevel) {
    quadrant.set(high[part], low[part], digits[open] + 1);
    for (int level = 0; level <= topLevel; level++) {
      if (end(part, level) > starts[part][level]) {
        makeNode(part, level);
      }
    }
  }

  /**
   * Creates a node, at a level, from the entries of a part that are in no node yet. Adds the entry
   * of the new node to the entries of the part at the level above.
   */
  private void makeNode(int part, int level) {
    int from = starts[part][level];
    int to = end(part, level);
    EntryList content = level == 0 ? sortedPoints(from, to) : copyOf(level, from, to);
    quadrant.copyTo(header);
    long nodeId = nodes.add(level, level == 0 ? null : header, content);
    layout.describe(nodeId, level, content, quadrant, made, 0);
    XbrPlusLayout.setCut(made, 0, hasNodesInside(part, level + 1));
    removeRange(rests[level], from, to);
    if (level + 1 == levels) {
      rests[levels++] = new EntryList(XbrPlusLayout.NODE_WORDS, 256);
    }
    rests[level + 1].insert(starts[part][level + 1], made, 0);
    for (int later = part + 1; later < parts; later++) {
      starts[later][level] -= to - from;
      starts[later][level + 1]++;
    }
  }

  /**
   * Returns whether finished nodes lie inside a part, so that their regions are holes of the part.
   *
   * @param fromLevel lowest level at which to look for entries of such nodes
   */
  private boolean hasNodesInside(int part, int fromLevel) {
    for (int level = fromLevel; level < levels; level++) {
      if (end(part, level) > starts[part][level]) {
        return true;
      }
    }
    return false;
  }

  private static void removeRange(EntryList list, int from, int to) {
    int stride = list.stride();
    int behind = list.count() - to;
    System.arraycopy(list.words(), to * stride, list.words(), from * stride, behind * stride);
    list.truncate(from + behind);
  }

  private EntryList copyOf(int level, int from, int to) {
    node.clear();
    for (int i = from; i < to; i++) {
      node.add(rests[level].words(), i * XbrPlusLayout.NODE_WORDS);
    }
    return node;
  }

  /** Returns the collected points {@code [from, to)} in the order that leaves require. */
  private EntryList sortedPoints(int from, int to) {
    EntryList points = rests[0];
    int count = to - from;
    if (x.length < count) {
      x = new double[count];
      y = new double[count];
      order = new int[count];
    }
    for (int i = 0; i < count; i++) {
      x[i] = points.real(from + i, 1);
      y[i] = points.real(from + i, 2);
    }
    sorting.sort(order, count, x, y);
    leaf.clear();
    for (int i = 0; i < count; i++) {
      int at = (from + order[i]) * XbrPlusLayout.LEAF_WORDS;
      int place = i;
      while (place > 0 && goesBefore(points.words(), at, place - 1)) {
        place--; // the same point with a smaller id
      }
      leaf.insert(place, points.words(), at);
    }
    return leaf;
  }

  private boolean goesBefore(long[] words, int at, int index) {
    return XbrPlusLayout.comparePoints(leaf, index, words, at) > 0;
  }

  @Override
  public void finish() {
    while (open > 0) {
      close();
    }
    if (parts == 0) {
      root = nodes.add(0, null, leaf);
      return;
    }
    quadrant.setWhole();
    for (int level = 0; ; level++) {
      boolean isTop = isEmptyAbove(level);
      if (rests[level].count() > 0) {
        makeNode(0, level);
      }
      if (isTop) {
        root = made[0];
        height = level;
        return;
      }
    }
  }

  private boolean isEmptyAbove(int level) {
    for (int above = level + 1; above < levels; above++) {
      if (rests[above].count() > 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long root() {
    return root;
  }

  @Override
  public int height() {
    return height;
  }
}
