package org.flashgrove.storage.node;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;
import org.flashgrove.storage.node.buffer.EntryCounts;

/**
 * The nodes that an operation changed, each with a list of its change records. Building a node's
 * image or counting its entries visits only the records of that node.
 */
final class TouchedNodes {
  /** Value that means no record or no node. */
  static final int NONE = -1;

  private final Changes changes;
  private final LongIntMap indices = new LongIntMap(16);
  private long[] ids = new long[16];
  private int[] first = new int[16];
  private int[] last = new int[16];

  /**
   * For each node, the newest change record that replaces the whole content of the node, or {@link
   * #NONE}.
   */
  private int[] content = new int[16];

  /**
   * For each node, the number of its records from the record in {@link #content} on. If no record
   * replaces the node's content, the number of all its records.
   */
  private int[] length = new int[16];

  /**
   * For each node, its number of entries after the change record {@link #countedAt}, or {@link
   * EntryCounts#UNKNOWN}.
   */
  private int[] counted = new int[16];

  private int[] countedAt = new int[16];
  private boolean[] read = new boolean[16];
  private boolean[] sealed = new boolean[16];
  private int count;
  private int[] starts = new int[64];
  private int[] next = new int[64];
  private int records;
  private long visited;

  TouchedNodes(Changes changes) {
    this.changes = changes;
  }

  void clear() {
    for (int i = 0; i < count; i++) {
      indices.remove(ids[i]);
    }
    count = 0;
    records = 0;
  }

  int count() {
    return count;
  }

  /** Returns the index of a node, or {@link #NONE} if the operation has not changed the node. */
  int index(long nodeId) {
    return indices.get(nodeId);
  }

  long id(int index) {
    return ids[index];
  }

  /**
   * Returns how often a change record has been visited so far to build an image or to count
   * entries.
   */
  long visited() {
    return visited;
  }

  /**
   * Appends a change record to the list of records of a node. The caller writes this record to the
   * changes afterwards. If the record holds the whole content of the node, earlier records of the
   * node no longer count.
   */
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
   * Notes that the page of a new node was written to the device. The node was created without
   * entries, and the page contains its entries.
   *
   * @param entries number of entries on the page
   * @throws IllegalStateException if the node was not created without entries in this operation
   */
  void seal(long nodeId, int entries) {
    int index = indices.get(nodeId);
    if (index == NONE || !changes.seal(starts[first[index]], entries)) {
      throw new IllegalStateException(
          "node "
              + nodeId
              + ": not created empty in this operation; create it without entries first");
    }
    sealed[index] = true;
    counted[index] = EntryCounts.UNKNOWN;
    if (content[index] == first[index]) {
      content[index] = NONE;
    }
  }

  /** Returns whether a node's page was written directly to the device. */
  boolean isSealed(int index) {
    return sealed[index];
  }

  /** Returns whether one of a node's change records replaces the whole content of the node. */
  boolean isReplaced(int index) {
    return content[index] != NONE;
  }

  /**
   * Returns the number of records to apply to a node's committed image, or to an empty image if its
   * content was replaced.
   */
  int length(int index) {
    return length[index];
  }

  /** Returns the newest change record of a node. */
  int last(int index) {
    return last[index];
  }

  /**
   * Passes a node's records to a consumer.
   *
   * @param after record after which to start; {@link #NONE} to pass all records that make up the
   *     image
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

  /**
   * Sets a node's entry count, which the caller has found in an image that contains all changes.
   */
  void noteRead(int index, int entries) {
    read[index] = true;
    counted[index] = entries;
    countedAt[index] = last[index];
  }

  /** Returns whether {@link #noteRead} has set the entry count of a node. */
  boolean isRead(int index) {
    return read[index];
  }

  /**
   * Returns whether {@link #entries} needs the committed entry count of the node to compute its
   * result.
   */
  boolean needsCountBefore(int index) {
    return counted[index] == EntryCounts.UNKNOWN && content[index] == NONE && !sealed[index];
  }

  /**
   * Returns the number of entries of a node after all changes.
   *
   * @param before the committed count, used only if {@link #needsCountBefore}
   */
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
