package org.flashgrove.storage.node.buffer;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.log.StoreLog;

/**
 * Sequence of node changes, encoded as words. An operation collects its changes in such a sequence,
 * and the operation's log frame contains the same words. The words are decoded when the changes are
 * published, and again during replay.
 *
 * <p>A record consists of a head word {kind: 8 bits, level: 16, count: 32 from bit 32}, the node
 * id, and the words of its {@link ChangeKind}. {@code docs/format/log.md} describes the records.
 */
public final class Changes {
  private static final int HEAD_WORDS = 2;
  private static final int CONTENT_FRAME_WORDS = 1 << 16;
  private static final long[] NO_HEADER = new long[NodeView.HEADER_WORDS];

  private final TreeLayout layout;
  private long[] words = new long[256];
  private int length;
  private int reserved;
  private int records;

  /** Creates an empty sequence for a tree. */
  public Changes(TreeLayout layout) {
    this.layout = layout;
  }

  /**
   * Removes all changes. Leaves {@code reserve} words free at the front, which the caller fills.
   */
  public void clear(int reserve) {
    reserved = reserve;
    length = 0;
    room(reserve);
    length = reserve;
    records = 0;
  }

  /** Returns the words, including reserved ones. Valid until the next change is appended. */
  public long[] words() {
    return words;
  }

  /** Returns the number of words, including reserved ones. */
  public int length() {
    return length;
  }

  /**
   * Returns the number of log records in the accounting of Carniel's thesis (2019). A replaced node
   * counts as one DEL record, one NEW record, and one MOD record per entry.
   */
  public int records() {
    return records;
  }

  private void room(int more) {
    if (length + more > words.length) {
      words = Arrays.copyOf(words, Math.max(length + more, words.length * 2));
    }
  }

  /** Appends a change. Its words are copied from {@code source}, starting at index {@code at}. */
  public void append(ChangeKind kind, long nodeId, int level, long[] source, int at, int count) {
    int payload = (int) kind.payloadWords(layout.at(level), count);
    head(kind, nodeId, level, count, payload);
    put(source, at, payload);
    records += kind.isRemark() ? 0 : 1;
  }

  /**
   * Appends a change that creates a node with entries of {@code list}. A null header means zeros, a
   * null list means no entries.
   *
   * @param from index of the first entry
   * @param to index after the last entry
   */
  public void create(long nodeId, int level, long[] header, EntryList list, int from, int to) {
    int count = list == null ? 0 : to - from;
    head(ChangeKind.CREATE, nodeId, level, count, contentWords(level, count));
    putContent(level, header, list, from, count);
    records += 1 + count;
  }

  /** Appends a change that replaces the whole content of a node, with parameters as above. */
  public void replace(long nodeId, int level, long[] header, EntryList list, int from, int to) {
    int count = list == null ? 0 : to - from;
    head(ChangeKind.REPLACE, nodeId, level, count, contentWords(level, count));
    putContent(level, header, list, from, count);
    records += 2 + count;
  }

  private int contentWords(int level, int count) {
    return NodeView.HEADER_WORDS + count * layout.at(level).words();
  }

  private void putContent(int level, long[] header, EntryList list, int from, int count) {
    put(header == null ? NO_HEADER : header, 0, NodeView.HEADER_WORDS);
    if (count > 0) {
      int stride = layout.at(level).words();
      put(list.words(), from * stride, count * stride);
    }
  }

  /**
   * Turns a record that creates a node without entries into {@link ChangeKind#SEALED}, because the
   * node's page was written to the device.
   *
   * @param at index of the record's first word
   * @param entries number of entries on the page
   * @return false if the record does not create a node without entries; nothing has changed then
   */
  public boolean seal(int at, int entries) {
    boolean createsEmpty =
        ChangeKind.of((int) (words[at] & 0xFF)) == ChangeKind.CREATE && words[at] >>> 32 == 0;
    if (createsEmpty) {
      long level = words[at] >>> 8 & 0xFFFF;
      words[at] = ChangeKind.SEALED.code() | level << 8 | (long) entries << 32;
    }
    return createsEmpty;
  }

  /** Passes the record that starts at index {@code at} to a consumer. */
  public void at(int at, ChangeConsumer consumer) {
    decode(layout, words, at, at + recordWords(layout, words, at), consumer);
  }

  /**
   * Returns the number of entries of a node after the record that starts at index {@code at}.
   *
   * @param before the number of entries before the record
   */
  public int countAfter(int at, int before) {
    ChangeKind kind = ChangeKind.of((int) (words[at] & 0xFF));
    return EntryCounts.after(kind, before, (int) (words[at] >>> 32));
  }

  private void head(ChangeKind kind, long nodeId, int level, int count, int payload) {
    room(HEAD_WORDS + payload);
    words[length++] = kind.code() | (long) level << 8 | (long) count << 32;
    words[length++] = nodeId;
  }

  private void put(long[] source, int at, int count) {
    System.arraycopy(source, at, words, length, count);
    length += count;
  }

  /** Passes all changes to a consumer, grouped by node; see {@link NodeByNode}. */
  public void forEachNodeByNode(NodeByNode order, ChangeConsumer consumer) {
    order.forEach(words, reserved, length, consumer);
  }

  /** Returns the number of words of the record that starts at index {@code at}. */
  public static int recordWords(TreeLayout layout, long[] words, int at) {
    ChangeKind kind = ChangeKind.of((int) (words[at] & 0xFF));
    int level = (int) (words[at] >>> 8 & 0xFFFF);
    return HEAD_WORDS + (int) kind.payloadWords(layout.at(level), (int) (words[at] >>> 32));
  }

  /** Passes all changes to a consumer, in order. */
  public void forEach(ChangeConsumer consumer) {
    decode(layout, words, reserved, length, consumer);
  }

  /**
   * Passes the changes in {@code words[from, to)} to a consumer.
   *
   * @throws DamagedStoreException if the words are malformed
   */
  public static void decode(
      TreeLayout layout, long[] words, int from, int to, ChangeConsumer consumer) {
    int at = from;
    while (at < to) {
      ChangeKind kind = ChangeKind.of((int) (words[at] & 0xFF));
      int level = (int) (words[at] >>> 8 & 0xFFFF);
      int count = (int) (words[at] >>> 32);
      long end = at + HEAD_WORDS;
      if (kind != null && count >= 0) {
        end += kind.payloadWords(layout.at(level), count);
      }
      if (kind == null || count < 0 || end > to) {
        throw new DamagedStoreException(
            "log", "record at word " + at, "unknown change: kind " + kind + ", count " + count);
      }
      consumer.change(kind, words[at + 1], level, words, at + HEAD_WORDS, count);
      at = (int) end;
    }
  }

  /**
   * Appends CONTENT frames with the changes that a buffer holds and that are not on the device yet.
   */
  public static void appendUnflushed(
      AppendLog.FrameSink sink, TreeLayout layout, NodeBuffer buffer) {
    Changes changes = new Changes(layout);
    changes.clear(0);
    OwnFrames versions = new OwnFrames();
    buffer.unflushed(
        (kind, nodeId, level, words, at, count) -> {
          boolean isVersion = versions.note(kind, nodeId, words, at, Long.MAX_VALUE);
          if (changes.length == 0 && !isVersion && versions.isKnown(nodeId)) {
            // each frame repeats the version, because frames are decoded separately
            long[] version = {versions.frameOf(nodeId, 0)};
            changes.append(ChangeKind.VERSION, nodeId, level, version, 0, 0);
          }
          changes.append(kind, nodeId, level, words, at, count);
          changes.cut(sink, CONTENT_FRAME_WORDS);
        });
    changes.cut(sink, 0);
  }

  /** Appends the collected words as a CONTENT frame if there are more than {@code above} words. */
  private void cut(AppendLog.FrameSink sink, int above) {
    if (length > above) {
      sink.append(StoreLog.CONTENT, words, length);
      clear(0);
    }
  }
}
