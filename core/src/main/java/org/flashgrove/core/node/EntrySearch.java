package org.flashgrove.core.node;

import java.nio.LongBuffer;

/** Searches for the slot of an entry on a page by identity. */
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
}
