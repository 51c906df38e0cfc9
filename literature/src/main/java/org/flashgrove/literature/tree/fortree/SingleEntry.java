package org.flashgrove.literature.tree.fortree;

import org.flashgrove.core.node.EntryList;

/** A reusable list of one entry. */
final class SingleEntry {
  private final EntryList list = new EntryList(ForTree.WORDS, 1);

  /** Sets the entry to the words that begin at index {@code at} of {@code words}. */
  SingleEntry set(long[] words, int at) {
    list.clear();
    list.add(words, at);
    return this;
  }

  EntryList list() {
    return list;
  }
}
