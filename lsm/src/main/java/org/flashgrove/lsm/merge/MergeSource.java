package org.flashgrove.lsm.merge;

import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * Iterator over records in the order of a component. The records come from memory or from pages.
 */
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

  /**
   * Starts again at the first record. From then on, returns only records whose centres are in
   * {@code region}.
   */
  abstract void begin(CentreRegion region);

  /** Returns whether there are no further records. */
  final boolean isEnded() {
    return ended;
  }

  /**
   * Returns whether the current record is on a page that was not read yet. In this case the current
   * key is a lower bound, and {@link #load} must be called.
   */
  abstract boolean needsPage();

  /** Reads the page with the current record. */
  abstract void load();

  /** Moves to the next record. */
  abstract void advance();

  /** Returns the number of heap bytes that this source uses. */
  abstract long bytes();

  /**
   * Returns the number of pages of this source. A merge reads each of these pages at least once.
   */
  abstract long pages();

  /**
   * Returns whether the current record of this source comes before the current record of another
   * source. If both keys are equal, a source that must read a page comes first.
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

  /** Appends the current record to a list. */
  final void appendTo(EntryColumns list) {
    list.setDeletion(list.add(key, id, box[0], box[1], box[2], box[3]), deletion);
  }

  /**
   * Returns whether the current record has the same id and rectangle as record {@code at} of a
   * list.
   */
  final boolean isOf(EntryColumns list, int at) {
    return list.id(at) == id && list.isRectangle(at, box[0], box[1], box[2], box[3]);
  }
}
