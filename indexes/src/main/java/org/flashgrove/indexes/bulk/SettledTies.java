package org.flashgrove.indexes.bulk;

import org.flashgrove.indexes.bulk.sort.EntrySorter;
import org.flashgrove.indexes.bulk.sort.SortKey;
import org.flashgrove.indexes.bulk.sort.SortedEntries;

/**
 * Iterator over entries in the order of the two keys of a {@link PartitionForm}. Its input is
 * sorted by the first key. When the iterator reaches a group of entries with equal first keys, it
 * sorts this group by the second key.
 */
final class SettledTies implements SortedEntries {
  private final PartitionForm form;
  private final SortedEntries byMajor;
  private final EntrySorter tied;
  private final SortKey minor;
  private SortedEntries group;
  private long[] ahead = new long[WORDS];
  private boolean isAhead;

  /**
   * Creates the iterator.
   *
   * @param byMajor all entries, sorted by the first key
   * @param tied sorter for the entries of one group with equal first keys
   */
  SettledTies(PartitionForm form, SortedEntries byMajor, EntrySorter tied) {
    this.form = form;
    this.byMajor = byMajor;
    this.tied = tied;
    minor = form::minorKey;
    isAhead = byMajor.next(ahead);
  }

  @Override
  public boolean next(long[] into) {
    if (group != null) {
      if (group.next(into)) {
        return true;
      }
      group = null;
    }
    if (!isAhead) {
      return false;
    }
    System.arraycopy(ahead, 0, into, 0, WORDS);
    long major = major(into);
    isAhead = byMajor.next(ahead);
    if (!isAhead || major(ahead) != major) {
      return true;
    }
    tied.clear();
    tied.add(into);
    while (isAhead && major(ahead) == major) {
      tied.add(ahead);
      isAhead = byMajor.next(ahead);
    }
    group = tied.sort(minor);
    return group.next(into);
  }

  private long major(long[] entry) {
    return form.majorKey(
        entry[0],
        Double.longBitsToDouble(entry[1]),
        Double.longBitsToDouble(entry[2]),
        Double.longBitsToDouble(entry[3]),
        Double.longBitsToDouble(entry[4]));
  }
}
