package org.flashgrove.storage.node.compact;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.buffer.Changes;

/**
 * Decodes BRIEF frames, in which {@link CompactChanges} writes changes in a shorter form. {@code
 * docs/format/log.md} describes the format.
 */
public final class BriefForm {
  /**
   * Code of a record that removes entries from a leaf. The record contains only the numbers of
   * these entries, because another record of the same frame contains the entries. The leaf entries
   * of a frame are numbered in the order in which they occur.
   */
  public static final int LESS = 11;

  /**
   * Number of words at the start of every record, before the words that depend on the record's
   * kind.
   */
  static final int HEAD_WORDS = 2;

  /**
   * Number of low bits of a word that hold the length of a run of consecutive entry numbers. The
   * bits above them hold the first number of the run.
   */
  public static final int RUN_BITS = 12;

  /** Maximum number of consecutive entry numbers in a run, which takes one word. */
  public static final int MOST_OF_A_RUN = (1 << RUN_BITS) - 1;

  private final TreeLayout layout;
  private final long[] words;
  private final int from;
  private final int to;
  private int[] stated = new int[64]; // position of each leaf entry that the frame contains
  private int statedCount;
  private long[] full;
  private int length;

  private BriefForm(TreeLayout layout, long[] words, int from, int to) {
    this.layout = layout;
    this.words = words;
    this.from = from;
    this.to = to;
    full = new long[2 * (to - from)];
  }

  /**
   * Decodes the changes of a frame. Returns them in the uncompressed form that {@link ChangeKind}
   * describes.
   *
   * @throws DamagedStoreException if the words are malformed
   */
  public static long[] inFull(TreeLayout layout, long[] words, int from, int to) {
    long[] wide = wide(layout, words, from, to);
    BriefForm form = new BriefForm(layout, wide, 0, wide.length);
    form.findStated();
    form.write();
    return Arrays.copyOf(form.full, form.length);
  }

  /**
   * Expands the entries that are written as floats. Records that refer to entries by number are
   * copied unchanged.
   */
  private static long[] wide(TreeLayout layout, long[] words, int from, int to) {
    long[] wide = new long[to - from];
    int length = 0;
    int at = from;
    while (at < to) {
      require(at + HEAD_WORDS <= to, at);
      long head = words[at];
      int form = (int) head & FloatForm.MASK;
      ChangeKind kind = ChangeKind.of((int) (head & 0xFF & ~FloatForm.MASK));
      NodeLayout of = layout.at(level(head));
      int before = form == 0 ? 0 : FloatForm.wordsBefore(kind);
      require(count(head) >= 0 && before >= 0 && (isLess(head) || kind != null), at);
      int entries = form == 0 ? 0 : FloatForm.entries(kind, count(head));
      long plain = form != 0 || isLess(head) ? 0 : kind.payloadWords(of, count(head));
      long rest = isLess(head) ? count(head) : plain;
      long size = HEAD_WORDS + before + rest + (long) entries * FloatForm.words(form);
      require(at + size <= to && (form == 0 || form != FloatForm.MASK && FloatForm.suits(of)), at);
      int same = HEAD_WORDS + before + (int) rest;
      long needed = length + same + (long) entries * of.words();
      require(needed <= StoreLog.MAX_FRAME_WORDS, at);
      if (needed > wide.length) {
        wide = Arrays.copyOf(wide, (int) Math.max(needed, 2L * wide.length));
      }
      System.arraycopy(words, at, wide, length, same);
      wide[length] = head & ~FloatForm.MASK;
      length += same;
      for (int i = 0; i < entries; i++) {
        FloatForm.read(form, words, at + same + i * FloatForm.words(form), wide, length);
        length += of.words();
      }
      at += (int) size;
    }
    return Arrays.copyOf(wide, length);
  }

  /**
   * Returns how many entries of a record get numbers. In CREATE and ADD records of leaves, all
   * entries do; in other records, none.
   */
  static int stated(ChangeKind kind, NodeLayout at, int count) {
    if (!at.repeats()) {
      return 0;
    }
    return kind == ChangeKind.CREATE ? count : kind == ChangeKind.ADD ? 1 : 0;
  }

  /**
   * Returns the word index of the first numbered entry in the record that starts at index {@code
   * at}.
   */
  static int firstStated(ChangeKind kind, int at) {
    return at + HEAD_WORDS + (kind == ChangeKind.CREATE ? NodeView.HEADER_WORDS : 0);
  }

  private static boolean isLess(long head) {
    return (head & 0xFF) == LESS;
  }

  private static int level(long head) {
    return (int) (head >>> 8 & 0xFFFF);
  }

  private static int count(long head) {
    return (int) (head >>> 32);
  }

  private void findStated() {
    int at = from;
    while (at < to) {
      long head = words[at];
      ChangeKind kind = ChangeKind.of((int) (head & 0xFF));
      NodeLayout of = layout.at(level(head));
      require(count(head) >= 0 && (isLess(head) || kind != null), at);
      long payload = isLess(head) ? count(head) : kind.payloadWords(of, count(head));
      require(at + HEAD_WORDS + payload <= to, at);
      int some = stated(kind, of, count(head));
      for (int i = 0; i < some; i++) {
        if (statedCount == stated.length) {
          stated = Arrays.copyOf(stated, 2 * statedCount);
        }
        stated[statedCount++] = firstStated(kind, at) + i * of.words();
      }
      at += HEAD_WORDS + (int) payload;
    }
  }

  private void write() {
    int at = from;
    while (at < to) {
      long head = words[at];
      if (isLess(head)) {
        remove(at);
        at += HEAD_WORDS + count(head);
      } else {
        int size = Changes.recordWords(layout, words, at);
        room(size, at);
        System.arraycopy(words, at, full, length, size);
        length += size;
        at += size;
      }
    }
  }

  /**
   * Writes a REMOVE record for each entry that a {@link #LESS} record removes.
   *
   * @param at index of the {@link #LESS} record
   */
  private void remove(int at) {
    int level = level(words[at]);
    int identity = layout.at(level).identityWords();
    for (int i = 0; i < count(words[at]); i++) {
      long run = words[at + HEAD_WORDS + i];
      long first = run >>> RUN_BITS;
      int some = (int) run & MOST_OF_A_RUN;
      require(first + some <= statedCount, at);
      for (int entry = (int) first; entry < first + some; entry++) {
        room(HEAD_WORDS + identity, at);
        require(stated[entry] + identity <= to, at);
        full[length++] = ChangeKind.REMOVE.code() | (long) level << 8;
        full[length++] = words[at + 1];
        System.arraycopy(words, stated[entry], full, length, identity);
        length += identity;
      }
    }
  }

  private void room(int more, int at) {
    require(length + more <= StoreLog.MAX_FRAME_WORDS, at);
    if (length + more > full.length) {
      full = Arrays.copyOf(full, Math.max(length + more, 2 * full.length));
    }
  }

  private static void require(boolean holds, int at) {
    if (!holds) {
      throw new DamagedStoreException(
          "log", "record at word " + at, "unknown kind of brief change");
    }
  }
}
