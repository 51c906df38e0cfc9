package org.flashgrove.jmh.bench.data;

/**
 * Content of an index at the time of a query: the first entries of a data set, some of which were
 * moved or deleted.
 *
 * @param entries number of inserted entries, which are the first ones of the data set
 * @param moves number of moved entries, which are the first ones of the data set
 * @param isDeleted whether the entries selected by {@link Workload#isDeleted} were deleted
 */
public record Content(int entries, int moves, boolean isDeleted) {
  /** Returns the content of an index into which the first {@code entries} entries were inserted. */
  public static Content first(int entries) {
    return new Content(entries, 0, false);
  }

  /** Returns whether the index contains an entry. */
  public boolean holds(int number) {
    return number < entries && !(isDeleted && Workload.isDeleted(number));
  }
}
