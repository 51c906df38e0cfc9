package org.flashgrove.indexes.bytekey;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;

/**
 * Slotted page of byte strings, which is read in place. The strings of a page are in unsigned
 * order, and their common prefix is stored once (prefix compression as in R. Bayer, K. Unterauer,
 * <em>Prefix B-trees</em>, TODS 1977). The bytes of a string after the common prefix are its rest.
 *
 * <p>Layout of the content of a node, little endian; {@code docs/format/page.md} draws it with the
 * same words:
 *
 * <pre>
 * offset  bytes  field
 *      0      2  count
 *      2      2  heap: offset of the first cell; cells extend to the end of the content
 *      4      2  dead: number of bytes in cells that no slot refers to
 *      6      2  prefix length
 *      8         prefix, padded to an even number of bytes
 *                directory: the offset of each slot's cell, 2 bytes each
 *  heap          cells: rest length (2), child (8, internal nodes only), rest
 * </pre>
 *
 * <p>All numbers are validated before use, so an invalid page throws {@link DamagedStoreException}.
 */
final class KeyPage {
  /** Layout of all levels. */
  static final TreeLayout LAYOUT = new TreeLayout(NodeLayout.RAW, NodeLayout.RAW);

  static final int AT_COUNT = 0;
  static final int AT_HEAP = 2;
  static final int AT_DEAD = 4;
  static final int AT_PREFIX_LENGTH = 6;
  static final int AT_PREFIX = 8;

  /** Offset of a node's content in the bytes of its page. */
  private static final int AT_CONTENT = NodePage.HEADER_BYTES;

  /** Bytes of a slot in the directory. */
  static final int SLOT_BYTES = 2;

  /**
   * Number of bytes in which a cell stores the length of its rest, that is, of its string without
   * the common prefix.
   */
  static final int LENGTH_BYTES = 2;

  static final int CHILD_BYTES = Long.BYTES;

  /** Number of bytes of the value at the end of each string in a leaf. */
  static final int VALUE_BYTES = Long.BYTES;

  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private KeyPage() {}

  /** Returns the number of bytes of a node's content. */
  static int size(NodeView node) {
    return node.count() * Long.BYTES;
  }

  /** Returns the bytes of a node's page. The content begins at {@link #AT_CONTENT}. */
  private static ByteBuffer bytes(NodeView node) {
    return ((NodePage) node).bytes();
  }

  private static int unsigned(NodeView node, int offset) {
    return bytes(node).getShort(AT_CONTENT + offset) & 0xFFFF;
  }

  private static int byteAt(NodeView node, int offset) {
    return bytes(node).get(AT_CONTENT + offset) & 0xFF;
  }

  /** Returns the eight bytes at an offset as a little-endian number. */
  private static long longAt(NodeView node, int offset) {
    return bytes(node).getLong(AT_CONTENT + offset);
  }

  /** Returns the number of strings. */
  static int count(NodeView node) {
    if (node.count() == 0) {
      throw damaged(node, "has no content");
    }
    int count = unsigned(node, AT_COUNT);
    if (directory(node) + count * SLOT_BYTES > heap(node) || heap(node) > size(node)) {
      throw damaged(node, "has a directory of " + count + " slots that reaches into the cells");
    }
    return count;
  }

  /** Returns the offset of the first cell. */
  static int heap(NodeView node) {
    return unsigned(node, AT_HEAP);
  }

  /** Returns the number of bytes in cells that no slot refers to. */
  static int dead(NodeView node) {
    return unsigned(node, AT_DEAD);
  }

  /** Returns the length of the common prefix of all strings. */
  static int prefixLength(NodeView node) {
    return unsigned(node, AT_PREFIX_LENGTH);
  }

  /** Returns the offset of the directory. */
  static int directory(NodeView node) {
    return directory(prefixLength(node));
  }

  static int directory(int prefixLength) {
    return AT_PREFIX + (prefixLength + 1 & ~1);
  }

  private static int headBytes(NodeView node) {
    return node.level() == 0 ? LENGTH_BYTES : LENGTH_BYTES + CHILD_BYTES;
  }

  /** Returns the offset of the cell of a slot. */
  static int cell(NodeView node, int slot) {
    int directory = directory(node);
    int offset = unsigned(node, directory + slot * SLOT_BYTES);
    restLength(node, offset, directory, headBytes(node));
    return offset;
  }

  /** Returns the length of the rest in a cell, and throws if the cell is outside of the page. */
  private static int restLength(NodeView node, int cell, int directory, int head) {
    int most = size(node) - cell - head;
    int rest = cell < directory || most < 0 ? Integer.MAX_VALUE : unsigned(node, cell);
    if (rest > most) {
      throw damaged(node, "has a cell at byte " + cell + " that reaches beyond the page");
    }
    return rest;
  }

  /** Returns the size in bytes of the cell of a slot. */
  static int cellBytes(NodeView node, int slot) {
    return headBytes(node) + restLength(node, slot);
  }

  private static int restLength(NodeView node, int slot) {
    return unsigned(node, cell(node, slot));
  }

  /** Returns the length of the string in a slot. */
  static int length(NodeView node, int slot) {
    return prefixLength(node) + restLength(node, slot);
  }

  /** Returns the child below a slot of an internal node. */
  static long child(NodeView node, int slot) {
    return longAt(node, cell(node, slot) + LENGTH_BYTES);
  }

  /**
   * Copies the string in a slot to {@code into}, from index {@code at} on. Returns the string's
   * length.
   */
  static int copy(NodeView node, int slot, byte[] into, int at) {
    int prefix = prefixLength(node);
    int rest = restLength(node, slot);
    copyBytes(node, AT_PREFIX, prefix, into, at);
    copyBytes(node, cell(node, slot) + headBytes(node), rest, into, at + prefix);
    return prefix + rest;
  }

  private static void copyBytes(NodeView node, int offset, int length, byte[] into, int at) {
    bytes(node).get(AT_CONTENT + offset, into, at, length);
  }

  /** Returns the value that the string in a slot of a leaf ends with. */
  static long value(NodeView leaf, int slot) {
    int cell = cell(leaf, slot);
    int rest = unsigned(leaf, cell);
    if (rest >= VALUE_BYTES) {
      return Long.reverseBytes(longAt(leaf, cell + LENGTH_BYTES + rest - VALUE_BYTES));
    }
    int ofPrefix = VALUE_BYTES - rest;
    int prefix = prefixLength(leaf);
    if (prefix < ofPrefix) {
      throw damaged(leaf, "has a string of " + (prefix + rest) + " bytes, too short for a value");
    }
    long value = 0;
    for (int i = 0; i < VALUE_BYTES; i++) {
      int offset =
          i < ofPrefix ? AT_PREFIX + prefix - ofPrefix + i : cell + LENGTH_BYTES + i - ofPrefix;
      value = value << Byte.SIZE | byteAt(leaf, offset);
    }
    return value;
  }

  /** Returns whether a string starts with the common prefix of a node. */
  static boolean hasPrefix(NodeView node, byte[] key, int length) {
    int prefix = prefixLength(node);
    return prefix <= length && compareBytes(node, AT_PREFIX, prefix, key, 0, prefix) == 0;
  }

  /** Compares the string in a slot with the given string, in unsigned order. */
  static int compare(NodeView node, int slot, byte[] key, int length) {
    int prefix = prefixLength(node);
    int order = compareBytes(node, AT_PREFIX, prefix, key, 0, Math.min(prefix, length));
    return order != 0 || length < prefix ? order : compareRest(node, slot, key, prefix, length);
  }

  private static int compareRest(NodeView node, int slot, byte[] key, int at, int length) {
    int cell = cell(node, slot);
    int rest = unsigned(node, cell);
    return compareBytes(node, cell + headBytes(node), rest, key, at, length - at);
  }

  /**
   * Compares two byte strings in unsigned order. If one string is a prefix of the other, it comes
   * first.
   */
  private static int compareBytes(
      NodeView node, int offset, int bytes, byte[] key, int at, int length) {
    int common = Math.min(bytes, length);
    int i = 0;
    for (; i + Long.BYTES <= common; i += Long.BYTES) {
      long mine = Long.reverseBytes(longAt(node, offset + i));
      long its = (long) BIG_ENDIAN.get(key, at + i);
      if (mine != its) {
        return Long.compareUnsigned(mine, its);
      }
    }
    int tail = Byte.SIZE * (common - i);
    if (tail > 0) {
      long mine = Long.reverseBytes(longAt(node, offset + common - Long.BYTES));
      long its = lastBytes(key, at + common);
      int order = Long.compareUnsigned(mine << Long.SIZE - tail, its << Long.SIZE - tail);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(bytes, length);
  }

  /** Returns the eight bytes before {@code end} as a big-endian number; missing bytes are 0. */
  private static long lastBytes(byte[] key, int end) {
    if (end >= Long.BYTES) {
      return (long) BIG_ENDIAN.get(key, end - Long.BYTES);
    }
    long last = 0;
    for (int i = 0; i < end; i++) {
      last = last << Byte.SIZE | key[i] & 0xFF;
    }
    return last;
  }

  /**
   * Returns the first slot whose string is not less than the given string, or the number of strings
   * if there is no such slot.
   */
  static int firstNotBelow(NodeView node, byte[] key, int length) {
    return firstNotBelow(node, 0, count(node), key, length);
  }

  /**
   * Returns the first slot from {@code from} on whose string is not less than the given string, or
   * the number of strings if there is no such slot. Fast if the result is near {@code from}.
   */
  static int firstNotBelow(NodeView node, int from, byte[] key, int length) {
    int count = count(node);
    int low = from;
    int high = from;
    for (int step = 1; high < count && compare(node, high, key, length) < 0; step *= 2) {
      low = high + 1;
      high += step;
    }
    int end = Math.min(high, count);
    return low == end ? low : firstNotBelow(node, low, end, key, length);
  }

  private static int firstNotBelow(NodeView node, int least, int most, byte[] key, int length) {
    int found = search(node, least, most, key, length);
    return found < 0 ? ~found : found;
  }

  /**
   * Returns the slot of the given string. If no slot has it, returns {@code ~slot}, where {@code
   * slot} is the first one with a greater string, or the number of strings.
   */
  static int search(NodeView node, byte[] key, int length) {
    return search(node, 0, count(node), key, length);
  }

  private static int search(NodeView node, int least, int most, byte[] key, int length) {
    int low = least;
    int high = most;
    int prefix = prefixLength(node);
    int order = compareBytes(node, AT_PREFIX, prefix, key, 0, Math.min(prefix, length));
    if (order != 0) {
      // if the key is a prefix of the common prefix, all strings of the page are greater
      return order < 0 ? ~high : ~low;
    }
    int directory = directory(prefix);
    int head = headBytes(node);
    while (low < high) {
      int middle = (low + high) >>> 1;
      int cell = unsigned(node, directory + middle * SLOT_BYTES);
      int rest = restLength(node, cell, directory, head);
      order = compareBytes(node, cell + head, rest, key, prefix, length - prefix);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return ~low;
  }

  /** Returns the slot, in an internal node, of the only child that may contain the given string. */
  static int childSlot(NodeView node, byte[] key, int length) {
    int found = search(node, key, length);
    return found < 0 ? Math.max(0, ~found - 1) : found;
  }

  /** Throws if an internal node has no children. */
  static void requireChildren(NodeView node) {
    if (count(node) == 0) {
      throw damaged(node, "has no children");
    }
  }

  static DamagedStoreException damaged(NodeView node, String cause) {
    return new DamagedStoreException(
        "tree", "page " + node.nodeId(), "node of level " + node.level() + " " + cause);
  }
}
