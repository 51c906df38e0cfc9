package org.flashgrove.salvage.entry;

import java.util.Arrays;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.storage.salvage.SalvageLosses;

/**
 * Inserts the entries that a salvage finds into the new store, each as often as the damaged store
 * contained it.
 *
 * <p>Equal entries within one leaf are true duplicates and are all inserted. Equal entries in
 * several leaves may be true duplicates. They may also be one entry that was moved and is found in
 * both its old and its new leaf. If the salvage finds exactly as many entries as the log states,
 * all are inserted. Otherwise an entry is inserted as often as it occurs in the leaf with the most
 * copies of it.
 *
 * <p>Memory: two bytes per entry, plus the entries that may have been found in more than one leaf.
 */
public final class RescuedEntries {
  private final SpatialIndex index;
  private final LeafEntries entries;
  private final SalvageLosses losses;
  private final MetEntries met;

  /**
   * Entries of the current leaf. Each is followed by an additional word: 1 if the entry was
   * inserted into the store, 0 if it was postponed until {@link #finish}.
   */
  private final EntryList leaf;

  /**
   * Postponed entries, which an earlier leaf may also contain. Each is followed by an additional
   * word: 1 for the first copy of the entry in its leaf, 2 for the second copy, and so on.
   */
  private final EntryList again;

  private final long[] noted;
  private long leafId = -1;
  private long uncertain;
  private long duplicates;
  private long impossible;

  @FunctionalInterface
  public interface Taker {
    /**
     * Inserts an entry.
     *
     * @throws IllegalArgumentException if no index can store this entry
     */
    void take(long id, double minX, double minY, double maxX, double maxY);
  }

  /**
   * Creates an inserter for a new, empty index.
   *
   * @param most expected maximum number of entries, which determines the memory
   * @param losses receives a message about the first entry that no index can store
   */
  public RescuedEntries(SpatialIndex index, LeafEntries entries, long most, SalvageLosses losses) {
    this.index = index;
    this.entries = entries;
    this.losses = losses;
    met = new MetEntries(most);
    leaf = new EntryList(entries.words() + 1, 64);
    again = new EntryList(entries.words() + 1, 16);
    noted = new long[entries.words() + 1];
  }

  /** Returns the number of inserted entries that may be outdated or deleted. */
  public long uncertainCount() {
    return uncertain;
  }

  /**
   * Returns the number of entries that were not inserted because the store already has equal
   * entries.
   */
  public long duplicates() {
    return duplicates;
  }

  /** Returns the number of entries that were not inserted because no index can hold them. */
  public long impossible() {
    return impossible;
  }

  /**
   * Handles an entry of a leaf whose content is certain. If no earlier leaf can contain an equal
   * entry, inserts it now. Otherwise postpones it until {@link #finish}.
   *
   * @param leafId node id of the leaf
   * @param words words of the entry
   * @param taker inserts the entry if it is not postponed
   */
  public void certain(long leafId, long[] words, Taker taker) {
    begin(leafId);
    boolean isNew = met.add(entries, words);
    int first = isNew ? -1 : find(words);
    boolean isPutOff = !isNew && (first < 0 || leaf.word(first, entries.words()) == 0);
    if (isPutOff) {
      note(again, words, 1 + copies(words));
    } else {
      take(taker, words);
    }
    note(leaf, words, isPutOff ? 0 : 1);
  }

  /**
   * Inserts the postponed entries. Must be called when all other certain entries are in the store.
   * Skips a postponed entry if the store already has enough copies of it.
   *
   * @param isAll whether the number of entries found equals the number that the log states; if so,
   *     no entry is skipped
   * @return number of skipped entries
   */
  public long finish(boolean isAll) {
    leafId = -1;
    long left = 0;
    for (int i = 0; i < again.count(); i++) {
      System.arraycopy(again.words(), i * again.stride(), noted, 0, again.stride());
      if (isAll || count(noted) < noted[entries.words()]) {
        take(index::insert, noted);
      } else {
        left++;
      }
    }
    duplicates += left;
    return left;
  }

  /**
   * Inserts an entry of a leaf that may be outdated or deleted. Skips the entry if the store
   * already contains as many copies as this leaf had so far, including this one.
   *
   * @param leafId node id of the leaf
   * @param words words of the entry
   */
  public void uncertain(long leafId, long[] words) {
    begin(leafId);
    note(leaf, words, 0);
    long there = count(words);
    if (there > 0 && there >= copies(words)) {
      duplicates++;
    } else if (there >= 0 && take(index::insert, words)) {
      uncertain++;
    }
  }

  private void begin(long next) {
    if (next != leafId) {
      leaf.clear();
      leafId = next;
    }
  }

  private void note(EntryList list, long[] words, long with) {
    System.arraycopy(words, 0, noted, 0, entries.words());
    noted[entries.words()] = with;
    list.add(noted, 0);
  }

  private boolean isEqual(int index, long[] words) {
    int from = index * leaf.stride();
    int length = entries.words();
    return leaf.words()[from] == words[0]
        && Arrays.equals(leaf.words(), from, from + length, words, 0, length);
  }

  /**
   * Returns the index of the first entry in {@link #leaf} that equals the given entry, or -1 if
   * there is none. {@code leaf} contains the entries of the current leaf that were found so far.
   */
  private int find(long[] words) {
    for (int i = 0; i < leaf.count(); i++) {
      if (isEqual(i, words)) {
        return i;
      }
    }
    return -1;
  }

  private int copies(long[] words) {
    int copies = 0;
    for (int i = 0; i < leaf.count(); i++) {
      copies += isEqual(i, words) ? 1 : 0;
    }
    return copies;
  }

  /** Returns how often the store contains an entry, or -1 if no index can hold such an entry. */
  private long count(long[] words) {
    long[] count = {0};
    Taker search =
        (id, minX, minY, maxX, maxY) ->
            index.search(
                minX,
                minY,
                maxX,
                maxY,
                (foundId, x1, y1, x2, y2) -> {
                  boolean isEqual =
                      foundId == id && x1 == minX && y1 == minY && x2 == maxX && y2 == maxY;
                  count[0] += isEqual ? 1 : 0;
                });
    return take(search, words) ? count[0] : -1;
  }

  private boolean take(Taker taker, long[] words) {
    try {
      taker.take(
          entries.id(words),
          entries.minX(words),
          entries.minY(words),
          entries.maxX(words),
          entries.maxY(words));
      return true;
    } catch (IllegalArgumentException e) {
      if (impossible++ == 0) {
        losses.add("an entry that cannot be: " + e.getMessage());
      }
      return false;
    }
  }
}
