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

  /** Starts again at the first record. Returns only records of {@code region} from then on. */
  abstract void begin(CentreRegion region);

  /** Returns whether there are no further records. */
  final boolean isEnded() {
    return ended;
  }

  /**
   * Returns whether {@link #load} must read a page to make the current record known. Until then,
   * the current key is a lower bound.
   */
  abstract boolean needsPage();

  /** Reads the page with the current record. */
  abstract void load();

  /** Moves to the next record. */
  abstract void advance();

  /** Returns the heap bytes. */
  abstract long bytes();

  /** Returns the number of pages of this source. Each of them is read at least once. */
  abstract long pages();

  /**
   * Returns whether the current record of this source comes before that of another source. If their
   * keys are equal, a source that must read a page comes first.
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
    list.add(key, id, box[0], box[1], box[2], box[3], deletion);
  }

  /**
   * Returns whether the current record has the same id and rectangle as record {@code at} of a
   * list.
   */
  final boolean isOf(EntryColumns list, int at) {
    return list.id(at) == id && list.isRectangle(at, box[0], box[1], box[2], box[3]);
  }
}
