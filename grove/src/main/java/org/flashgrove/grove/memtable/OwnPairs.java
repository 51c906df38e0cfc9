package org.flashgrove.grove.memtable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.index.Entry;
import org.flashgrove.grove.log.Frames;

/**
 * Removes from a commit the pairs of changes in which an entry is inserted and then deleted again.
 * Readers see a commit as a whole, and equal entries are interchangeable, so the content of the
 * index stays the same. Without the pairs, commits take less time. Otherwise each such deletion
 * would search all equal entries of the commit, and each packing of the interval would unpack all
 * these entries.
 */
final class OwnPairs {
  /**
   * Commits with at most this many words stay unchanged, because their deletions have little to
   * search.
   */
  private static final int MOST_WORDS_LEFT = 256;

  /** Counters for the changes of one entry in a commit that inserts and deletes this entry. */
  private static final class Count {
    /** Number of insertions that no later deletion has matched so far. */
    private int open;

    /** Number of pairs of an insertion and a later deletion. */
    private int pairs;
  }

  private final Map<Entry, Count> deleted = new HashMap<>();
  private final long[] words;
  private int length;

  private OwnPairs(long[] words) {
    this.words = words;
  }

  /**
   * Returns the changes of a commit without the pairs of an insertion and a later deletion of an
   * equal entry. Returns {@code words} itself if there are no such pairs, or if the commit is
   * small. A new array has exactly the length of its contents.
   *
   * @param words encoded changes, which are not modified
   * @param length number of words in use
   */
  static long[] without(long[] words, int length) {
    if (length <= MOST_WORDS_LEFT || !deletesAfterInserting(words, length)) {
      return words;
    }
    OwnPairs pairs = new OwnPairs(new long[length]);
    return pairs.find(words, length) ? pairs.others(words, length) : words;
  }

  private static boolean deletesAfterInserting(long[] words, int length) {
    boolean inserts = false;
    for (int at = 0; at < length; at += Frames.changeWords(words, at)) {
      if (!isDeletion(words, at)) {
        inserts = true;
      } else if (inserts) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDeletion(long[] words, int at) {
    return (words[at] & Frames.DELETION) != 0;
  }

  private static Entry entry(long[] words, int at) {
    int upper = words[at] >= Frames.EXTENT ? at + 4 : at + 2;
    return new Entry(
        words[at + 1],
        Double.longBitsToDouble(words[at + 2]),
        Double.longBitsToDouble(words[at + 3]),
        Double.longBitsToDouble(words[upper]),
        Double.longBitsToDouble(words[upper + 1]));
  }

  /**
   * Counts, for each entry, the pairs of an insertion and a later deletion. Returns false if there
   * is no pair.
   */
  private boolean find(long[] from, int count) {
    for (int at = 0; at < count; at += Frames.changeWords(from, at)) {
      if (isDeletion(from, at)) {
        deleted.computeIfAbsent(entry(from, at), key -> new Count());
      }
    }
    boolean found = false;
    for (int at = 0; at < count; at += Frames.changeWords(from, at)) {
      Count of = deleted.get(entry(from, at));
      if (of != null && closes(of, isDeletion(from, at))) {
        of.pairs++;
        found = true;
      }
    }
    return found;
  }

  /**
   * Counts a change of an entry. Returns whether the change is a deletion that forms a pair with an
   * earlier insertion.
   */
  private static boolean closes(Count of, boolean isDeletion) {
    if (!isDeletion) {
      of.open++;
      return false;
    }
    if (of.open == 0) {
      return false;
    }
    of.open--;
    return true;
  }

  /**
   * Copies all changes that belong to no pair. Among equal insertions, the first ones belong to the
   * pairs.
   */
  private long[] others(long[] from, int count) {
    deleted.values().forEach(each -> each.open = 0);
    for (int at = 0; at < count; ) {
      int width = Frames.changeWords(from, at);
      if (!isOfPair(from, at)) {
        System.arraycopy(from, at, words, length, width);
        length += width;
      }
      at += width;
    }
    return Arrays.copyOf(words, length);
  }

  private boolean isOfPair(long[] from, int at) {
    Count of = deleted.get(entry(from, at));
    if (of == null) {
      return false;
    }
    boolean isDeletion = isDeletion(from, at);
    if (closes(of, isDeletion)) {
      return true;
    }
    if (isDeletion || of.pairs == 0) {
      return false;
    }
    of.pairs--;
    return true;
  }
}
