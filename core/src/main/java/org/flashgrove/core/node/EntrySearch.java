package org.flashgrove.core.node;

import java.nio.LongBuffer;

/** Searches for the slot of an entry on a page, by identity or by order. */
final class EntrySearch {
  private EntrySearch() {}

  /**
   * Returns the slot of the entry whose identity words equal those at {@code entry[at]}, or -1.
   *
   * @param words memory of the page
   * @param ids index in {@code words} at which the first column of the page begins
   */
  static int find(NodePage page, LongBuffer words, int ids, long[] entry, int at) {
    long first = entry[at];
    int count = page.count();
    int identityWords = page.layout().identityWords();
    for (int slot = 0; slot < count; slot++) {
      if (words.get(ids + slot) == first
          && (identityWords == 1 || sameIdentity(page, slot, entry, at, identityWords))) {
        return slot;
      }
    }
    return -1;
  }

  private static boolean sameIdentity(
      NodePage page, int slot, long[] entry, int at, int identityWords) {
    for (int word = 1; word < identityWords; word++) {
      if (page.word(word, slot) != entry[at + word]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the first slot whose entry sorts after the entry at {@code entry[at]}. */
  static int position(NodePage page, long[] entry, int at) {
    EntryOrder order = page.layout().order();
    int low = 0;
    int high = page.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(page, middle, entry, at) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
