package org.flashgrove.lsm.merge;

import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.columns.EntryColumns;

/** Iterator over records in the order of a component, from memory or from pages. */
public abstract class MergeSource {
  protected final EntryKey ordering;
  protected final double[] box = new double[4];
  protected long key;
  protected long id;
  protected boolean deletion;
  protected boolean ended;

  MergeSource(EntryKey ordering) {
    this.ordering = ordering;
  }

  /** Starts over, with the records of a region alone. */
  abstract void begin(CentreRegion region);

  /** Returns whether there are no further records. */
  final boolean isEnded() {
    return ended;
  }

  /**
   * Returns whether a page must be read before the record is known; the current key is then a lower
   * bound.
   */
  abstract boolean needsPage();

  /** Reads that page. */
  abstract void load();

  /** Moves to the next record. */
  abstract void advance();

  /** Returns the bytes of memory. */
  abstract long bytes();

  /** Returns the pages that are read once. */
  abstract long pages();

  /**
   * Returns whether this record sorts before another source's. At equal keys, a source that needs
   * its page comes first.
   */
  final boolean precedes(MergeSource other) {
    if (key != other.key) {
      return key < other.key;
    }
    if (needsPage() || other.needsPage()) {
      return needsPage();
    }
    if (id != other.id) {
      return id < other.id;
    }
    for (int i = 0; i < box.length; i++) {
      int order = Double.compare(box[i], other.box[i]);
      if (order != 0) {
        return order < 0;
      }
    }
    return false;
  }

  /** Appends the record to a list. */
  final void appendTo(EntryColumns list) {
    list.add(key, id, box[0], box[1], box[2], box[3], deletion);
  }

  /** Returns whether the record is of the same entry as the list's entry at {@code at}. */
  final boolean isOf(EntryColumns list, int at) {
    return list.id(at) == id && list.isRectangle(at, box[0], box[1], box[2], box[3]);
  }
}
