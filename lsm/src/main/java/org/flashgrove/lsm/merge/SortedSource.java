package org.flashgrove.lsm.merge;

import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.indexes.bulk.KeySorter;

/**
 * Reads the entries of a bulk load for the job that writes them. Entries arrive sorted by key, and
 * entries with equal keys are sorted in memory. They can be read only once, so the job must not
 * divide them into regions.
 */
public final class SortedSource extends MergeSource {
  private static final int PAGE_ENTRIES = 100;

  private final KeySorter sorter;
  private final long[] next = new long[KeySorter.WORDS];
  private final EntryColumns group = new EntryColumns(16, true);
  private boolean more;
  private int at;

  public SortedSource(KeySorter sorter, EntryKey ordering) {
    super(ordering);
    this.sorter = sorter;
    more = sorter.next(next);
  }

  @Override
  void begin(CentreRegion only) {
    advance();
  }

  @Override
  boolean needsPage() {
    return false;
  }

  @Override
  void load() {
    throw new IllegalStateException("no page");
  }

  @Override
  void advance() {
    at++;
    if (at >= group.size()) {
      fill();
      at = 0;
    }
    ended = group.size() == 0;
    if (!ended) {
      key = group.key(at);
      id = group.id(at);
      box[0] = group.minX(at);
      box[1] = group.minY(at);
      box[2] = group.maxX(at);
      box[3] = group.maxY(at);
    }
  }

  /** Reads all entries with the next key, and sorts them. */
  private void fill() {
    group.clear();
    while (more && (group.size() == 0 || nextKey() == group.key(0))) {
      group.add(nextKey(), next[0], real(1), real(2), real(3), real(4));
      more = sorter.next(next);
    }
    group.sort(0, group.size());
  }

  private long nextKey() {
    return ordering.of(real(1), real(2), real(3), real(4));
  }

  private double real(int word) {
    return Double.longBitsToDouble(next[word]);
  }

  @Override
  long bytes() {
    return group.bytes();
  }

  /** Returns roughly the number of pages that the entries will fill. */
  @Override
  long pages() {
    return sorter.total() / PAGE_ENTRIES;
  }
}
