package org.flashgrove.indexes.bplus;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.bulk.LevelForm;

/**
 * Entry format for the bulk load of a B+-tree. For the first leaf and each of its ancestors, the
 * lower bound in the parent is the smallest possible pair. An object serves one load.
 */
final class PackedForm implements LevelForm {
  private boolean leftmost = true;

  /** Converts a key and a value, optionally followed by additional words, to a leaf entry. */
  @Override
  public void leafEntry(long[] entry, long[] into) {
    into[Entries.LEAF_KEY] = entry[0];
    into[Entries.LEAF_VALUE] = entry[1];
    int further = into.length - Entries.LEAF_WORDS;
    System.arraycopy(entry, Entries.LEAF_WORDS, into, Entries.LEAF_WORDS, further);
  }

  @Override
  public void childEntry(long childId, int childLevel, EntryList entries, long[] into) {
    into[0] = childId;
    boolean leaf = childLevel == 0;
    if (leaf && leftmost) {
      into[Entries.NODE_KEY] = Long.MIN_VALUE;
      into[Entries.NODE_VALUE] = Long.MIN_VALUE;
      leftmost = false;
    } else {
      into[Entries.NODE_KEY] =
          entries.word(0, Entries.LEAF_KEY); // word 1 is the key in both layouts
      into[Entries.NODE_VALUE] = entries.word(0, leaf ? Entries.LEAF_VALUE : Entries.NODE_VALUE);
    }
  }
}
