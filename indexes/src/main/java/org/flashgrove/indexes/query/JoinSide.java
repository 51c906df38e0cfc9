package org.flashgrove.indexes.query;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.chain.OverflowLink;
import org.flashgrove.indexes.order.KeyOrder;

/**
 * One side of a join. It keeps a copy of the node that it read last, with the entries of this
 * node's overflow nodes, sorted by minX. It selects the entries of this node that can match.
 */
final class JoinSide extends SweepArrays {
  private final TreeLayout layout;
  private final LongConsumer overflowed;
  private final KeyOrder sorting = new KeyOrder();
  private NodeReader reader;
  private long nodeId;
  private int level;
  private int nodeCount;
  private int[] order = new int[128];
  private final double[][] columns = new double[4][128]; // minX, minY, maxX, maxY by slot
  private long[] slotIds = new long[128];

  JoinSide(TreeLayout layout, LongConsumer overflowed) {
    this.layout = layout;
    this.overflowed = overflowed;
    allocate(order.length);
  }

  void start(NodeReader newReader) {
    reader = newReader;
    level = -1;
  }

  void end() {
    reader = null;
  }

  /** Returns the level of the tree's root. */
  int height() {
    return reader.height();
  }

  long root() {
    return reader.root();
  }

  /**
   * Selects those entries of a node that are at most {@code reach} away from a rectangle along each
   * axis. Reads the node unless it is the node that was read last.
   *
   * @param near array that contains minX, minY, maxX, maxY from {@code at}
   */
  void take(long newNodeId, int newLevel, double[] near, int at, double reach) {
    if (newNodeId != nodeId || newLevel != level) {
      load(newNodeId, newLevel);
    }
    select(near, at, reach);
  }

  /**
   * Selects entries. This is a separate method so that the JIT compiler compiles its loop without
   * {@link #load}.
   */
  private void select(double[] near, int at, double reach) {
    double[] lowX = columns[0];
    double[] lowY = columns[1];
    double[] highX = columns[2];
    double[] highY = columns[3];
    int taken = 0;
    for (int i = 0; i < nodeCount; i++) {
      int slot = order[i];
      if (lowX[slot] - near[at + 2] <= reach
          && near[at] - highX[slot] <= reach
          && lowY[slot] - near[at + 3] <= reach
          && near[at + 1] - highY[slot] <= reach) {
        ids[taken] = slotIds[slot];
        minX[taken] = lowX[slot];
        minY[taken] = lowY[slot];
        maxX[taken] = highX[slot];
        maxY[taken] = highY[slot];
        taken++;
      }
    }
    count = taken;
  }

  private void load(long newNodeId, int newLevel) {
    level = -1; // no node is loaded if reading fails
    nodeCount = 0;
    NodeView node = reader.read(newNodeId, newLevel);
    if (layout.chained()) {
      if (OverflowLink.goesOn(node)) {
        overflowed.accept(newNodeId);
      }
      while (node != null) {
        append(node);
        node = OverflowLink.next(reader, node);
      }
    } else {
      append(node);
      reader.release(node);
    }
    sorting.sort(order, nodeCount, columns[0], columns[1]);
    nodeId = newNodeId;
    level = newLevel;
  }

  private void append(NodeView node) {
    int added = node.count();
    ensureRoom(nodeCount + added);
    NodeLayout of = layout.at(node.level());
    append(node, of.boundsWord(), added, 0);
    append(node, of.boundsWord() + 1, added, 1);
    append(node, of.upperBoundsWord(), added, 2);
    append(node, of.upperBoundsWord() + 1, added, 3);
    for (int slot = 0; slot < added; slot++) {
      slotIds[nodeCount + slot] = node.word(0, slot);
    }
    nodeCount += added;
  }

  private void append(NodeView node, int word, int added, int column) {
    if (nodeCount == 0) {
      node.copyReals(word, columns[column]);
      return;
    }
    for (int slot = 0; slot < added; slot++) {
      columns[column][nodeCount + slot] = node.real(word, slot);
    }
  }

  private void ensureRoom(int entries) {
    if (order.length < entries) {
      int room = Math.max(entries, 2 * order.length);
      order = new int[room];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = Arrays.copyOf(columns[i], room);
      }
      slotIds = Arrays.copyOf(slotIds, room);
      allocate(room);
    }
  }
}
