package org.flashgrove.storage.node;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.EntryCounts;

/**
 * The nodes that an operation changed, and where the records of each are among its changes. Reading
 * or counting a node therefore visits that node's records only.
 */
final class TouchedNodes {
  /** No record, no node. */
  static final int NONE = -1;

  private final Changes changes;
  private final LongIntMap indices = new LongIntMap(16);
  private long[] ids = new long[16];
  private int[] first = new int[16];
  private int[] last = new int[16];

  /** The newest record that gives new content, or {@link #NONE}. */
  private int[] content = new int[16];

  /** Records since then, or all. */
  private int[] length = new int[16];

  /** The count after record {@link #countedAt}, or {@link EntryCounts#UNKNOWN}. */
  private int[] counted = new int[16];

  private int[] countedAt = new int[16];
  private boolean[] read = new boolean[16];
  private boolean[] sealed = new boolean[16];
  private int count;
  private int[] starts = new int[64];
  private int[] next = new int[64];
  private int records;
  private long visited;

  /** Creates the nodes of an operation whose changes are these. */
  TouchedNodes(Changes changes) {
    this.changes = changes;
  }

  /** Forgets all nodes. */
  void clear() {
    for (int i = 0; i < count; i++) {
      indices.remove(ids[i]);
    }
    count = 0;
    records = 0;
  }

  /** Returns the number of nodes. */
  int count() {
    return count;
  }

  /** Returns the index of a node, or {@link #NONE}. */
  int index(long nodeId) {
    return indices.get(nodeId);
  }

  long id(int index) {
    return ids[index];
  }

  /** Returns how often a record was looked at. */
  long visited() {
    return visited;
  }

  /** Notes the record of a node that is appended next. */
  void note(long nodeId, ChangeKind kind) {
    if (records == starts.length) {
      starts = Arrays.copyOf(starts, 2 * records);
      next = Arrays.copyOf(next, 2 * records);
    }
    starts[records] = changes.length();
    next[records] = NONE;
    int index = indices.get(nodeId);
    if (index == NONE) {
      index = add(nodeId);
      first[index] = records;
    } else {
      next[last[index]] = records;
    }
    last[index] = records;
    length[index]++;
    if (kind.isContent()) {
      content[index] = records;
      length[index] = 1;
    }
    records++;
  }

  private int add(long nodeId) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
      first = Arrays.copyOf(first, 2 * count);
      last = Arrays.copyOf(last, 2 * count);
      content = Arrays.copyOf(content, 2 * count);
      length = Arrays.copyOf(length, 2 * count);
      counted = Arrays.copyOf(counted, 2 * count);
      countedAt = Arrays.copyOf(countedAt, 2 * count);
      read = Arrays.copyOf(read, 2 * count);
      sealed = Arrays.copyOf(sealed, 2 * count);
    }
    ids[count] = nodeId;
    content[count] = NONE;
    length[count] = 0;
    counted[count] = EntryCounts.UNKNOWN;
    read[count] = false;
    sealed[count] = false;
    indices.put(nodeId, count);
    return count++;
  }

  /**
   * Notes that the page of a node that was created empty is written.
   *
   * @throws IllegalStateException if no change creates it empty
   */
  void seal(long nodeId, int entries) {
    int index = indices.get(nodeId);
    if (index == NONE || !changes.seal(starts[first[index]], entries)) {
      throw new IllegalStateException(
          "node " + nodeId + " was not created empty in this operation");
    }
    sealed[index] = true;
    counted[index] = EntryCounts.UNKNOWN;
    if (content[index] == first[index]) {
      content[index] = NONE;
    }
  }

  /** Returns whether a node's page is written. */
  boolean isSealed(int index) {
    return sealed[index];
  }

  /** Returns whether a node has new content. */
  boolean isReplaced(int index) {
    return content[index] != NONE;
  }

  /**
   * Returns the number of records that make a node's image from new content, or from the committed
   * one.
   */
  int length(int index) {
    return length[index];
  }

  /** Returns the last record of a node. */
  int last(int index) {
    return last[index];
  }

  /**
   * Hands a node's records to a consumer.
   *
   * @param after the record before the first of them; if {@link #NONE}, all since new content
   */
  void forEach(int index, int after, ChangeConsumer consumer) {
    int record = after == NONE ? start(index) : next[after];
    while (record != NONE) {
      visited++;
      changes.at(starts[record], consumer);
      record = next[record];
    }
  }

  private int start(int index) {
    return content[index] == NONE || sealed[index] ? first[index] : content[index];
  }

  /** Takes over the count that an image with all changes has. */
  void noteRead(int index, int entries) {
    read[index] = true;
    counted[index] = entries;
    countedAt[index] = last[index];
  }

  /** Returns whether a count comes from an image. */
  boolean isRead(int index) {
    return read[index];
  }

  /** Returns whether {@link #entries} needs the count before the operation. */
  boolean needsCountBefore(int index) {
    return counted[index] == EntryCounts.UNKNOWN && content[index] == NONE && !sealed[index];
  }

  /** Returns the number of entries of a node after all changes. */
  int entries(int index, int before) {
    int record;
    int entries = before;
    if (counted[index] == EntryCounts.UNKNOWN) {
      record = start(index);
    } else {
      entries = counted[index];
      record = next[countedAt[index]];
    }
    while (record != NONE) {
      visited++;
      entries = changes.countAfter(starts[record], entries);
      record = next[record];
    }
    counted[index] = entries;
    countedAt[index] = last[index];
    return entries;
  }
}
