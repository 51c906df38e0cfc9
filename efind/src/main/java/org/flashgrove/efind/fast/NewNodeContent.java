package org.flashgrove.efind.fast;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * The complete content of a node with status NEW. It consists of the node's header and its entries
 * in the order of their slots.
 */
final class NewNodeContent {
  private static final int SPARE_ENTRIES = 4; // entries that one operation may add

  private final int stride;
  private final long[] header = new long[NodeView.HEADER_WORDS];
  private long[] words;
  private int count;

  /**
   * Creates the content of a node.
   *
   * @param stride number of words of an entry
   * @param source contains the header words from {@code source[at]} on, followed by the words of
   *     the entries
   */
  NewNodeContent(int stride, long[] source, int at, int entries) {
    this.stride = stride;
    System.arraycopy(source, at, header, 0, header.length);
    int from = at + NodeView.HEADER_WORDS;
    words = Arrays.copyOfRange(source, from, from + Math.max(1, entries) * stride);
    count = entries;
    if (entries == 0) {
      Arrays.fill(words, 0);
    }
  }

  /** Returns the number of entries. */
  int count() {
    return count;
  }

  /** Returns the size in bytes of the arrays that store the content. */
  long bytes() {
    return (long) words.length * Long.BYTES;
  }

  /**
   * Returns the bytes that the content of a node with {@code entries} entries takes in the array.
   */
  static long bytes(int entries, int stride) {
    return (long) Math.max(1, entries) * stride * Long.BYTES;
  }

  /**
   * Returns the maximum number of bytes by which the array grows if one more entry is added. An
   * operation may add several entries, so the result is 0 only if the array has room for several.
   */
  long growthBytes() {
    return (count + SPARE_ENTRIES) * stride > words.length ? bytes(grown() - count, stride) : 0;
  }

  private int grown() {
    return count + Math.max(1, count / 8);
  }

  /** Copies the content to an empty page. */
  void copyTo(NodePage image) {
    image.header(header, 0);
    image.appendAll(words, 0, count);
  }

  /** Applies a change whose slots are known. */
  void apply(ChangeKind kind, long slots, long[] source, int at) {
    if (kind == ChangeKind.HEADER) {
      System.arraycopy(source, at, header, 0, header.length);
      return;
    }
    if (SlotChange.leaves(slots) && !SlotChange.stays(slots)) {
      int slot = SlotChange.leftSlot(slots);
      count--;
      System.arraycopy(words, (slot + 1) * stride, words, slot * stride, (count - slot) * stride);
    }
    if (SlotChange.comes(slots)) {
      int slot = SlotChange.newSlot(slots);
      if (!SlotChange.stays(slots)) {
        makeHole(slot);
      }
      System.arraycopy(source, at, words, slot * stride, stride);
    }
  }

  private void makeHole(int slot) {
    if (count * stride == words.length) {
      words = Arrays.copyOf(words, grown() * stride);
    }
    System.arraycopy(words, slot * stride, words, (slot + 1) * stride, (count - slot) * stride);
    count++;
  }

  /**
   * Returns the words of a change that creates a node with this content: the header words, then the
   * words of the entries.
   */
  long[] toWords() {
    long[] all = new long[header.length + count * stride];
    System.arraycopy(header, 0, all, 0, header.length);
    System.arraycopy(words, 0, all, header.length, count * stride);
    return all;
  }
}
