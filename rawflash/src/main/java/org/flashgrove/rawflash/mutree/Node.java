package org.flashgrove.rawflash.mutree;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A node in memory: the root, or a node that is being changed. A node in memory has room for one
 * entry more than the same node has on flash.
 */
final class Node {
  /** Value that means no flash page. */
  static final int NONE = -1;

  private final EntryFormat format;
  private final ByteBuffer entries;

  /** Number of the node in its {@link NodePool}. */
  final int id;

  int level;
  int count;

  /** The flash page with the newest programmed copy of this node, or {@link #NONE}. */
  int page;

  /**
   * True if the node differs from its copy on flash, or if that copy must be moved to another page.
   */
  boolean dirty;

  /**
   * The parent of this node. This field and the index in the parent are set only while nodes are
   * written.
   */
  Node parent;

  int indexInParent;

  Node(int id, int capacityBytes, EntryFormat format) {
    this.id = id;
    this.format = format;
    entries = ByteBuffer.allocateDirect(capacityBytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  ByteBuffer entries() {
    return entries;
  }

  /**
   * Replaces the entries by {@code newCount} entries of another buffer, which begin at offset
   * {@code base}.
   */
  void load(ByteBuffer from, int base, int newCount) {
    entries.put(0, from, base, newCount * format.stride(level));
    count = newCount;
  }

  int floor(long key) {
    return format.floor(entries, 0, count, level, key);
  }

  int childIndex(long key) {
    return format.childIndex(entries, 0, count, level, key);
  }

  long key(int index) {
    return format.key(entries, 0, level, index);
  }

  void key(int index, long key) {
    format.putKey(entries, level, index, key);
  }

  void value(int index, long value) {
    format.putValue(entries, index, value);
  }

  int child(int index) {
    return format.child(entries, 0, index);
  }

  void child(int index, int child) {
    format.putChild(entries, index, child);
  }

  void insertValue(int index, long key, long value) {
    open(index);
    format.putKey(entries, level, index, key);
    format.putValue(entries, index, value);
  }

  void insertChild(int index, long separator, int child) {
    open(index);
    format.putKey(entries, level, index, separator);
    format.putChild(entries, index, child);
  }

  private void open(int index) {
    int stride = format.stride(level);
    entries.put((index + 1) * stride, entries, index * stride, (count - index) * stride);
    count++;
  }

  void remove(int index) {
    int stride = format.stride(level);
    entries.put(index * stride, entries, (index + 1) * stride, (count - index - 1) * stride);
    count--;
  }

  /**
   * Copies {@code length} entries, beginning at {@code index}, to another node. They replace all
   * entries of that node.
   */
  void copyTo(Node other, int index, int length) {
    other.load(entries, index * format.stride(level), length);
  }
}
