package org.flashgrove.literature.buffer.arftl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.replacement.LongIntMap;

/**
 * Table in memory with a row for each node of a tree. A row contains the node's parent and two
 * aggregates (count, sum, minimum and maximum of the values below the node). The first aggregate is
 * current. The second is stored with the node's entry in the parent, and may be older.
 */
final class NodeAggregates {
  /** Approximate memory of a row in bytes. */
  private static final int ROW_BYTES = 176;

  /** Row of a node. */
  static final class Row {
    final long nodeId;
    final int level;
    Row parent;

    /** Current aggregate of the objects below the node. */
    final Sums own = new Sums();

    /**
     * Aggregate of this node according to its entry in the parent. It differs from {@link #own}
     * until changes are propagated to the parent.
     */
    final Sums entry = new Sums();

    /**
     * True if the minimum and the maximum of {@link #own} must be recomputed from the node's
     * entries.
     */
    boolean extremesUnknown;

    boolean isDirty;
    boolean isGone;

    Row(long nodeId, int level) {
      this.nodeId = nodeId;
      this.level = level;
    }
  }

  private final LongIntMap numbers = new LongIntMap(256);
  private Row[] rows = new Row[256];
  private int used;
  private int[] unused = new int[16];
  private int unusedCount;
  private final List<List<Row>> dirty = new ArrayList<>();
  private final List<Row> gone = new ArrayList<>();

  /** Returns the approximate memory of the table in bytes. */
  long usedBytes() {
    return (long) numbers.size() * ROW_BYTES;
  }

  void clear() {
    for (Row row : rows) {
      if (row != null) {
        numbers.remove(row.nodeId);
      }
    }
    Arrays.fill(rows, null);
    used = 0;
    unusedCount = 0;
    dirty.clear();
    gone.clear();
  }

  /** Returns the row of a node, and creates it if necessary. */
  Row row(long nodeId, int level) {
    int number = numbers.get(nodeId);
    if (number != LongIntMap.ABSENT) {
      return rows[number];
    }
    number = unusedCount > 0 ? unused[--unusedCount] : used++;
    if (number == rows.length) {
      rows = Arrays.copyOf(rows, 2 * number);
    }
    rows[number] = new Row(nodeId, level);
    numbers.put(nodeId, number);
    return rows[number];
  }

  /** Returns the row of a node, or null if the node has none. */
  Row find(long nodeId) {
    int number = numbers.get(nodeId);
    return number == LongIntMap.ABSENT ? null : rows[number];
  }

  /** Marks a node as dirty, because its aggregate or its parent may have changed. */
  void dirty(Row row) {
    if (row.isDirty) {
      return;
    }
    row.isDirty = true;
    while (dirty.size() <= row.level) {
      dirty.add(new ArrayList<>());
    }
    dirty.get(row.level).add(row);
  }

  /**
   * Returns the number of levels up to the highest level that ever had dirty nodes. Level 0
   * contains the leaves.
   */
  int dirtyLevels() {
    return dirty.size();
  }

  /** Returns the dirty nodes of a level. */
  List<Row> dirty(int level) {
    return dirty.get(level);
  }

  /** Marks a node as deleted. Its row is removed when all changes of the commit are published. */
  void gone(Row row) {
    row.isGone = true;
    gone.add(row);
  }

  /** Returns the deleted nodes whose rows still exist. */
  List<Row> gone() {
    return gone;
  }

  void remove(Row row) {
    int number = numbers.remove(row.nodeId);
    rows[number] = null;
    if (unusedCount == unused.length) {
      unused = Arrays.copyOf(unused, 2 * unusedCount);
    }
    unused[unusedCount++] = number;
  }
}
