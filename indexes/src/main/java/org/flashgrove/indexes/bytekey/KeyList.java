package org.flashgrove.indexes.bytekey;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.ItemOrder;

/**
 * Growable ordered list of the strings of a node. For an internal node it also has the child of
 * each string. Stores no object per string.
 */
final class KeyList {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[256];
  private int[] ends = new int[16];
  private long[] children = new long[16];
  private int count;

  int count() {
    return count;
  }

  void clear() {
    count = 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  int length(int index) {
    return ends[index] - start(index);
  }

  private void room(int entries, int length) {
    if (count + entries > ends.length) {
      ends = Arrays.copyOf(ends, 2 * (count + entries));
      children = Arrays.copyOf(children, ends.length);
    }
    if (start(count) + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (start(count) + length));
    }
  }

  /** Appends a string. */
  void add(byte[] key, int at, int length, long child) {
    room(1, length);
    int start = start(count);
    System.arraycopy(key, at, bytes, start, length);
    ends[count] = start + length;
    children[count++] = child;
  }

  /** Appends all strings of a node. */
  void addAll(NodeView node) {
    int slots = KeyPage.count(node);
    for (int slot = 0; slot < slots; slot++) {
      add(node, slot);
    }
  }

  /** Appends the string in a slot of a node. */
  void add(NodeView node, int slot) {
    int length = KeyPage.length(node, slot);
    room(1, length);
    int start = start(count);
    KeyPage.copy(node, slot, bytes, start);
    ends[count] = start + length;
    children[count++] = node.level() == 0 ? 0 : KeyPage.child(node, slot);
  }

  /** Inserts a string before the string at an index. */
  void insert(int index, byte[] key, int length, long child) {
    room(1, length);
    int start = start(index);
    System.arraycopy(bytes, start, bytes, start + length, start(count) - start);
    System.arraycopy(key, 0, bytes, start, length);
    System.arraycopy(children, index, children, index + 1, count - index);
    children[index] = child;
    for (int i = count; i > index; i--) {
      ends[i] = ends[i - 1] + length;
    }
    ends[index] = start + length;
    count++;
  }

  /** Returns the indexes of all strings, in unsigned order of the strings. */
  int[] sorted() {
    return ItemOrder.sorted(count, this::compare);
  }

  private int compare(int one, int other) {
    return Arrays.compareUnsigned(bytes, start(one), ends[one], bytes, start(other), ends[other]);
  }

  /** Returns the length in bytes of the common prefix of strings {@code one} and {@code other}. */
  int common(int one, int other) {
    int mismatch = Arrays.mismatch(bytes, start(one), ends[one], bytes, start(other), ends[other]);
    return mismatch < 0 ? length(one) : mismatch;
  }

  /** Returns the size in bytes of a page with the strings {@code [from, to)}. */
  int pageBytes(int level, int from, int to) {
    if (from == to) {
      return KeyPage.AT_PREFIX;
    }
    int prefix = common(from, to - 1);
    return pageBytes(level, prefix, to - from, ends[to - 1] - start(from));
  }

  /**
   * Returns the size in bytes of a page with {@code some} strings whose lengths sum to {@code
   * bytesInAll}.
   *
   * @param prefix length of the common prefix of these strings
   */
  static int pageBytes(int level, int prefix, int some, int bytesInAll) {
    return KeyPage.directory(prefix)
        + some * (KeyPage.SLOT_BYTES + headBytes(level) - prefix)
        + bytesInAll;
  }

  static int headBytes(int level) {
    return KeyPage.LENGTH_BYTES + (level == 0 ? 0 : KeyPage.CHILD_BYTES);
  }

  /**
   * Returns the index that divides the strings of an overfull page into halves of about equal size.
   */
  int middle(int level) {
    int saved = headBytes(level) + KeyPage.SLOT_BYTES - common(0, count - 1);
    int half = (start(count) + saved * count) / 2;
    int index = 1;
    while (index < count - 1 && ends[index - 1] + saved * index < half) {
      index++;
    }
    return index;
  }

  /**
   * Writes the strings {@code [from, to)} as the content of a page. They must fit in the page.
   *
   * @param into receives the content, in words
   * @param size bytes of the content
   */
  void write(int level, int from, int to, EntryList into, int size) {
    byte[] page = new byte[size];
    int prefix = from == to ? 0 : common(from, to - 1);
    int heap = size;
    int slot = KeyPage.directory(prefix);
    if (prefix > 0) {
      System.arraycopy(bytes, start(from), page, KeyPage.AT_PREFIX, prefix);
    }
    for (int i = from; i < to; i++) {
      heap -= headBytes(level) + length(i) - prefix;
      int length = length(i) - prefix;
      int at = writeHead(level, children[i], length, page, heap);
      System.arraycopy(bytes, start(i) + prefix, page, at, length);
      put(page, slot, heap, KeyPage.SLOT_BYTES);
      slot += KeyPage.SLOT_BYTES;
    }
    put(page, KeyPage.AT_COUNT, to - from, 2);
    put(page, KeyPage.AT_HEAP, heap, 2);
    put(page, KeyPage.AT_PREFIX_LENGTH, prefix, 2);
    into.clear();
    long[] word = new long[1];
    for (int at = 0; at < size; at += Long.BYTES) {
      word[0] = (long) WORD.get(page, at);
      into.add(word, 0);
    }
  }

  /**
   * Writes the head of a cell to {@code into} at index {@code to}. Returns the index after the
   * head, where the string's bytes after the common prefix follow.
   *
   * @param length number of these bytes
   */
  static int writeHead(int level, long child, int length, byte[] into, int to) {
    put(into, to, length, KeyPage.LENGTH_BYTES);
    if (level > 0) {
      put(into, to + KeyPage.LENGTH_BYTES, child, KeyPage.CHILD_BYTES);
    }
    return to + headBytes(level);
  }

  /** Writes a number in {@code size} bytes, little endian. */
  static void put(byte[] into, int at, long number, int size) {
    for (int i = 0; i < size; i++) {
      into[at + i] = (byte) (number >>> Byte.SIZE * i);
    }
  }
}
