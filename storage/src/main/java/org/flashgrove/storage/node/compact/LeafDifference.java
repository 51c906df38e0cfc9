package org.flashgrove.storage.node.compact;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;

/**
 * Compares the old and new content of each leaf whose content is replaced. Computes which entries
 * leave the leaf and which arrive at the leaf. Also finds the numbers that a log frame assigns to
 * the entries that leave.
 */
final class LeafDifference {
  private static final int FEW = 16;

  private final EntryNumbers stated;
  private final EntryNumbers content = new EntryNumbers();
  private boolean[] stays = new boolean[FEW];
  private int entryWords;
  private int parts;
  private int[] goneEnd = new int[FEW]; // end of each leaf's entries in gone
  private int[] arrivedEnd = new int[FEW];
  private long[] gone = new long[FEW];
  private int goneCount;
  private int[] arrived = new int[FEW];
  private int arrivedCount;
  private int[] numbers = new int[FEW];

  LeafDifference(EntryNumbers stated) {
    this.stated = stated;
  }

  void clear() {
    parts = 0;
    goneCount = 0;
    arrivedCount = 0;
  }

  /**
   * Adds a leaf.
   *
   * @param before the leaf's previous content
   * @param words array with the leaf's new content: {@code count} entries from index {@code at} on
   */
  void add(NodePage before, long[] words, int at, int count) {
    entryWords = before.layout().words();
    if (stays.length < count) {
      stays = new boolean[2 * count];
    }
    Arrays.fill(stays, 0, count, false);
    content.start(words, entryWords);
    for (int i = 0; i < count; i++) {
      content.add(at + i * entryWords);
    }
    for (int slot = 0; slot < before.count(); slot++) {
      int end = (goneCount + 1) * entryWords;
      if (gone.length < end) {
        gone = Arrays.copyOf(gone, 2 * end);
      }
      before.copyEntry(slot, gone, goneCount * entryWords);
      goneCount += content.take(gone, goneCount * entryWords, stays) == EntryNumbers.NONE ? 1 : 0;
    }
    for (int i = 0; i < count; i++) {
      if (!stays[i]) {
        if (arrivedCount == arrived.length) {
          arrived = Arrays.copyOf(arrived, 2 * arrivedCount);
        }
        arrived[arrivedCount++] = at + i * entryWords;
      }
    }
    if (parts == goneEnd.length) {
      goneEnd = Arrays.copyOf(goneEnd, 2 * parts);
      arrivedEnd = Arrays.copyOf(arrivedEnd, 2 * parts);
    }
    goneEnd[parts] = goneCount;
    arrivedEnd[parts++] = arrivedCount;
  }

  private int goneFrom(int part) {
    return part == 0 ? 0 : goneEnd[part - 1];
  }

  /**
   * Returns the number of entries that arrive at a leaf.
   *
   * @param part number of the leaf, counted from 0 in the order in which leaves were added
   */
  int arrived(int part) {
    return arrivedEnd[part] - (part == 0 ? 0 : arrivedEnd[part - 1]);
  }

  /**
   * Returns the index, in the array with the leaf's new content, of the {@code i}-th entry that
   * arrives at the leaf with number {@code part}.
   */
  int arrivedAt(int part, int i) {
    return arrived[arrivedEnd[part] - arrived(part) + i];
  }

  /**
   * Continues the numbering of entries with the entries that arrive at a leaf. These entries get
   * numbers because the frame contains them.
   */
  void stateArrived(int part) {
    for (int i = 0; i < arrived(part); i++) {
      stated.add(arrivedAt(part, i));
    }
  }

  /**
   * Finds the numbers of all entries that leave a leaf. Returns false if the frame does not contain
   * one of these entries.
   */
  boolean number() {
    if (numbers.length < goneCount) {
      numbers = new int[2 * goneCount];
    }
    for (int i = 0; i < goneCount; i++) {
      numbers[i] = stated.of(gone, i * entryWords);
      if (numbers[i] == EntryNumbers.NONE) {
        return false;
      }
    }
    for (int part = 0; part < parts; part++) {
      Arrays.sort(numbers, goneFrom(part), goneEnd[part]);
    }
    return true;
  }

  /** Returns the number of words that {@link #writeRuns} writes. */
  int runs(int part) {
    int runs = 0;
    for (int i = goneFrom(part); i < goneEnd[part]; i = runEnd(i, goneEnd[part])) {
      runs++;
    }
    return runs;
  }

  /**
   * Writes the numbers of the entries that leave a leaf, as runs of consecutive numbers. Returns
   * the index after the written words.
   */
  int writeRuns(int part, long[] into, int at) {
    int to = at;
    int i = goneFrom(part);
    while (i < goneEnd[part]) {
      int end = runEnd(i, goneEnd[part]);
      into[to++] = (long) numbers[i] << BriefForm.RUN_BITS | end - i;
      i = end;
    }
    return to;
  }

  private int runEnd(int from, int end) {
    int to = from + 1;
    while (to < end && numbers[to] == numbers[to - 1] + 1 && to - from < BriefForm.MOST_OF_A_RUN) {
      to++;
    }
    return to;
  }
}
