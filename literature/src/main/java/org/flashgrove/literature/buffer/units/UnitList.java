package org.flashgrove.literature.buffer.units;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.PageChanges;

/**
 * List of units in memory, in order of arrival. A unit is one change of a node. The units of each
 * node are linked. RFTL calls the list the reservation buffer.
 *
 * <p>Units of the kinds {@link ChangeKind#ADD}, {@code CHANGE}, {@code REMOVE} and {@code HEADER}
 * contain the words of the change. A unit of the kind {@code CREATE} empties the node and contains
 * no entries. All units are in one flat array. A word before each unit contains its kind and the
 * position of the node's next unit.
 */
public final class UnitList {
  /** Value that means no unit. */
  static final int NONE = -1;

  /**
   * Memory in bytes of a node in addition to its units: id, level, links, counts, and an entry in a
   * map.
   */
  private static final int NODE_BYTES = 48;

  private static final int HEAD_WORDS = 1;

  private final TreeLayout layout;
  private final LongIntMap rows = new LongIntMap(256);
  private long[] words = new long[1024];
  private long[] spare = {};
  private int length;
  private long[] nodeIds = new long[64];
  private int[] levels = new int[64];
  private int[] first = new int[64];
  private int[] last = new int[64];
  private int[] counts = new int[64];
  private int[] payloads = new int[64];
  private int rowCount;
  private int units;

  /** Creates an empty list for the nodes of a tree. */
  public UnitList(TreeLayout layout) {
    this.layout = layout;
  }

  /**
   * Returns the memory of the list in bytes. Units of dropped nodes count until {@link #compact}.
   */
  public long usedBytes() {
    return (long) length * Long.BYTES + (long) rowCount * NODE_BYTES;
  }

  /** Returns the maximum memory of a unit in bytes. */
  public long needBytes(ChangeKind kind, int level) {
    return NODE_BYTES + (HEAD_WORDS + kind.payloadWords(layout.at(level), 0)) * Long.BYTES;
  }

  /** Returns the number of nodes with units. */
  public int nodeCount() {
    return rows.size();
  }

  /** Returns the number of units, including units of dropped nodes. */
  public int unitCount() {
    return units;
  }

  /** Returns whether a node has units, which are its buffered changes. */
  public boolean contains(long nodeId) {
    return rows.get(nodeId) != LongIntMap.ABSENT;
  }

  /** Returns the level of a node with units. */
  public int level(long nodeId) {
    return levels[rows.get(nodeId)];
  }

  /**
   * Returns whether the first unit of a node is of kind {@code CREATE}, which empties the node. The
   * stored content of the node is then obsolete.
   */
  public boolean startsAnew(long nodeId) {
    int row = rows.get(nodeId);
    return row != LongIntMap.ABSENT && kind(first[row]) == ChangeKind.CREATE;
  }

  /**
   * Appends a unit, which is one change of a node. Its words are copied from {@code source},
   * starting at index {@code at}.
   */
  public void append(ChangeKind kind, long nodeId, int level, long[] source, int at) {
    int payload = (int) kind.payloadWords(layout.at(level), 0);
    if (length + HEAD_WORDS + payload > words.length) {
      words = Arrays.copyOf(words, Math.max(length + HEAD_WORDS + payload, 2 * words.length));
    }
    int unit = length;
    words[unit] = kind.code() | (long) NONE << 32;
    System.arraycopy(source, at, words, unit + HEAD_WORDS, payload);
    length += HEAD_WORDS + payload;
    units++;
    int row = rows.get(nodeId);
    if (row == LongIntMap.ABSENT) {
      row = newRow(nodeId, level);
      first[row] = unit;
    } else {
      words[last[row]] = words[last[row]] & 0xFFFF_FFFFL | (long) unit << 32;
    }
    last[row] = unit;
    counts[row]++;
    payloads[row] += payload;
  }

  private int newRow(long nodeId, int level) {
    if (rowCount == nodeIds.length) {
      nodeIds = Arrays.copyOf(nodeIds, 2 * rowCount);
      levels = Arrays.copyOf(levels, 2 * rowCount);
      first = Arrays.copyOf(first, 2 * rowCount);
      last = Arrays.copyOf(last, 2 * rowCount);
      counts = Arrays.copyOf(counts, 2 * rowCount);
      payloads = Arrays.copyOf(payloads, 2 * rowCount);
    }
    nodeIds[rowCount] = nodeId;
    levels[rowCount] = level;
    counts[rowCount] = 0;
    payloads[rowCount] = 0;
    rows.put(nodeId, rowCount);
    return rowCount++;
  }

  /** Drops the units (changes) of a node. */
  public void drop(long nodeId) {
    rows.remove(nodeId);
  }

  /** Drops the units (changes) of all nodes. */
  public void clear() {
    for (int row = 0; row < rowCount; row++) {
      rows.remove(nodeIds[row]);
    }
    rowCount = 0;
    length = 0;
    units = 0;
  }

  private ChangeKind kind(int unit) {
    return ChangeKind.of((int) (words[unit] & 0xFF));
  }

  private int next(int unit) {
    return (int) (words[unit] >> 32);
  }

  /** Applies a node's units, which are its buffered changes, to its image. */
  public void replay(NodePage image) {
    int row = rows.get(image.nodeId());
    int unit = row == LongIntMap.ABSENT ? NONE : first[row];
    while (unit != NONE) {
      PageChanges.apply(image, kind(unit), words, unit + HEAD_WORDS, 0);
      unit = next(unit);
    }
  }

  /** Returns the number of units of a node. */
  public int unitCount(long nodeId) {
    int row = rows.get(nodeId);
    return row == LongIntMap.ABSENT ? 0 : counts[row];
  }

  /**
   * Returns the number of words in all units of a node. The words with the kinds of the units are
   * not counted.
   */
  int payloadWords(long nodeId) {
    int row = rows.get(nodeId);
    return row == LongIntMap.ABSENT ? 0 : payloads[row];
  }

  /**
   * Copies the ids of the nodes with units to {@code into}, in the order in which the nodes got
   * their first units.
   */
  public void copyNodeIds(long[] into) {
    int copied = 0;
    for (int row = 0; row < rowCount; row++) {
      if (rows.get(nodeIds[row]) == row) {
        into[copied++] = nodeIds[row];
      }
    }
  }

  /** Receives nodes. */
  @FunctionalInterface
  public interface NodeVisitor {
    /** Receives a node with units. */
    void node(long nodeId, int level);
  }

  /** Visits the nodes with units, in the order in which the nodes got their first units. */
  public void forEachNode(NodeVisitor visitor) {
    for (int row = 0; row < rowCount; row++) {
      if (rows.get(nodeIds[row]) == row) {
        visitor.node(nodeIds[row], levels[row]);
      }
    }
  }

  /** Removes units of dropped nodes from the array, so that their memory can be used again. */
  void compact() {
    if (spare.length < words.length) {
      spare = new long[words.length];
    }
    int kept = 0;
    int to = 0;
    int keptUnits = 0;
    for (int row = 0; row < rowCount; row++) {
      if (rows.get(nodeIds[row]) != row) {
        continue;
      }
      rows.put(nodeIds[row], kept);
      nodeIds[kept] = nodeIds[row];
      levels[kept] = levels[row];
      counts[kept] = counts[row];
      payloads[kept] = payloads[row];
      int unit = first[row];
      first[kept] = to;
      while (unit != NONE) {
        int unitWords = HEAD_WORDS + (int) kind(unit).payloadWords(layout.at(levels[row]), 0);
        int next = next(unit);
        System.arraycopy(words, unit, spare, to, unitWords);
        int after = next == NONE ? NONE : to + unitWords;
        spare[to] = spare[to] & 0xFFFF_FFFFL | (long) after << 32;
        last[kept] = to;
        to += unitWords;
        keptUnits++;
        unit = next;
      }
      kept++;
    }
    long[] swapped = words;
    words = spare;
    spare = swapped;
    length = to;
    rowCount = kept;
    units = keptUnits;
  }

  /** Passes the units (changes) of one node to a consumer, in the order of their arrival. */
  void forEach(long nodeId, ChangeConsumer consumer) {
    int row = rows.get(nodeId);
    if (row != LongIntMap.ABSENT) {
      forEachOf(row, consumer);
    }
  }

  private void forEachOf(int row, ChangeConsumer consumer) {
    for (int unit = first[row]; unit != NONE; unit = next(unit)) {
      consumer.change(kind(unit), nodeIds[row], levels[row], words, unit + HEAD_WORDS, 0);
    }
  }

  /**
   * Passes all units to a consumer, grouped by node. Nodes come in the order in which they got
   * their first units.
   */
  public void forEach(ChangeConsumer consumer) {
    for (int row = 0; row < rowCount; row++) {
      if (rows.get(nodeIds[row]) == row) {
        forEachOf(row, consumer);
      }
    }
  }
}
