package org.flashgrove.literature.buffer.lcr;

import java.util.Arrays;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Compacted log records of one node, stored in an array of rows. Only the newest record of each
 * entry is kept. The records either modify the stored content of the node or are its whole content.
 *
 * <p>If nodes may contain equal entries ({@link NodeLayout#repeats}), a row either adds one
 * occurrence of an entry or removes one stored occurrence. Among rows of equal entries, removals
 * come first.
 */
final class NodeLog {
  /** Memory in bytes of a node in addition to its rows: this object and its entry in a map. */
  private static final int NODE_BYTES = 96;

  private static final int FIRST_ROWS = 4;

  final long nodeId;
  final int level;
  private final NodeLayout layout;
  private final int stride;
  private boolean whole;

  /**
   * Number of rows that existed when {@link #startOlder} was called. These are the first rows, and
   * they are newer than all rows added later.
   */
  private int newer;

  private long[] header;
  private long[] words;
  private boolean[] removed;
  private int count;

  NodeLog(long nodeId, int level, NodeLayout layout) {
    this.nodeId = nodeId;
    this.level = level;
    this.layout = layout;
    stride = layout.words();
    words = new long[FIRST_ROWS * stride];
    removed = new boolean[FIRST_ROWS];
  }

  /**
   * Returns whether the records are the whole content of the node, so that the stored content is
   * obsolete.
   */
  boolean isWhole() {
    return whole;
  }

  /** Returns the number of records. A changed header counts as one record. */
  int records() {
    return count + (header == null ? 0 : 1);
  }

  /** Returns the memory of the records in bytes. */
  long bytes() {
    return NODE_BYTES
        + (long) removed.length * (stride * Long.BYTES + 1)
        + (header == null ? 0 : NodeView.HEADER_WORDS * Long.BYTES);
  }

  /**
   * Returns the maximum number of bytes by which a change makes the records of a node larger.
   *
   * @param node the present records of the node, or null if there are none
   * @param entries number of entries in the new content, if the change replaces the content
   */
  static long needBytes(NodeLog node, ChangeKind kind, NodeLayout layout, int entries) {
    long rowBytes = layout.words() * Long.BYTES + 1L;
    long least = NODE_BYTES + NodeView.HEADER_WORDS * Long.BYTES + FIRST_ROWS * rowBytes;
    if (kind.isContent()) {
      return least + entries * rowBytes;
    }
    return node == null ? least : grown(node.removed.length) * rowBytes;
  }

  private static int grown(int rows) {
    return Math.max(2, rows / 4);
  }

  /**
   * Replaces the records by an empty node, to which entries are then added. The stored content
   * becomes obsolete.
   *
   * @param entries expected number of entries
   */
  void startAnew(long[] source, int at, int entries) {
    whole = true;
    header = Arrays.copyOfRange(source, at, at + NodeView.HEADER_WORDS);
    count = 0;
    int rows = Math.max(FIRST_ROWS, entries);
    words = new long[rows * stride];
    removed = new boolean[rows];
  }

  /** Adds a record, which replaces an earlier record of the same entry. */
  void put(ChangeKind kind, long[] source, int at) {
    if (kind == ChangeKind.HEADER) {
      header = Arrays.copyOfRange(source, at, at + NodeView.HEADER_WORDS);
      return;
    }
    if (layout.repeats()) {
      putCopy(kind, source, at);
      return;
    }
    int row = find(source, at);
    if (kind == ChangeKind.REMOVE) {
      remove(row, source, at);
      return;
    }
    if (row < 0) {
      row = newRow();
    }
    setLive(row, source, at);
  }

  private void putCopy(ChangeKind kind, long[] source, int at) {
    if (kind != ChangeKind.ADD) {
      int live = find(source, at, false);
      if (live >= 0) {
        drop(live);
      } else if (!whole) {
        setRemoved(newRow(), source, at);
      }
    }
    if (kind != ChangeKind.REMOVE) {
      setLive(newRow(), source, at);
    }
  }

  private void setLive(int row, long[] source, int at) {
    System.arraycopy(source, at, words, row * stride, stride);
    removed[row] = false;
  }

  private void remove(int row, long[] source, int at) {
    if (!whole) {
      setRemoved(row < 0 ? newRow() : row, source, at);
    } else if (row >= 0) {
      drop(row);
    }
  }

  private void setRemoved(int row, long[] source, int at) {
    System.arraycopy(source, at, words, row * stride, layout.identityWords());
    removed[row] = true;
  }

  private void drop(int row) {
    count--;
    System.arraycopy(words, (row + 1) * stride, words, row * stride, (count - row) * stride);
    System.arraycopy(removed, row + 1, removed, row, count - row);
  }

  /** Marks the present records as newer than the records that {@link #putOlder} adds afterwards. */
  void startOlder() {
    newer = count;
  }

  /**
   * Adds a record that is older than the records that existed when {@link #startOlder} was called.
   * If there is a newer record of the same entry, the older record is ignored. If nodes may contain
   * equal entries, an older addition and a newer removal of the same entry cancel each other out
   * instead.
   */
  void putOlder(ChangeKind kind, long[] source, int at) {
    if (layout.repeats() && kind != ChangeKind.HEADER) {
      int gone = kind == ChangeKind.ADD ? find(source, at, true) : -1;
      if (gone >= 0 && gone < newer) {
        drop(gone);
        newer--;
      } else if (kind == ChangeKind.ADD) {
        setLive(newRow(), source, at);
      } else {
        setRemoved(newRow(), source, at);
      }
      return;
    }
    boolean known = kind == ChangeKind.HEADER ? header != null : find(source, at) >= 0;
    if (!known) {
      put(kind, source, at);
    }
  }

  private int find(long[] source, int at) {
    int identity = layout.identityWords();
    for (int row = 0; row < count; row++) {
      int from = row * stride;
      if (words[from] == source[at]
          && Arrays.equals(words, from, from + identity, source, at, at + identity)) {
        return row;
      }
    }
    return -1;
  }

  /**
   * Returns the first row for an entry. Looks for a removal if {@code isRemoved}, otherwise for an
   * addition. Returns -1 if there is no such row.
   */
  private int find(long[] source, int at, boolean isRemoved) {
    int identity = layout.identityWords();
    for (int row = 0; row < count; row++) {
      int from = row * stride;
      if (removed[row] == isRemoved
          && words[from] == source[at]
          && Arrays.equals(words, from, from + identity, source, at, at + identity)) {
        return row;
      }
    }
    return -1;
  }

  private int newRow() {
    if (count == removed.length) {
      int rows = count + grown(count);
      words = Arrays.copyOf(words, rows * stride);
      removed = Arrays.copyOf(removed, rows);
    }
    return count++;
  }

  /** Passes the records to a consumer: the header first, then removals, then additions. */
  void forEach(ChangeConsumer consumer) {
    if (header != null) {
      ChangeKind kind = whole ? ChangeKind.CREATE : ChangeKind.HEADER;
      consumer.change(kind, nodeId, level, header, 0, 0);
    }
    for (int row = 0; row < count; row++) {
      if (removed[row]) {
        consumer.change(ChangeKind.REMOVE, nodeId, level, words, row * stride, 0);
      }
    }
    for (int row = 0; row < count; row++) {
      if (!removed[row]) {
        consumer.change(ChangeKind.ADD, nodeId, level, words, row * stride, 0);
      }
    }
  }

  /** Applies the records to the image of the node's stored content. */
  void apply(NodePage image) {
    if (header != null) {
      image.header(header, 0);
    }
    for (int row = 0; row < count; row++) {
      if (removed[row]) {
        image.remove(words, row * stride);
      }
    }
    for (int row = 0; row < count; row++) {
      if (!removed[row]) {
        image.add(words, row * stride);
      }
    }
  }
}
