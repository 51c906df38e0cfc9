package org.flashgrove.rawflash.mutree;

import java.nio.ByteBuffer;

/**
 * Format of the entries of a node in a buffer. Entries are in ascending order of keys. A leaf entry
 * is a key and a value. An inner entry is a separator and the number of the child's flash page. If
 * the child is changed in memory, the complement of its {@link Node#id} replaces the page number.
 * Keys are signed, and bytes are little endian.
 */
final class EntryFormat {
  private final boolean wideKey;
  private final boolean wideValue;
  private final boolean wideSeparator;
  private final int leafStride;
  private final int innerStride;

  EntryFormat(EntryWidths widths) {
    wideKey = widths.keyBytes() == 8;
    wideValue = widths.valueBytes() == 8;
    wideSeparator = widths.separatorBytes() == 8;
    leafStride = widths.leafEntryBytes();
    innerStride = widths.innerEntryBytes();
  }

  /** Returns the size of an entry in bytes. */
  int stride(int level) {
    return level == 1 ? leafStride : innerStride;
  }

  private boolean wide(int level) {
    return level == 1 ? wideKey : wideSeparator;
  }

  /** Returns the index of the last entry whose key is at most the given key, or −1. */
  int floor(ByteBuffer node, int base, int count, int level, long key) {
    int stride = stride(level);
    int low = 0;
    int high = count - 1;
    boolean wide = wide(level);
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int at = base + middle * stride;
      if ((wide ? node.getLong(at) : node.getInt(at)) <= key) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  /** Returns the index of the child of an inner node that may contain a key. */
  int childIndex(ByteBuffer node, int base, int count, int level, long key) {
    return Math.max(0, floor(node, base, count, level, key));
  }

  long key(ByteBuffer node, int base, int level, int index) {
    int at = base + index * stride(level);
    return wide(level) ? node.getLong(at) : node.getInt(at);
  }

  long value(ByteBuffer node, int base, int index) {
    int at = base + index * leafStride + leafStride - (wideValue ? 8 : 4);
    return wideValue ? node.getLong(at) : node.getInt(at);
  }

  int child(ByteBuffer node, int base, int index) {
    return node.getInt(base + index * innerStride + innerStride - 4);
  }

  void putKey(ByteBuffer node, int level, int index, long key) {
    int at = index * stride(level);
    if (wide(level)) {
      node.putLong(at, key);
    } else {
      node.putInt(at, (int) key);
    }
  }

  void putValue(ByteBuffer node, int index, long value) {
    int at = index * leafStride + leafStride - (wideValue ? 8 : 4);
    if (wideValue) {
      node.putLong(at, value);
    } else {
      node.putInt(at, (int) value);
    }
  }

  void putChild(ByteBuffer node, int index, int child) {
    node.putInt(index * innerStride + innerStride - 4, child);
  }
}
